/** Each scenario: a function for requests, or `stream` for GET /v1/odds/stream and `http` for everything else. Both default to faultless. */
import { promisify } from "node:util";
import { gzip, gzipSync } from "node:zlib";
import { corsHeaders, respondNormally, sendError, sendJson, serviceHeaders } from "./respond.mjs";
import * as streams from "./streams.mjs";
import { worldSports } from "./world.mjs";

const isFirst = ({ run }, times = 1) => run.count.http <= times;
/** The fault for the first `times` requests, then faultless answers. */
const first = (fault, times = 1) => ({
  http: (context) => (isFirst(context, times) ? fault(context) : respondNormally(context)),
});
const always = (fault) => ({ http: fault });

const speedLimit = (headers) => (context) => sendError(context, "SPEED_LIMIT", { headers });
/** `Retry-After` as a date, one second after the server's own time. Dates have whole seconds, so the wait is 1 to 2 seconds. */
const speedLimitDate = (context) => {
  const ownMs = Date.now() + (context.run.clockOffsetMs ?? 0);
  const retryAt = new Date(Math.ceil((ownMs + 1000) / 1000) * 1000).toUTCString();
  return sendError(context, "SPEED_LIMIT", { headers: { "retry-after": retryAt } });
};
const internalError = (context) => sendError(context, "INTERNAL_ERROR");
const badGateway = ({ response }) =>
  response
    .writeHead(502, { ...corsHeaders, "content-type": "text/html" })
    .end("<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>");
const requestTimeout = ({ response }) => response.writeHead(408, corsHeaders).end();
const unavailable = ({ response }) =>
  response.writeHead(503, { ...corsHeaders, "content-type": "text/plain" }).end("no healthy upstream");

const body = ({ run }) => Buffer.from(JSON.stringify(run.world.boardAt(run.world.version, [worldSports[0]])));
const json = { "content-type": "application/json; charset=utf-8" };
const cutBody = (context) => {
  const bytes = body(context);
  const headers = { ...serviceHeaders(context.run, 1), ...json, "content-length": bytes.length };
  context.response.writeHead(200, headers);
  context.response.write(bytes.subarray(0, bytes.length >> 1), () => context.response.socket?.end());
};
/** The body ends in the middle without a sign: neither a length nor a broken chunk. Only the JSON is incomplete. */
const silentlyCutBody = (context) => {
  const bytes = body(context);
  context.response.writeHead(200, { ...serviceHeaders(context.run, 1), ...json });
  context.response.end(bytes.subarray(0, bytes.length >> 1));
};
const brokenGzip = (context) => {
  const bytes = gzipSync(body(context));
  bytes.fill(0x55, bytes.length >> 1);
  context.response.writeHead(200, { ...serviceHeaders(context.run, 1), ...json, "content-encoding": "gzip" });
  context.response.end(bytes);
};
const neverAnswer = () => undefined;
const slowBody = (context) => {
  context.response.writeHead(200, { ...serviceHeaders(context.run, 1), ...json });
  const timer = setInterval(() => context.response.write(" "), 50);
  context.response.on("close", () => clearInterval(timer));
};
const dropConnection = ({ request }) => request.socket.resetAndDestroy();

const MEGABYTE = 1024 * 1024;
const hugeBody = (context) => {
  const { response } = context;
  response.writeHead(200, { ...serviceHeaders(context.run, 1), ...json });
  const piece = Buffer.alloc(MEGABYTE, 0x20);
  let sent = 0;
  const pump = () => {
    while (response.writable && sent < 100) {
      sent += 1;
      if (!response.write(piece)) return response.once("drain", pump);
    }
    return response.end("[]");
  };
  pump();
};
const hugeLength = (context) => {
  const headers = { ...serviceHeaders(context.run, 1), ...json, "content-length": 100 * MEGABYTE };
  context.response.writeHead(200, headers);
  context.response.write("[");
};
// Compressed in another thread, because that takes half a second and other scenarios run meanwhile.
let bomb;
const hugeGzip = async (context) => {
  bomb ??= promisify(gzip)(Buffer.alloc(100 * MEGABYTE, 0x20));
  const body = await bomb;
  context.response.writeHead(200, { ...serviceHeaders(context.run, 1), ...json, "content-encoding": "gzip" });
  context.response.end(body);
};

const redirect = (target) => (context) => {
  const location = target(context);
  context.response.writeHead(302, { ...corsHeaders, location }).end();
};
const otherHost = ({ run, request }) =>
  `${run.otherOrigin}/${run.key}${request.url.slice(run.key.length + 1)}`;
const sameHost = ({ run }) => `/${run.key}/v1/elsewhere`;

const unknownFields = (context) => {
  const { run, path } = context;
  if (path === "/v1/bookmakers")
    return sendJson(context, [
      {
        key: "newbook",
        title: "New",
        kind: "syndicate",
        update_interval_seconds: null,
        last_update_measured: true,
        colour: "red",
      },
    ]);
  const board = run.world.boardAt(run.world.version, [worldSports[0]]);
  const decorated = board.map((fixture) => ({ ...fixture, venue: { city: "Boston" }, weather: null }));
  return sendJson(context, decorated, { cost: 1, headers: { "x-future-header": "1" } });
};
const nulls = (context) => {
  const { run, path } = context;
  if (!path.endsWith("/odds") || path.includes("historical")) return respondNormally(context);
  const board = structuredClone(run.world.boardAt(run.world.version, [worldSports[0]]));
  for (const { bookmakers } of board)
    for (const book of bookmakers) {
      book.last_update = null;
      for (const market of book.markets) market.last_update = null;
    }
  return sendJson(context, board, { cost: 1 });
};

