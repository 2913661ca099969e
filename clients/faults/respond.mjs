/** The faultless answers of the service: JSON endpoints, errors, headers. */
import { createHash } from "node:crypto";
import { books, checkedItem, renderFixture, worldSports } from "./world.mjs";

const exposed =
  "x-requests-used,x-requests-remaining,x-requests-last,X-RateLimit-Limit,X-RateLimit-Remaining,X-RateLimit-Reset,X-Request-Id,X-Odds-Cursor,ETag,Retry-After,Date";
export const corsHeaders = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "X-API-Key,Authorization,Content-Type,If-None-Match,Last-Event-ID",
  "access-control-allow-methods": "GET,HEAD,POST,DELETE,OPTIONS",
  "access-control-expose-headers": exposed,
  "access-control-max-age": "600",
};

/** @returns the headers of every response of the service. `cost` is the cost of this call. */
export const serviceHeaders = (run, cost = 0) => {
  run.used += cost;
  return {
    ...corsHeaders,
    "cache-control": "private, no-cache",
    "x-requests-used": `${run.used}`,
    "x-requests-remaining": `${100_000 - run.used}`,
    "x-requests-last": `${cost}`,
    "x-ratelimit-limit": "10",
    "x-ratelimit-remaining": "9",
    "x-ratelimit-reset": "1",
    "x-request-id": run.nextRequestId(),
    ...run.extraHeaders?.(),
  };
};

export const sendJson = ({ run, request, response }, body, { status = 200, cost = 0, headers = {} } = {}) => {
  const text = JSON.stringify(body);
  const etag = `"${createHash("sha1").update(text).digest("base64url")}"`;
  if (request.method === "GET" && request.headers["if-none-match"] === etag) {
    response.writeHead(304, { ...serviceHeaders(run), etag, ...headers }).end();
    return;
  }
  const type = { "content-type": "application/json; charset=utf-8" };
  const validators = status === 200 ? { etag } : {};
  response.writeHead(status, { ...serviceHeaders(run, cost), ...type, ...validators, ...headers });
  response.end(request.method === "HEAD" ? undefined : text);
};

const statuses = {
  BAD_REQUEST: 400,
  MISSING_KEY: 401,
  INVALID_KEY: 401,
  MISSING_SESSION: 401,
  PLAN_REQUIRED: 403,
  NOT_FOUND: 404,
  UNKNOWN_SPORT: 404,
  KEY_NOT_FOUND: 404,
  SPEED_LIMIT: 429,
  ALLOWANCE_SPENT: 429,
  INTERNAL_ERROR: 500,
};
export const errorObject = (code, requestId, extra = {}) => ({
  code,
  message: `The fault server answers ${code}.`,
  docs_url: `https://oddskeeper.invalid/docs/errors/${code}`,
  request_id: requestId,
  ...extra,
});
/** Sends the error envelope. `extra` is added to the error object. */
export const sendError = (
  context,
  code,
  { status = statuses[code] ?? 400, headers = {}, extra = {} } = {},
) => {
  const all = {
    ...serviceHeaders(context.run),
    "content-type": "application/json; charset=utf-8",
    ...headers,
  };
  const body = { error: errorObject(code, all["x-request-id"], extra) };
  context.response.writeHead(status, all).end(JSON.stringify(body));
};

export const cursorOf = (run, version) => `${run.epoch}.${version}`;
/** @returns the version that a cursor names, or undefined if this run did not make the cursor. */
export const versionOf = (run, cursor) => {
  const [epoch, version] = (cursor ?? "").split(".");
  return epoch === run.epoch && /^\d+$/.test(version ?? "") ? Number(version) : undefined;
};
export const sportsOf = (query) => (query.get("sports") ?? worldSports.join(",")).split(",");

const sendChanges = (context) => {
  const { run, query } = context;
  const sports = sportsOf(query);
  if (run.advanceOnPoll) run.world.advance();
  const version = run.world.version;
  const since = versionOf(run, query.get("since"));
  const cursor = cursorOf(run, version);
  if (since === undefined) {
    const changed = run.world.boardAt(version, sports).map((fixture) => renderFixture(fixture, query));
    const body = { cursor, changed, gone: [], checked: [], reset: query.has("since") };
    return sendJson(context, body, { cost: 1 });
  }
  const changes = run.world.changesBetween(since, version, sports);
  const of = (kind) => changes.filter((change) => change.kind === kind);
  const changed = of("fixture").map(({ fixture }) => renderFixture(fixture, query));
  const gone = of("gone").map(({ sport, id, reason }) => ({ sport, id, reason }));
  const checked = worldSports
    .map((sport) => ({
      sport,
      fixtures: of("checked")
        .filter((change) => change.sport === sport)
        .map(({ fixture }) => checkedItem(renderFixture(fixture, query))),
    }))
    .filter(({ fixtures }) => fixtures.length > 0);
  const cost = changed.length + gone.length > 0 ? 1 : 0;
  return sendJson(context, { cursor, changed, gone, checked, reset: false }, { cost });
};

