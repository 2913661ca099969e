import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Board } from "../src/board";
import { Oddskeeper } from "../src/client";
import type { StreamOptions } from "../src/follow";
import { hasAll, open, sports, takeBoards, takeEvents } from "./testing/collect";
import { type FaultServer, faultTable, startFaultServer } from "./testing/fault-server";

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer();
});
afterAll(() => server.stop());

const versionOf = ({ cursor }: Board): number => Number(cursor?.split(".")[1]);

/** The stream recovers from the fault and reaches this version of the board. */
const reaches = async (key: string, version: number, options: StreamOptions = {}): Promise<void> => {
  const scenario = server.scenario(key);
  const stream = await open(scenario, options);
  await takeBoards(scenario, stream, (board) => versionOf(board) === version);
};

/** The first connection goes silent, and the stream reaches this version by another one. */
const outlivesSilence = (key: string): Promise<void> => reaches(key, 50, { heartbeatTimeoutMs: 4000 });

/** The stream reports this reason once, in one board, and continues. Each of its boards equals the server's. */
const resets = (key: string, reason: string) => async (): Promise<void> => {
  const scenario = server.scenario(key);
  const stream = await open(scenario);
  const boards = await takeBoards(scenario, stream, hasAll(scenario));
  expect(boards.map((board) => board.reset).filter((one) => one !== undefined)).toEqual([reason]);
};

/** The stream ends with this code, and the client connects no more. */
const endsWith = (key: string, code: string, connections: number) => async (): Promise<void> => {
  const scenario = server.scenario(key);
  const stream = await open(scenario);
  await expect(takeBoards(scenario, stream, () => false)).rejects.toMatchObject({ code });
  expect((await scenario.seen()).length).toBe(connections);
};

/** The stream is refused, so the client polls. */
const polls = (key: string) => async (): Promise<void> => {
  const scenario = server.scenario(key);
  const stream = await open(scenario, { pollEveryMs: 5 });
  // A busy caller gets several versions in one board.
  const boards = await takeBoards(scenario, stream, (board) => versionOf(board) >= 40);
  expect(new Set(boards.map(({ source }) => source))).toEqual(new Set(["changes"]));
  const paths = (await scenario.seen()).map(({ path }) => path);
  expect(paths.indexOf("/v1/odds/changes")).toBe(1);
  expect(paths.lastIndexOf("/v1/odds/stream")).toBe(0);
};

const refusesRedirect = (key: string) => async (): Promise<void> => {
  const scenario = server.scenario(key);
  const stream = await open(scenario);
  await expect(takeBoards(scenario, stream, () => false)).rejects.toMatchObject({ code: "REDIRECT" });
  expect(await scenario.seen()).toMatchObject([{ other_host: false }]);
};

