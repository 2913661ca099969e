/**
 * A server that misbehaves on purpose: `node server.mjs` prints {"url": "http://127.0.0.1:PORT"} on one line. Each scenario of table.json has
 * the base URL `URL/SCENARIO`, below which the client calls /v1/…. Control requests, which need no key:
 *
 * - `POST URL/SCENARIO/reset` starts a new run. Options in the query: `seed`, `cuts`, `changes`.
 * - `GET URL/SCENARIO/seen` lists the requests of the run.
 * - `GET URL/SCENARIO/world` returns {version, cursor, done, counts}.
 * - `GET URL/SCENARIO/board?cursor=…&sports=…` returns the fixtures at a cursor, with endpoint 5's parameters.
 */
import { createServer } from "node:http";
import { corsHeaders, cursorOf, respondNormally, sendError, sportsOf, versionOf } from "./respond.mjs";
import { scenarios } from "./scenarios.mjs";
import { faultless } from "./streams.mjs";
import { createWorld, renderFixture } from "./world.mjs";

const MAX_SEEN = 10_000;
const runs = new Map();
let runsStarted = 0;
let connections = 0;
let otherOrigin = "";

const startRun = (key, options = {}) => {
  runsStarted += 1;
  const scenario = scenarios[key];
  let requests = 0;
  const run = {
    key,
    options,
    epoch: `c${runsStarted}x${Math.floor(Math.random() * 1e9).toString(36)}`,
    world: createWorld({ seed: Number(options.seed ?? 1), ...scenario.world }),
    startedAtMs: Date.now(),
    used: 0,
    seen: [],
    count: { http: 0, stream: 0 },
    state: {},
    done: false,
    otherOrigin,
    nextRequestId: () => {
      requests += 1;
      return `req_${key}_${requests}`;
    },
  };
  scenario.prepare?.(run);
  runs.set(key, run);
  return run;
};

const note = (run, { request, path, query, isOtherHost }) => {
  if (run.seen.length >= MAX_SEEN) return;
  const { headers } = request;
  run.seen.push({
    at_ms: Date.now() - run.startedAtMs,
    method: request.method,
    path,
    query: Object.fromEntries(query),
    key: headers["x-api-key"] ?? null,
    authorization: headers.authorization !== undefined,
    last_event_id: headers["last-event-id"] ?? null,
    if_none_match: headers["if-none-match"] ?? null,
    accept: headers.accept ?? null,
    accept_encoding: headers["accept-encoding"] ?? null,
    user_agent: headers["user-agent"] ?? null,
    connection: request.socket.connectionNumber,
    other_host: isOtherHost,
  });
};

const sendControl = (response, body, status = 200) =>
  response
    .writeHead(status, { ...corsHeaders, "content-type": "application/json", "cache-control": "no-store" })
    .end(JSON.stringify(body));

const control = (run, { request, response, path, query }) => {
  if (request.method === "POST" && path === "/reset")
    return sendControl(response, { epoch: startRun(run.key, Object.fromEntries(query)).epoch });
  if (path === "/seen") return sendControl(response, run.seen);
  const { version } = run.world;
  if (path === "/world")
    return sendControl(response, {
      version,
      cursor: cursorOf(run, version),
      done: run.done,
      counts: run.count,
    });
  if (path === "/board") {
    const at = query.has("cursor") ? versionOf(run, query.get("cursor")) : version;
    if (at === undefined) return sendControl(response, { error: "unknown cursor" }, 404);
    const board = run.world.boardAt(at, sportsOf(query)).map((fixture) => renderFixture(fixture, query));
    return sendControl(response, board);
  }
  return sendControl(response, { error: "no such control" }, 404);
};

const isKeyMissing = ({ request, path }) =>
  !path.startsWith("/v1/account/keys") && !request.headers["x-api-key"];

const answer = (request, response, isOtherHost) => {
  const url = new URL(request.url, "http://127.0.0.1");
  const [, key = "", path = "/"] = /^\/([^/]*)(\/.*)?$/.exec(url.pathname) ?? [];
  const scenario = Object.hasOwn(scenarios, key) ? scenarios[key] : undefined;
  if (scenario === undefined) return sendControl(response, { error: "no such scenario" }, 404);
  const run = runs.get(key) ?? startRun(key);
  const context = { run, request, response, path, query: url.searchParams, isOtherHost };
  if (request.method === "OPTIONS") return response.writeHead(204, corsHeaders).end();
  if (!path.startsWith("/v1/")) return control(run, context);
  note(run, context);
  if (isOtherHost) return respondNormally(context);
  if (isKeyMissing(context)) return sendError(context, "MISSING_KEY");
  const isStream = path === "/v1/odds/stream";
  run.count[isStream ? "stream" : "http"] += 1;
  const handle = isStream ? (scenario.stream ?? faultless) : (scenario.http ?? respondNormally);
  return handle(context);
};

const listen = async (isOtherHost) => {
  const server = createServer((request, response) => {
    response.on("error", () => undefined);
    answer(request, response, isOtherHost);
  });
  // After the default of 5 s, a client could send a request on a connection that the server is closing.
  server.keepAliveTimeout = 0;
  server.on("connection", (socket) => {
    connections += 1;
    socket.connectionNumber = connections;
    socket.on("error", () => undefined);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server.address().port;
};

otherOrigin = `http://localhost:${await listen(true)}`;
const url = `http://127.0.0.1:${await listen(false)}`;
process.stdout.write(`${JSON.stringify({ url })}\n`);
// The parent's end closes standard input, so no server outlives its test. A terminal or /dev/null doesn't count.
if (process.env.FAULTS_EXIT_WITH_STDIN === "1") process.stdin.resume().on("end", () => process.exit(0));