const sports = [
  {
    key: "basketball_nba",
    group: "Basketball",
    title: "NBA",
    description: "US Basketball",
    active: true,
    has_outrights: false,
  },
  {
    key: "icehockey_nhl",
    group: "Ice Hockey",
    title: "NHL",
    description: "US Ice Hockey",
    active: true,
    has_outrights: false,
  },
];
const markets = [
  { key: "h2h", family: "h2h", period: "full", description: "Moneyline" },
  { key: "spreads", family: "spreads", period: "full", description: "Spread" },
];
const apiKey = {
  id: "4f1c6f0e-3f5b-4d53-9a43-1f6f0c4a7f10",
  prefix: "ok_test_7Fq2LmXa",
  last_four: "9sKd",
  label: "production",
  test: true,
  created_at: "2026-11-22T18:00:00Z",
  last_used_at: null,
  revoked_at: null,
  expires_at: null,
};
const bare = ({ bookmakers: _bookmakers, unmatched_bookmakers: _unmatched, ...fixture }) => fixture;
const propsOf = (fixture) => ({
  ...bare(fixture),
  props: fixture.bookmakers.map(({ key, title, last_update }) => ({
    bookmaker: { key, title, last_update },
    player: "Player One",
    stat: "player_points",
    point: 21.5,
    outcomes: [
      { name: "Over", price: -110 },
      { name: "Under", price: -110 },
    ],
  })),
  unmatched_bookmakers: fixture.unmatched_bookmakers,
});
const edgesOf = (fixture) => ({
  ...fixture,
  bookmakers: fixture.bookmakers.map(({ key, title, markets: quoted }) => ({
    key,
    title,
    markets: quoted.map((market, index) =>
      index === 0
        ? {
            key: market.key,
            status: "recorded",
            recorded_at: fixture.commence_time,
            outcomes: market.outcomes,
          }
        : { key: market.key, status: "not_recorded", recorded_at: null, outcomes: [] },
    ),
  })),
});
const seriesOf = (fixture) => ({
  ...bare(fixture),
  archive_from: "2026-09-01T00:00:00Z",
  bookmakers: fixture.bookmakers.map(({ key, title, markets: quoted }) => ({
    key,
    title,
    markets: quoted.map((market) => ({
      key: market.key,
      movement: "no_movement",
      points: [{ recorded_at: "2026-11-22T18:00:00Z", outcomes: market.outcomes }],
    })),
  })),
  unmatched_bookmakers: fixture.unmatched_bookmakers,
});

const sendUsage = (context) =>
  sendJson(context, {
    plan: "growth",
    requests_allowance: 100_000,
    requests_used_this_period: context.run.used,
    period_resets_at: "2026-12-22T18:00:00Z",
    speed_limit_per_second: 10,
  });

/** Answers as the service would without a fault. */
export const respondNormally = (context) => {
  const { run, request, path, query } = context;
  const route = `${request.method === "HEAD" ? "GET" : request.method} ${path}`;
  if (route.startsWith("GET /v1/odds/changes")) return sendChanges(context);
  if (route === "GET /v1/sports") return sendJson(context, sports);
  if (route === "GET /v1/bookmakers") return sendJson(context, books);
  if (route === "GET /v1/markets") return sendJson(context, markets);
  if (route === "GET /v1/account/usage") return sendUsage(context);
  if (path.startsWith("/v1/account/keys")) {
    if (!request.headers.authorization?.startsWith("Bearer ")) return sendError(context, "MISSING_SESSION");
    if (request.method === "GET") return sendJson(context, [apiKey]);
    if (request.method === "POST") return sendJson(context, { ...apiKey, key: "<API_KEY>" }, { status: 201 });
    return context.response.writeHead(204, serviceHeaders(run)).end();
  }
  const [, historical, sport, rest] = /^\/v1\/(historical\/)?sports\/([^/]+)\/(.+)$/.exec(path) ?? [];
  if (sport === undefined) return sendError(context, "NOT_FOUND");
  if (!worldSports.includes(sport)) return sendError(context, "UNKNOWN_SPORT");
  const board = run.world.boardAt(run.world.version, [sport]).map((fixture) => renderFixture(fixture, query));
  const [, id, view] = /^events\/([^/]+)\/(\w+)$/.exec(rest) ?? [];
  if (id !== undefined) {
    const fixture = board.find((one) => one.id === decodeURIComponent(id));
    if (fixture === undefined) return sendError(context, "UNKNOWN_EVENT", { status: 404 });
    const shape = historical
      ? { odds: seriesOf, openers: edgesOf, closing: edgesOf }[view]
      : { odds: (one) => one, props: propsOf }[view];
    return shape === undefined
      ? sendError(context, "NOT_FOUND")
      : sendJson(context, shape(fixture), { cost: 1 });
  }
  const headers = { "x-odds-cursor": cursorOf(run, run.world.version) };
  if (rest === "events") return sendJson(context, board.map(bare));
  if (rest === "odds") return sendJson(context, board, { cost: 1, headers });
  if (rest === "props") return sendJson(context, board.map(propsOf), { cost: 1 });
  return sendError(context, "NOT_FOUND");
};