const clockOff = (hours) => ({
  prepare: (run) => {
    run.clockOffsetMs = hours * 3_600_000;
    run.extraHeaders = () => ({ date: new Date(Date.now() + run.clockOffsetMs).toUTCString() });
  },
  http: (context) => (isFirst(context) ? speedLimitDate(context) : respondNormally(context)),
});

export const scenarios = {
  ok: {},
  rate_limit_retry_after: first(speedLimit({ "retry-after": "1" })),
  rate_limit_no_retry_after: first(speedLimit({}), 2),
  rate_limit_always: always(speedLimit({ "retry-after": "0" })),
  rate_limit_long: always(speedLimit({ "retry-after": "86400" })),
  rate_limit_unknown_code: first((context) => sendError(context, "FUTURE_LIMIT", { status: 429 })),
  allowance_spent: always((context) => sendError(context, "ALLOWANCE_SPENT")),
  error_500_once: first(internalError),
  error_500_always: always(internalError),
  error_408_once: first(requestTimeout),
  error_503_once: first(unavailable),
  bad_gateway_html_once: first(badGateway),
  bad_gateway_html: always(badGateway),
  connection_dropped_once: first(dropConnection),
  connection_dropped: always(dropConnection),
  cut_body_once: first(cutBody),
  cut_body: always(cutBody),
  cut_body_silent: always(silentlyCutBody),
  broken_gzip_once: first(brokenGzip),
  broken_gzip: always(brokenGzip),
  slow_headers_once: first(neverAnswer),
  slow_headers: always(neverAnswer),
  slow_body: always(slowBody),
  post_500: {
    http: (context) =>
      context.request.method === "POST" ? internalError(context) : respondNormally(context),
  },
  plan_required: always((context) =>
    sendError(context, "PLAN_REQUIRED", { extra: { current_plan: "free", required_plan: "growth" } }),
  ),
  unknown_code: always((context) =>
    sendError(context, "FUTURE_CODE", { status: 418, extra: { hint: "new" } }),
  ),
  unknown_fields: { http: unknownFields, stream: streams.unknownEvents },
  nulls: { http: nulls },
  clock_ahead: clockOff(1),
  clock_behind: clockOff(-1),
  redirect_other_host: { http: redirect(otherHost), stream: redirect(otherHost) },
  redirect_same_host: { http: redirect(sameHost), stream: redirect(sameHost) },
  huge_body: always(hugeBody),
  huge_body_length: always(hugeLength),
  huge_body_gzip: always(hugeGzip),
  fork: {},
  stream_cut_every_byte: { stream: streams.cutAtEveryByte, world: { fixturesPerSport: 1, bookCount: 1 } },
  stream_random_cuts: { stream: streams.cutAtRandom },
  stream_slow: { stream: streams.inSmallPieces },
  stream_other_notation: { stream: streams.otherNotation },
  stream_half_open: { stream: streams.halfOpen },
  stream_heartbeat_stops: { stream: streams.heartbeatStops },
  stream_reset_too_old: { stream: streams.resetFor("too_old") },
  stream_reset_restarted: { stream: streams.resetFor("restarted") },
  stream_reset_slow: { stream: streams.resetFor("slow") },
  stream_reset_shutdown: { stream: streams.resetFor("shutdown") },
  stream_reset_unknown: { stream: streams.resetFor("solar_flare") },
  stream_reset_cut: { stream: streams.cutAfterReset },
  stream_wrong_shape: { stream: streams.wrongShape },
  stream_late_book: { stream: streams.lateBook },
  stream_key_revoked: { stream: streams.errorMidway("INVALID_KEY") },
  stream_allowance_spent: { stream: streams.errorMidway("ALLOWANCE_SPENT") },
  stream_allowance_spent_on_resume: { stream: streams.refusedOnResume("ALLOWANCE_SPENT") },
  stream_huge_event: { stream: streams.hugeEvent },
  stream_plan_required: {
    prepare: (run) => {
      run.advanceOnPoll = true;
    },
    stream: (context) =>
      sendError(context, "PLAN_REQUIRED", { extra: { current_plan: "free", required_plan: "growth" } }),
  },
  stream_not_found: {
    prepare: (run) => {
      run.advanceOnPoll = true;
    },
    stream: (context) => sendError(context, "NOT_FOUND"),
  },
  stream_not_found_on_resume: { stream: streams.missingDuringDeploy },
  stream_too_many: {
    stream: (context) =>
      context.run.count.stream <= 1
        ? sendError(context, "SPEED_LIMIT", { headers: { "retry-after": "1" } })
        : streams.faultless(context),
  },
  stream_500_once: {
    stream: (context) =>
      context.run.count.stream <= 1 ? internalError(context) : streams.faultless(context),
  },
};