const checks: Readonly<Record<string, () => Promise<void>>> = {
  unknown_fields: async () => {
    const scenario = server.scenario("unknown_fields");
    const stream = await open(scenario);
    const events = await takeEvents(stream.events(), (event) => event.cursor?.endsWith(".10") === true);
    const unknown = events.flatMap((event) => (event.type === "unknown" ? [[event.name, event.data]] : []));
    expect(unknown).toEqual([
      ["odds_v9", { anything: [1, 2] }],
      ["not_json", "{not json"],
      ["weather", "sunny"],
    ]);
    expect(events.find(({ type }) => type === "fixture")?.data).toMatchObject({
      future_field: { nested: [null] },
    });
  },
  redirect_other_host: refusesRedirect("redirect_other_host"),
  redirect_same_host: refusesRedirect("redirect_same_host"),
  stream_cut_every_byte: async () => {
    const scenario = server.scenario("stream_cut_every_byte");
    const stream = await open(scenario);
    await takeBoards(scenario, stream, hasAll(scenario));
    const { counts } = await scenario.world();
    // The event has more bytes than this, and each cut needs a connection of its own.
    expect(counts.stream).toBeGreaterThan(400);
  },
  stream_random_cuts: async () => {
    const scenario = server.scenario("stream_random_cuts");
    const stream = await open(scenario, {}, { cuts: "1000" });
    const boards = await takeBoards(scenario, stream, hasAll(scenario));
    expect((await scenario.world()).counts.stream).toBe(1001);
    expect(boards.filter(({ isAtCursor }) => isAtCursor).length).toBeGreaterThan(50);
  },
  stream_slow: () => reaches("stream_slow", 20),
  stream_other_notation: () => reaches("stream_other_notation", 20),
  stream_half_open: async () => {
    await outlivesSilence("stream_half_open");
    const [, second] = await server.scenario("stream_half_open").seen();
    expect(second?.last_event_id).toMatch(/\.0$/);
  },
  stream_heartbeat_stops: () => outlivesSilence("stream_heartbeat_stops"),
  stream_reset_too_old: resets("stream_reset_too_old", "too_old"),
  stream_reset_restarted: resets("stream_reset_restarted", "restarted"),
  stream_reset_slow: resets("stream_reset_slow", "slow"),
  stream_reset_shutdown: async () => {
    await resets("stream_reset_shutdown", "shutdown")();
    const [, second] = await server.scenario("stream_reset_shutdown").seen();
    expect(second?.last_event_id).toMatch(/\.\d+$/);
  },
  stream_reset_unknown: resets("stream_reset_unknown", "solar_flare"),
  stream_reset_cut: async () => {
    await resets("stream_reset_cut", "slow")();
    const [, second] = await server.scenario("stream_reset_cut").seen();
    expect(second?.last_event_id).toBeNull();
  },
  stream_wrong_shape: async () => {
    const scenario = server.scenario("stream_wrong_shape");
    const stream = await open(scenario);
    const events = await takeEvents(stream.events(), ({ cursor }) => cursor?.endsWith(".50") === true);
    const lost = events.flatMap((event) => (event.type === "disconnected" ? [event.data.error.code] : []));
    expect(lost).toEqual(Array(5).fill("INVALID_RESPONSE"));
    expect((await scenario.seen()).slice(1).map((one) => one.last_event_id)).not.toContain(null);
    await reaches("stream_wrong_shape", 50);
  },
  stream_late_book: async () => {
    const scenario = server.scenario("stream_late_book");
    const stream = await open(scenario);
    const boards = await takeBoards(scenario, stream, ({ late }) => late.length > 0);
    expect(boards.at(-1)?.late).toEqual(["northline"]);
  },
  stream_key_revoked: endsWith("stream_key_revoked", "INVALID_KEY", 1),
  stream_allowance_spent: endsWith("stream_allowance_spent", "ALLOWANCE_SPENT", 1),
  stream_allowance_spent_on_resume: endsWith("stream_allowance_spent_on_resume", "ALLOWANCE_SPENT", 2),
  stream_huge_event: () => reaches("stream_huge_event", 50),
  stream_plan_required: polls("stream_plan_required"),
  stream_not_found: polls("stream_not_found"),
  stream_not_found_on_resume: async () => {
    await reaches("stream_not_found_on_resume", 50);
    const seen = await server.scenario("stream_not_found_on_resume").seen();
    expect(seen.map(({ path }) => path)).toEqual(Array(4).fill("/v1/odds/stream"));
    expect(seen.slice(1).map((one) => one.last_event_id)).not.toContain(null);
  },
  stream_too_many: async () => {
    await reaches("stream_too_many", 50);
    const [first, second] = await server.scenario("stream_too_many").seen();
    expect((second?.at_ms ?? 0) - (first?.at_ms ?? 0)).toBeGreaterThanOrEqual(999);
  },
  stream_500_once: () => reaches("stream_500_once", 50),
};

// Over a thousand connections take half a minute on an idle machine.
describe.concurrent("each fault of the table has the outcome that the table states", {
  timeout: 1_200_000,
}, () => {
  it.each(Object.entries(checks))("%s", (_key, check) => check());
});

it("every fault of a stream in the table is tested", () => {
  const keys = faultTable.filter(({ kind }) => kind !== "http").map(({ key }) => key);
  expect(Object.keys(checks).toSorted()).toEqual(keys.toSorted());
});

