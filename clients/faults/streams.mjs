/** Streams with faults. Each function answers one GET /v1/odds/stream. */
import { cursorOf, errorObject, sendError, serviceHeaders, sportsOf, versionOf } from "./respond.mjs";
import { books, checkedItem, renderFixture, seededRandom, worldSports } from "./world.mjs";

const frame = (event, data, id) =>
  `event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

const heartbeat = ({ run }) => {
  const cursor = cursorOf(run, run.world.version);
  return frame("heartbeat", { as_of: run.world.asOf(), cursor, late: [] }, cursor);
};

/** `reset` has the id of an empty board, which leads to snapshots. Clients that keep their board also keep their own cursor. */
const resetFrame = ({ run }, reason) => frame("reset", { reason }, `${run.epoch}.none`);

/** One `snapshot` per sport. Only the last has an id: a client that has part of the snapshots can't resume. */
const snapshots = ({ run, query }) => {
  const { version } = run.world;
  const sports = sportsOf(query);
  return sports.map((sport, index) => {
    const fixtures = run.world.boardAt(version, [sport]).map((fixture) => renderFixture(fixture, query));
    return frame(
      "snapshot",
      { sport, fixtures },
      index === sports.length - 1 ? cursorOf(run, version) : undefined,
    );
  });
};

/** Everything that changed after version `from`, one event per fixture. Only the last event has an id, because the order is not the order of commits. */
const changesSince = ({ run, query }, from) => {
  const to = run.world.version;
  const changes = run.world.changesBetween(from, to, sportsOf(query));
  return changes.map(({ kind, sport, id, fixture, reason }, index) => {
    const cursor = index === changes.length - 1 ? cursorOf(run, to) : undefined;
    if (kind === "gone") return frame("gone", { sport, id, reason }, cursor);
    const rendered = renderFixture(fixture, query);
    return kind === "checked"
      ? frame("checked", { sport, fixtures: [checkedItem(rendered)] }, cursor)
      : frame("fixture", rendered, cursor);
  });
};

const opening = ({ run, request, query }, retryMs) => {
  const context = { run, query };
  const lastEventId = request.headers["last-event-id"] ?? query.get("lastEventId") ?? undefined;
  const from = versionOf(run, lastEventId);
  const open = {
    plan: "growth",
    streams_used: 1,
    streams_allowed: 2,
    cursor: cursorOf(run, run.world.version),
  };
  const start = [`: connected\n\nretry: ${retryMs}\n\n`, frame("open", open)];
  if (from !== undefined) return [...start, ...changesSince(context, from)];
  const reset = lastEventId === undefined ? [] : [resetFrame(context, "too_old")];
  return [...start, ...reset, ...snapshots(context)];
};

/** Starts the response and writes the opening. @returns functions that write to the stream. Timers end with the connection. */
const open = (context, { retryMs = 20, extraOpening = [] } = {}) => {
  const { run, response } = context;
  response.writeHead(200, {
    ...serviceHeaders(run, 1),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  const timers = [];
  response.on("close", () => timers.forEach(clearInterval));
  const write = (text) => response.writable && response.write(text);
  for (const text of [...opening(context, retryMs), ...extraOpening]) write(text);
  let sentVersion = run.world.version;
  /** Writes what changed since the last flush. Other streams of the run may have advanced the world. */
  const flush = () => {
    for (const text of changesSince(context, sentVersion)) write(text);
    sentVersion = run.world.version;
  };
  return {
    write,
    flush,
    writeSnapshots: () => {
      for (const text of snapshots(context)) write(text);
      sentVersion = run.world.version;
    },
    every: (ms, action) => timers.push(setInterval(action, ms)),
    after: (ms, action) => timers.push(setTimeout(action, ms)),
  };
};

const beat = (context, stream, everyMs = 100) =>
  stream.every(everyMs, () => {
    stream.flush();
    stream.write(heartbeat(context));
  });

/** Advances the world by one change and writes it. */
const change = (context, stream, kind) => {
  context.run.world.advance(kind);
  stream.flush();
};

/** Sends a change every 10 ms until the world has `changes` versions (default 50), then only heartbeats. */
export const faultless = (context) => {
  const stream = open(context);
  beat(context, stream);
  const last = Number(context.run.options.changes ?? 50);
  stream.every(10, () => context.run.world.version < last && change(context, stream));
};

/** Ends the connection after `bytes`, in one of three ways: a FIN or an RST before the end of the body, or the end of the body. */
const cut = ({ response }, bytes, way) => {
  response.write(bytes, () => {
    if (way === "end") response.end();
    else if (way === "reset") response.socket?.resetAndDestroy();
    else response.socket?.end();
  });
};

/** Each connection sends one change and ends one byte later than the connection before it. */
export const cutAtEveryByte = (context) => {
  const { run } = context;
  const stream = open(context, { retryMs: 1 });
  if (run.done) return beat(context, stream, 50);
  const from = run.world.version;
  run.world.advance("price");
  const bytes = Buffer.from(changesSince(context, from).join(""));
  const offset = run.state.offset ?? 0;
  run.state.offset = offset + 1;
  if (offset <= bytes.length) return cut(context, bytes.subarray(0, offset), "fin");
  run.done = true;
  return beat(context, stream, 50);
};

/** Ends 1,000 connections (option `cuts`) at random bytes, while the world changes during and between connections. Then the stream stays. */
export const cutAtRandom = (context) => {
  const { run, response } = context;
  run.state.random ??= seededRandom(Number(run.options.seed ?? 1) + 7);
  const { random } = run.state;
  const below = (limit) => Math.floor(random() * limit);
  const cuts = Number(run.options.cuts ?? 1000);
  if (run.count.stream > cuts) {
    run.done = true;
    return beat(context, open(context, { retryMs: 1 }), 50);
  }
  for (let n = below(4); n > 0; n -= 1) run.world.advance();
  const texts = opening(context, 1);
  // Every fourth connection may end before it has caught up. If more did, clients would mostly wait ever longer.
  const spared = random() < 0.25 ? 0 : Buffer.byteLength(texts.join(""));
  for (let n = below(7); n > 0; n -= 1) {
    const from = run.world.version;
    for (let m = 1 + below(3); m > 0; m -= 1) run.world.advance();
    texts.push(...changesSince(context, from));
    if (random() < 0.2) texts.push(heartbeat(context));
  }
  const bytes = Buffer.from(texts.join(""));
  response.writeHead(200, {
    ...serviceHeaders(run, 1),
    "content-type": "text/event-stream",
    "cache-control": "no-store",
  });
  const way = ["fin", "reset", "end"][below(3)];
  return cut(context, bytes.subarray(0, spared + below(bytes.length - spared + 1)), way);
};

/** Writes the opening and 20 changes in pieces of 1 to 7 bytes. */
export const inSmallPieces = (context) => {
  const { run, response } = context;
  const texts = opening(context, 20);
  while (run.world.version < 20) {
    const from = run.world.version;
    run.world.advance();
    texts.push(...changesSince(context, from));
  }
  const bytes = Buffer.from(texts.join(""));
  response.writeHead(200, { ...serviceHeaders(run, 1), "content-type": "text/event-stream" });
  response.socket?.setNoDelay(true);
  let offset = 0;
  const timer = setInterval(() => {
    for (let n = 0; n < 20; n += 1) {
      const size = 1 + (offset % 7);
      response.write(bytes.subarray(offset, offset + size));
      offset += size;
    }
    if (offset < bytes.length) return;
    clearInterval(timer);
    const beats = setInterval(() => response.write(heartbeat(context)), 50);
    response.on("close", () => clearInterval(beats));
  }, 1);
  response.on("close", () => clearInterval(timer));
};

/** The first connection sends the opening, then nothing, and stays open. Later connections are faultless. */
export const halfOpen = (context) => {
  if (context.run.count.stream > 1) return faultless(context);
  return open(context);
};

/** The first connection sends two heartbeats, then only comments. Later connections are faultless. */
export const heartbeatStops = (context) => {
  if (context.run.count.stream > 1) return faultless(context);
  const stream = open(context);
  stream.write(heartbeat(context));
  stream.write(heartbeat(context));
  return stream.every(50, () => stream.write(": still here\n\n"));
};

/**
 * The first connection sends three changes, then `reset` and new snapshots. Meanwhile a fixture went without `gone`, so a client that keeps its
 * board is wrong. With `shutdown`, the connection ends instead, and the next one resumes.
 */
export const resetFor = (reason) => (context) => {
  const { run } = context;
  if (run.count.stream > 1) return beat(context, open(context));
  const stream = open(context);
  beat(context, stream, 50);
  for (let n = 0; n < 3; n += 1) change(context, stream);
  return stream.after(30, () => {
    run.world.advance("gone");
    run.done = true;
    stream.write(`${reason === "shutdown" ? "retry: 30\n" : ""}${resetFrame(context, reason)}`);
    if (reason === "shutdown") return context.response.end();
    stream.writeSnapshots();
    return change(context, stream, "price");
  });
};

/** The first connection ends within a rebuild: after `reset` and the first of the snapshots. Later connections are faultless. */
export const cutAfterReset = (context) => {
  const { run } = context;
  if (run.count.stream > 1) {
    run.done = true;
    return beat(context, open(context));
  }
  const stream = open(context);
  change(context, stream, "price");
  return stream.after(30, () => {
    run.world.advance("gone");
    stream.write(resetFrame(context, "slow"));
    stream.write(snapshots(context)[0]);
    context.response.end();
  });
};

/** Known events that lack a field. */
const wrongShapes = [
  frame("checked", { sport: worldSports[0] }),
  frame("snapshot", { sport: worldSports[0] }),
  frame("fixture", { sport_key: worldSports[0], bookmakers: [] }),
  frame("gone", { sport: worldSports[0] }),
  frame("reset", {}),
];

/** Each of the first connections sends a change, then an event of a wrong shape. Later connections are faultless. */
export const wrongShape = (context) => {
  const text = wrongShapes[context.run.count.stream - 1];
  if (text === undefined) return faultless(context);
  const stream = open(context, { retryMs: 1 });
  change(context, stream, "price");
  return stream.after(20, () => stream.write(text));
};

/** No prices change, and the heartbeats, whose cursor is only in their data, begin to name a late book. */
export const lateBook = (context) => {
  const { run } = context;
  const stream = open(context);
  const cursor = cursorOf(run, run.world.version);
  return stream.every(50, () =>
    stream.write(frame("heartbeat", { as_of: run.world.asOf(), cursor, late: [books[0].key] })),
  );
};

/** The first connection ends after a change. An old instance and a proxy without one answer 404. Later connections are faultless. */
export const missingDuringDeploy = (context) => {
  const { run, response } = context;
  if (run.count.stream === 2) return sendError(context, "NOT_FOUND");
  if (run.count.stream === 3)
    return response.writeHead(404, { "content-type": "text/plain" }).end("no such service");
  if (run.count.stream > 3) return faultless(context);
  const stream = open(context);
  change(context, stream, "price");
  return stream.after(20, () => response.end());
};

/** Sends a change, then an `error` event, and ends. Later connections are refused with the same code. */
export const errorMidway = (code) => (context) => {
  const { run } = context;
  if (run.count.stream > 1) return sendError(context, code);
  const stream = open(context);
  change(context, stream, "price");
  return stream.after(20, () => {
    stream.write(frame("error", errorObject(code, run.nextRequestId())));
    context.response.end();
  });
};

/** The connection ends after a change. The resume is refused. */
export const refusedOnResume = (code) => (context) => {
  if (context.run.count.stream > 1) return sendError(context, code);
  const stream = open(context);
  change(context, stream, "price");
  return stream.after(20, () => context.response.end());
};

/** Unknown events, and unknown fields in known events. */
export const unknownEvents = (context) => {
  const stream = open(context, {
    extraOpening: [
      frame("odds_v9", { anything: [1, 2] }, cursorOf(context.run, context.run.world.version)),
      "event: not_json\ndata: {not json\n\n",
      "unknown-field: 1\nevent: weather\ndata: sunny\n\n",
    ],
  });
  beat(context, stream, 50);
  stream.every(10, () => {
    if (context.run.world.version >= 10) return;
    const from = context.run.world.version;
    context.run.world.advance();
    for (const text of changesSince(context, from))
      stream.write(text.replace("data: {", 'data: {"future_field":{"nested":[null]},'));
  });
};

/** The same events in every notation that the standard allows: BOM, CR, CRLF, comments, several data lines, a field without a colon. */
export const otherNotation = (context) => {
  const { run, response } = context;
  const texts = opening(context, 20);
  const endings = ["\r\n", "\r", "\n"];
  let n = 0;
  const rewrite = (text) => {
    n += 1;
    const ending = endings[n % 3];
    const spread = text.replaceAll(/^data: (.*)$/gm, (_line, data) =>
      data.replaceAll(/,(?=")/g, ",\ndata:").replace(/^/, "data:"),
    );
    return `:comment${ending}data-less${ending}${spread.replaceAll("\n", ending)}`;
  };
  response.writeHead(200, { ...serviceHeaders(run, 1), "content-type": "text/event-stream" });
  response.write(`\uFEFF${texts.map(rewrite).join("")}`);
  const timer = setInterval(() => {
    if (run.world.version >= 20) return response.write(rewrite(heartbeat(context)));
    const from = run.world.version;
    run.world.advance();
    for (const text of changesSince(context, from)) response.write(rewrite(text));
  }, 10);
  response.on("close", () => clearInterval(timer));
};

/** After the opening, one event whose data never ends (100 MB, then the connection ends). Later connections are faultless. */
export const hugeEvent = (context) => {
  if (context.run.count.stream > 1) return faultless(context);
  const stream = open(context);
  stream.write('event: fixture\ndata: {"id":"');
  const piece = "x".repeat(1024 * 1024);
  let sent = 0;
  const { response } = context;
  const pump = () => {
    while (response.writable && sent < 100) {
      sent += 1;
      if (!response.write(piece)) return response.once("drain", pump);
    }
    return response.end();
  };
  return pump();
};
