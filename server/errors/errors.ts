/** What one error code means: everything else about errors (types, statuses, pages, the document) is derived from this. */
type ErrorEntry = {
  readonly status: number;
  readonly title: string;
  /** Public text where the place that refuses has nothing more exact to say. */
  readonly message: string;
  readonly happened: string;
  readonly fix: string;
  /** A call that is answered with this code, and the message it gets. */
  readonly example: { readonly request: string; readonly message: string };
};

/** The one catalogue of error codes. */
export const errors = {
  BAD_REQUEST: {
    status: 400,
    title: "The request is malformed",
    message: "The request is malformed.",
    happened:
      "A parameter, the path or the body could not be read: a timestamp that is not RFC 3339 with Z, a parameter given twice, an empty list, a body that is not JSON.",
    fix: "The message names the parameter and the value that was sent. Send it in the form that the reference shows for it.",
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
      "The request is well-formed, but it names a market key or a book key that does not exist, or a market that this endpoint does not serve.",
    fix: "Take market keys from GET /v1/markets and book keys from GET /v1/bookmakers. Ladders, team totals and other non-main markets are served for one fixture at a time; player props have endpoints of their own.",
    example: {
      request: "GET /v1/sports/americanfootball_nfl/odds?markets=moneyline",
      message: 'markets: "moneyline" is not a market key. GET /v1/markets lists them.',
    },
  },
  MISSING_KEY: {
    status: 401,
    title: "No API key was sent",
    message: "No API key was sent. Send it in the X-API-Key request header.",
    happened: "The request has no X-API-Key header, or an empty one. A key in the query is never read.",
    fix: "Send the key in the X-API-Key header. Keys are made on the account page.",
    example: {
      request: "GET /v1/sports",
      message: "No API key was sent. Send it in the X-API-Key request header.",
    },
  },
  INVALID_KEY: {
    status: 401,
    title: "The API key is not valid",
    message: "The API key does not exist or was revoked.",
    happened:
      "The key in the X-API-Key header does not exist, or it was revoked. A revoked key never works again.",
    fix: "Check that the whole key was copied. If it was revoked or lost, make a new one on the account page.",
    example: { request: "GET /v1/sports", message: "The API key does not exist or was revoked." },
  },
  MISSING_SESSION: {
    status: 401,
    title: "No session was sent",
    message: "This endpoint needs a session: send Authorization: Bearer followed by an access token.",
    happened:
      "API keys are listed, created and revoked with a signed-in session only. The request has no Authorization: Bearer header; an API key or a cookie does not stand in for it.",
    fix: "Make an access token on the account page and send it as Authorization: Bearer <ACCESS_TOKEN>.",
    example: {
      request: "GET /v1/account/keys",
      message: "This endpoint needs a session: send Authorization: Bearer followed by an access token.",
    },
  },
  INVALID_SESSION: {
    status: 401,
    title: "The session is not valid",
    message: "The session has expired or is not valid.",
    happened:
      "The access token is unknown, older than an hour, or the sign-in that it was made from has ended.",
    fix: "Sign in again and make a new access token.",
    example: { request: "GET /v1/account/keys", message: "The session has expired or is not valid." },
  },
  PLAN_REQUIRED: {
    status: 403,
    title: "The plan does not include this",
    message: "Your plan does not include this request.",
    happened:
      "The account's plan lacks the feature, or its history does not reach back to the fixture. current_plan is the plan of the account, required_plan the lowest one that includes the request.",
    fix: "Change to the plan named in required_plan, or ask for a fixture that your plan covers.",
    example: {
      request: "GET /v1/sports/americanfootball_nfl/props?markets=player_pass_yds",
      message: "Player props need the growth plan or above.",
    },
  },
  UNKNOWN_SPORT: {
    status: 404,
    title: "There is no such sport key",
    message: "There is no such sport key. GET /v1/sports lists them.",
    happened:
      "The sport key in the path does not exist. A key names one league or tournament, never a whole sport.",
    fix: "Take the key from GET /v1/sports.",
    example: {
      request: "GET /v1/sports/football/odds",
      message: 'There is no sport key "football". GET /v1/sports lists them.',
    },
  },
  UNKNOWN_EVENT: {
    status: 404,
    title: "There is no such fixture under this sport",
    message: "There is no fixture with this id under this sport key.",
    happened: "No fixture with this id is known under the sport key in the path.",
    fix: "Take the id from GET /v1/sports/{sport}/events and send it URL-encoded. A fixture that has started is listed there when a time window is given.",
    example: {
      request: "GET /v1/sports/icehockey_nhl/events/nobody-at-nobody/odds",
      message: 'There is no fixture "nobody-at-nobody" under icehockey_nhl.',
    },
  },
  KEY_NOT_FOUND: {
    status: 404,
    title: "There is no such API key on this account",
    message: "There is no API key with this id on the signed-in account.",
    happened: "The id in the path is not that of a key of the signed-in account.",
    fix: "Take the id from GET /v1/account/keys. It is not the key itself and not its prefix.",
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
      "The account's plan allows a number of requests each second, free ones included, whatever the number of its keys. Calls without a valid key are limited by address.",
    fix: "Wait for the number of seconds in the Retry-After header, then go on. X-RateLimit-Remaining shows what is left in the current second.",
    example: { request: "GET /v1/sports", message: "More than 10 requests in one second." },
  },
  ALLOWANCE_SPENT: {
    status: 429,
    title: "The month's allowance is used up",
    message: "The request allowance of this billing period is used up.",
    happened:
      "Calls that return prices count against the plan's allowance, and this period's is used up. Free calls go on working. This code carries no Retry-After.",
    fix: "Wait for period_resets_at of GET /v1/account/usage, or change to a larger plan: it counts from the next request.",
    example: {
      request: "GET /v1/sports/icehockey_nhl/odds",
      message: "The request allowance of this billing period is used up.",
    },
  },
  INTERNAL_ERROR: {
    status: 500,
    title: "Something failed on our side",
    message: "Something failed on our side. Quote the request id if you write to support.",
    happened: "The service failed to answer. The call cost nothing.",
    fix: "Try again after a moment. If it goes on, write to support with the request_id.",
    example: {
      request: "GET /v1/sports/icehockey_nhl/odds",
      message: "Something failed on our side. Quote the request id if you write to support.",
    },
  },
  NOT_FOUND: {
    status: 404,
    title: "There is no such endpoint",
    message: "There is no such endpoint.",
    happened: "The path is not one of the API's endpoints. Paths are case-sensitive.",
    fix: "Compare the path with the reference.",
    example: { request: "GET /v1/odds", message: "There is no such endpoint." },
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: "The endpoint does not take this method",
    message: "This endpoint does not take this method. The Allow header names those that it takes.",
    happened: "The path exists, but not with this method.",
    fix: "Use a method of the Allow response header.",
    example: {
      request: "POST /v1/sports",
      message: "This endpoint does not take this method. The Allow header names those that it takes.",
    },
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

export type ErrorCode = keyof typeof errors;

/** Every code, in the order of the catalogue. */
export const errorCodes = Object.keys(errors) as ErrorCode[];

/** The anchor of a code on the error reference page: lower case with hyphens. */
export const errorAnchor = (code: ErrorCode): string => code.toLowerCase().replaceAll("_", "-");

/** The address of a code's reference, where `docsUrl` is the public address of the docs without a trailing slash. */
export const errorDocsUrl = (docsUrl: string, code: ErrorCode): string =>
  `${docsUrl}/errors/#${errorAnchor(code)}`;