describe("a stream", () => {
  it("ends quietly when it is closed, and frees its connection", async () => {
    const scenario = server.scenario("ok");
    const stream = await open(scenario);
    for await (const _board of stream) stream.close();
    for await (const _board of stream) throw new Error("A closed stream has no boards.");
    expect((await scenario.seen()).length).toBe(1);
  });

  it("ends with ABORTED when the caller's signal is aborted", async () => {
    const controller = new AbortController();
    const stream = await open(server.scenario("ok"), { signal: controller.signal });
    const loop = async () => {
      for await (const _board of stream) controller.abort();
    };
    await expect(loop()).rejects.toMatchObject({ code: "ABORTED" });
  });

  it("sends the caller's parameters, and gives prices and times in the formats asked for", async () => {
    const { baseUrl, reset, seen } = server.scenario("ok");
    // Later versions of the board have no fixture of this sport.
    await reset({ changes: "0" });
    const client = new Oddskeeper({ apiKey: "k", baseUrl });
    const params = {
      markets: ["h2h"],
      bookmakers: "northline",
      oddsFormat: "decimal",
      dateFormat: "unix",
    } as const;
    for await (const board of client.odds.stream({ sports: ["basketball_nba"], ...params })) {
      const [fixture] = board.sport("basketball_nba");
      expect(fixture?.commence_time).toBeTypeOf("number");
      expect(fixture?.bookmakers[0]?.markets[0]?.outcomes[0]?.price).toBeLessThan(10);
      expect(board.fixture(fixture?.id ?? "")).toBe(fixture);
      break;
    }
    expect((await seen())[0]?.query).toEqual({ sports: "basketball_nba", ...params, markets: "h2h" });
  });

  it("never changes a board that it has given away", async () => {
    const scenario = server.scenario("ok");
    const stream = await open(scenario);
    let first: string | undefined;
    let kept: (() => string) | undefined;
    for await (const board of stream) {
      kept ??= () => JSON.stringify(board.fixtures);
      first ??= kept();
      if (board.cursor?.endsWith(".50")) break;
    }
    expect(kept?.()).toBe(first);
  });

  it("reconnects at once when the machine has slept", async () => {
    const stream = await open(server.scenario("stream_half_open"), { heartbeatTimeoutMs: 4000 });
    const { now } = Date;
    const events = await takeEvents(stream.events(), ({ type }) => {
      // The wall clock moves on while the process stands still.
      if (type === "snapshot") vi.spyOn(Date, "now").mockImplementation(() => now() + 3_600_000);
      return type === "disconnected";
    }).finally(() => vi.restoreAllMocks());
    const lost = events.at(-1);
    expect(lost?.type === "disconnected" && lost.data.error.message).toBe("The machine slept.");
  });

  it("gives up after its retries if the service was never reached", async () => {
    const client = new Oddskeeper({ apiKey: "k", baseUrl: "http://127.0.0.1:9", maxRetries: 1 });
    const stream = client.odds.stream({ sports });
    await expect(takeEvents(stream.events(), () => false)).rejects.toMatchObject({
      code: "CONNECTION_ERROR",
    });
  });

  const onceOpen = 'retry: 1\nevent: snapshot\nid: 1\ndata: {"sport":"icehockey_nhl","fixtures":[]}\n\n';
  const asStream = (text: string) => () =>
    new Response(text, { headers: { "content-type": "text/event-stream" } });
  const page = () => new Response("<html>", { headers: { "content-type": "text/html" } });
  const unreachable = (): Response => {
    throw new TypeError("unreachable");
  };
  /** A stream whose attempts have these outcomes, one after the other. The last one repeats. */
  const scripted = (outcomes: readonly (() => Response)[]) => {
    const seen: (string | null)[] = [];
    const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
      seen.push(new Headers(init.headers).get("last-event-id"));
      return (outcomes[seen.length - 1] ?? outcomes.at(-1) ?? unreachable)();
    };
    const client = new Oddskeeper({ apiKey: "k", baseUrl: "http://127.0.0.1:9", maxRetries: 2, fetch });
    return { stream: client.odds.stream({ sports: "icehockey_nhl" }), seen };
  };

  it("outlives an outage in which a proxy's page follows many failed connections", async () => {
    const heartbeat = 'event: heartbeat\nid: 2\ndata: {"as_of":"2026-11-22T18:00:00Z","cursor":"2"}\n\n';
    const outage = [unreachable, unreachable, unreachable, page, page];
    const { stream, seen } = scripted([asStream(onceOpen), ...outage, asStream(heartbeat)]);
    await takeEvents(stream.events(), ({ type }) => type === "heartbeat");
    expect(seen).toEqual([null, "1", "1", "1", "1", "1", "1"]);
  });

  it("opens connections that break early less and less often, also after the service has stated a wait", async () => {
    const { stream } = scripted([asStream(onceOpen)]);
    const waitsMs: number[] = [];
    // On a busy machine a connection lives for 10 ms, which is not early for a stated wait of 1 ms.
    vi.spyOn(performance, "now").mockReturnValue(0);
    await takeEvents(stream.events(), (event) => {
      if (event.type === "disconnected") waitsMs.push(event.data.retryInMs);
      return waitsMs.length === 8;
    }).finally(() => vi.restoreAllMocks());
    expect(waitsMs[0]).toBeLessThanOrEqual(1);
    // Jitter takes at most half of 32 times the wait.
    expect(Math.min(...waitsMs.slice(5))).toBeGreaterThanOrEqual(16);
  });

  it("counts failures until a board is complete up to a cursor, whatever ids other events have", async () => {
    const events = [
      'reset\nid: none\ndata: {"reason":"too_old"}',
      'heartbeat\nid: 2\ndata: {"as_of":"2026-11-22T18:00:00Z","cursor":"2"}',
      'snapshot\ndata: {"sport":"icehockey_nhl","fixtures":[]}',
    ];
    const incomplete = `retry: 1\n\n${events.map((event) => `event: ${event}\n\n`).join("")}`;
    // Each connection lives long enough not to count as short.
    let nowMs = 0;
    vi.spyOn(performance, "now").mockImplementation(() => {
      nowMs += 1000;
      return nowMs;
    });
    const { stream } = scripted([asStream(incomplete)]);
    const waitsMs: number[] = [];
    await takeEvents(stream.events(), (event) => {
      if (event.type === "disconnected") waitsMs.push(event.data.retryInMs);
      return waitsMs.length === 8;
    }).finally(() => vi.restoreAllMocks());
    // Jitter takes at most half of 128 times the wait.
    expect(waitsMs[7]).toBeGreaterThanOrEqual(64);
  });

  it("ends with INVALID_RESPONSE if the changes that it polls have a wrong shape", async () => {
    const fetch = async (url: string): Promise<Response> =>
      url.includes("/changes")
        ? new Response('{"cursor":"1","reset":false}')
        : new Response('{"error":{"code":"PLAN_REQUIRED"}}', { status: 403 });
    const client = new Oddskeeper({ apiKey: "k", baseUrl: "http://127.0.0.1:9", maxRetries: 0, fetch });
    await expect(takeEvents(client.odds.stream({ sports }).events(), () => false)).rejects.toMatchObject({
      code: "INVALID_RESPONSE",
    });
  });

  it("ends after more unreadable responses without progress than it has retries", async () => {
    const { stream, seen } = scripted([asStream(onceOpen), page]);
    await expect(takeEvents(stream.events(), () => false)).rejects.toMatchObject({
      code: "INVALID_RESPONSE",
    });
    expect(seen.length).toBe(4);
  });

  it("resumes from its own cursor after a shutdown whose event has another id", async () => {
    const shutdown = 'retry: 1\nevent: reset\nid: none\ndata: {"reason":"shutdown"}\n\n';
    const { stream, seen } = scripted([asStream(onceOpen + shutdown), asStream("event: open\ndata: {}\n\n")]);
    await takeEvents(stream.events(), ({ type }) => type === "open");
    expect(seen).toEqual([null, "1"]);
  });

  it("reports each lost connection among its events", async () => {
    const stream = await open(server.scenario("stream_reset_shutdown"));
    const events = await takeEvents(stream.events(), ({ type }) => type === "disconnected");
    const lost = events.at(-1);
    expect(lost?.type === "disconnected" && lost.data.error.code).toBe("CONNECTION_ERROR");
  });

  it("can be told not to poll", async () => {
    const stream = await open(server.scenario("stream_plan_required"), { fallsBack: false });
    await expect(takeEvents(stream.events(), () => false)).rejects.toMatchObject({
      code: "PLAN_REQUIRED",
      requiredPlan: "growth",
    });
  });
});
