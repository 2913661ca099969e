/** The definition of an error code. Types, statuses, pages and the OpenAPI document derive from it. */
type ErrorEntry = {
  readonly status: number;
  readonly title: string;
  /** The default public text. An `ApiError` can have a more exact text. */
  readonly message: string;
  readonly happened: string;
  readonly fix: string;
  /** A call that returns this code, and the message of the response. A test makes the call. */
  readonly example: { readonly request: string; readonly message: string };
};

export const errors = {
  BAD_REQUEST: {
    status: 400,
    title: "The request is malformed",
    message: "The request is malformed.",
    happened:
      "A parameter, the path or the body is malformed. Examples: a timestamp that is not RFC 3339 in UTC, a parameter given twice, an empty list, a body that is not JSON.",
    fix: "The message names the parameter and the value that was sent. The reference documents the expected format.",
    example: {
      request: "GET /v1/sports/americanfootball_nfl/events?commenceTimeFrom=tomorrow",
      message: 'commenceTimeFrom: "tomorrow" is not an RFC 3339 time in UTC such as 2026-11-22T18:00:00Z.',
    },
  },
  INVALID_MARKET: {
    status: 422,
    title: "A market or bookmaker is not valid here",
    message: "A requested market or bookmaker is not valid here.",
    happened:
      "The request is well-formed, but it has a market key or a book key that does not exist, or a market that this endpoint does not serve.",
    fix: "Take market keys from GET /v1/markets and book keys from GET /v1/bookmakers. Ladders, team totals and other markets that are not main markets are served for one fixture, or for at most 20 fixtures that eventIds names. Player props have separate endpoints.",
    example: {
      request: "GET /v1/sports/americanfootball_nfl/odds?markets=moneyline",
      message:
        'markets: "moneyline" is not a market key. Did you mean "h2h"? GET /v1/markets lists the market keys.',
    },
  },
  MISSING_KEY: {
    status: 401,
    title: "No API key was sent",
    message: "No API key was sent. Send it in the X-API-Key request header.",
    happened:
      "The request has no X-API-Key header, or an empty one. A key in the query is ignored, and the message says so.",
    fix: "Send the key in the X-API-Key header. Create keys on the account page.",
    example: {
      request: "GET /v1/sports",
      message: "No API key was sent. Send it in the X-API-Key request header.",
    },
  },
  INVALID_KEY: {
    status: 401,
    title: "The API key is not valid",
    message: "The API key does not exist, was revoked or has expired.",
    happened:
      "The key in the X-API-Key header does not exist, was revoked, or has expired after a rotation. A revoked or expired key never works again.",
    fix: "Check that the whole key was copied. If it was revoked or lost, create a new key on the account page.",
    example: {
      request: "GET /v1/sports",
      message: "The API key does not exist, was revoked or has expired.",
    },
  },
  MISSING_SESSION: {
    status: 401,
    title: "No session was sent",
    message: "This endpoint requires a session. Send Authorization: Bearer <ACCESS_TOKEN>.",
    happened:
      "Only a signed-in session can list, create and revoke API keys. The request has no Authorization: Bearer header. An API key or a cookie does not replace this header.",
    fix: "Create an access token on the account page and send it as Authorization: Bearer <ACCESS_TOKEN>.",
    example: {
      request: "GET /v1/account/keys",
      message: "This endpoint requires a session. Send Authorization: Bearer <ACCESS_TOKEN>.",
    },
  },
  INVALID_SESSION: {
    status: 401,
    title: "The session is not valid",
    message: "The session has expired or is not valid.",
    happened:
      "The access token is unknown, revoked or older than an hour, or the session that created it has ended.",
    fix: "Sign in again and create a new access token.",
    example: { request: "GET /v1/account/keys", message: "The session has expired or is not valid." },
  },
  PLAN_REQUIRED: {
    status: 403,
    title: "Plan upgrade required",
    message: "Your plan does not include this request.",
    happened:
      "The account's plan does not include the feature, or the plan's history does not reach back to the fixture. current_plan is the plan of the account. required_plan is the lowest plan that includes the request.",
    fix: "Change to the plan that the response names (required_plan), or request a fixture that your plan covers.",
    example: {
      request: "GET /v1/sports/americanfootball_nfl/props?markets=player_pass_yds",
      message: "Player props require the Growth plan or above.",
    },
  },
  UNKNOWN_SPORT: {
    status: 404,
    title: "Unknown sport",
    message: "There is no such sport key. GET /v1/sports lists the sport keys.",
    happened:
      "The sport key in the path does not exist. Most sports have a key per league or tournament. No key stands for all sports.",
    fix: "Take the key from GET /v1/sports.",
    example: {
      request: "GET /v1/sports/nfl/odds",
      message:
        'There is no sport key "nfl". Did you mean "americanfootball_nfl" or "americanfootball_nfl_preseason"? GET /v1/sports lists the sport keys.',
    },
  },
  UNKNOWN_EVENT: {
    status: 404,
    title: "Unknown fixture",
    message: "There is no fixture with this id under this sport key.",
    happened: "No fixture with this id is known under the sport key in the path.",
    fix: "Take the id from GET /v1/sports/{sport}/events and send it URL-encoded. The list leaves out fixtures that have started, unless commenceTimeFrom is in the past.",
    example: {
      request: "GET /v1/sports/icehockey_nhl/events/unknown-fixture/odds",
      message: 'There is no fixture "unknown-fixture" under icehockey_nhl.',
    },
  },
  KEY_NOT_FOUND: {
    status: 404,
    title: "There is no such API key on this account",
    message: "There is no API key with this id on the signed-in account.",
    happened: "No key of the signed-in account has the id in the path.",
    fix: "Take the id from GET /v1/account/keys. The id is neither the key nor the key's prefix.",
    example: {
      request: "DELETE /v1/account/keys/4f1c6f0e-3f5b-4d53-9a43-1f6f0c4a7f10",
      message: "There is no API key with this id on the signed-in account.",
    },
  },
  SPEED_LIMIT: {
    status: 429,
    title: "Too many requests in one second",
    message: "Too many requests in one second.",
    happened:
      "The plan limits the requests of an account in one second. Free calls also count, and all keys share the limit. Calls without a valid key are limited by network address.",
    fix: "Wait for the number of seconds in the Retry-After header, then retry. X-RateLimit-Remaining is the number of requests left in the current second.",
    example: { request: "GET /v1/sports", message: "More than 10 requests in one second." },
  },
  ALLOWANCE_SPENT: {
    status: 429,
    title: "Monthly allowance used up",
    message: "The request allowance of this billing period is used up.",
    happened:
      "Calls that return prices count against the plan's allowance, and the allowance of this period is used up. Free calls keep working. The response has no Retry-After header.",
    fix: "Wait until the allowance is renewed, or change to a larger plan. GET /v1/account/usage returns the time of the renewal in period_resets_at. A new plan is effective from the next request.",
    example: {
      request: "GET /v1/sports/icehockey_nhl/odds",
      message: "The request allowance of this billing period is used up.",
    },
  },
  INTERNAL_ERROR: {
    status: 500,
    title: "Something failed on our side",
    message: "Something failed on our side. Include the request id if you contact support.",
    happened: "The service failed to process the call. The call cost nothing.",
    fix: "Retry after a moment. If the error persists, send the request_id to support.",
    example: {
      request: "GET /v1/sports/icehockey_nhl/odds",
      message: "Something failed on our side. Include the request id if you contact support.",
    },
  },
  INVALID_FEED_TOKEN: {
    status: 401,
    title: "The feed token is not valid",
    message: "The feed token does not exist or was revoked. Send it as Authorization: Bearer <FEED_TOKEN>.",
    happened:
      "POST /feeds/snapshots records the prices that a scraper of the operator delivers. The request has no feed token, or the token does not exist or was revoked. An API key or an access token does not replace the feed token.",
    fix: "Send the whole token in the Authorization header. The operator creates a new one with `ops feed token create`.",
    example: {
      request: "POST /feeds/snapshots",
      message: "The feed token does not exist or was revoked. Send it as Authorization: Bearer <FEED_TOKEN>.",
    },
  },
  BOOK_NOT_ALLOWED: {
    status: 403,
    title: "The feed token may not deliver this book",
    message: "The feed token may not deliver this book.",
    happened:
      "Each feed token is valid for certain books only. The body contains a snapshot of another book. No part of the body was recorded.",
    fix: "Deliver each book with a token that was created for it.",
    example: {
      request: "POST /feeds/snapshots",
      message: 'Line 1: the feed token may not deliver "fanduel". Nothing was recorded.',
    },
  },
  UNAVAILABLE: {
    status: 503,
    title: "Deliveries cannot be recorded right now",
    message:
      "The database is unavailable. Wait as long as the Retry-After header says, then send the body again.",
    happened:
      "The service is starting, or it lost its database before the whole body of POST /feeds/snapshots was recorded.",
    fix: "Wait for the number of seconds in the Retry-After header, then deliver the same body again. Prices that were already recorded are not recorded twice.",
    example: {
      request: "POST /feeds/snapshots",
      message:
        "The database is unavailable. Wait as long as the Retry-After header says, then send the body again.",
    },
  },
  FORBIDDEN_ORIGIN: {
    status: 403,
    title: "A page of another site sent the request",
    message: "This server accepts no requests from pages of other sites.",
    happened:
      "POST /mcp serves assistants. The request's Host header names another service, or its Origin header names another site. Browsers send such requests when a page tries to reach a service that it should not.",
    fix: "Send the request to the public address of this service, from a program instead of a page.",
    example: {
      request: "POST /mcp",
      message: "This server accepts no requests from pages of other sites.",
    },
  },
  NOT_FOUND: {
    status: 404,
    title: "There is no such endpoint",
    message: "There is no such endpoint.",
    happened:
      "The path is not one of the API's endpoints. Paths are case-sensitive, and begin with /v1. Paths of other versions, such as /v4, do not exist.",
    fix: "Compare the path with the reference.",
    example: { request: "GET /v1/odds", message: "There is no such endpoint." },
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: "The endpoint does not support this method",
    message:
      "This endpoint does not support this method. The Allow header lists the methods that it supports.",
    happened: "The path exists, but not with this method.",
    fix: "Use a method that the Allow response header lists.",
    example: {
      request: "POST /v1/sports",
      message:
        "This endpoint does not support this method. The Allow header lists the methods that it supports.",
    },
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

export type ErrorCode = keyof typeof errors;

/** Every error code, in the order of the table above. */
export const errorCodes = Object.keys(errors) as ErrorCode[];

/** The anchor of a code on the errors page: lower case with hyphens. */
export const errorAnchor = (code: ErrorCode): string => code.toLowerCase().replaceAll("_", "-");

/** The URL of a code's documentation. `docsUrl` is the public URL of the docs without a trailing slash. */
export const errorDocsUrl = (docsUrl: string, code: ErrorCode): string =>
  `${docsUrl}/errors/#${errorAnchor(code)}`;
