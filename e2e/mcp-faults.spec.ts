import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningService } from "@/e2e/testing/start-service";
import { missingStores, openRealStores, type RealStores } from "@/e2e/testing/two-instances";
import { addMeteredAccount } from "@/server/account/metering/testing/metered-account";
import { toolCall } from "@/server/web/mcp/testing/tool-call";

/** Calls the same data over `/v1` and over `/mcp` during faults of the stores, and when a limit is reached. */

const print = (text: string): void => void process.stderr.write(`${text}\n`);
if (missingStores !== undefined) print(`skipped: faults of /mcp (${missingStores})`);

const sport = "icehockey_nhl";
/** Time for several calls, even if a busy machine stalls them. */
const drainSeconds = 10;
const largeAllowance = 2_000_000_000;

/** A call over `/v1`, and the tool that makes the same call. */
type Pair = readonly [path: string, tool: string, args: Readonly<Record<string, unknown>>];
const prices: Pair = [`/v1/sports/${sport}/odds?markets=h2h`, "get_odds", { league: sport }];
const usage: Pair = ["/v1/account/usage", "get_usage", {}];
const coverage: Pair = ["/v1/coverage", "get_coverage", {}];

type Outcome = {
  /** The code of the error; undefined if the call succeeded. */
  readonly code: string | undefined;
  readonly used: number;
  readonly connection: string | null;
};

describe.skipIf(missingStores !== undefined)("tools of /mcp on real stores", () => {
  let stores: RealStores;
  let service: RunningService;
  beforeAll(async () => {
    stores = await openRealStores();
    service = await stores.start("tcp");
  });
  afterAll(async () => stores?.close());

  const outcomeOf = ({ headers }: Response, code: string | undefined): Outcome => ({
    code,
    used: Number(headers.get("x-requests-used")),
    connection: headers.get("connection"),
  });

  const callRest = async (key: string, [path]: Pair, instance = service): Promise<Outcome> => {
    const response = await fetch(`${instance.url}${path}`, { headers: { "X-API-Key": key } });
    const body = (await response.json()) as { error?: { code: string } };
    expect(response.ok).toBe(body.error === undefined);
    return outcomeOf(response, body.error?.code);
  };

  const callMcp = async (key: string, [, name, args]: Pair, instance = service): Promise<Outcome> => {
    const response = await fetch(`${instance.url}/mcp`, {
      method: "POST",
      headers: { "X-API-Key": key, "Content-Type": "application/json" },
      body: JSON.stringify(toolCall(name, args)),
    });
    expect(response.status).toBe(200);
    const { result } = (await response.json()) as {
      result: { isError?: boolean; content: { text: string }[] };
    };
    const { error } = result.isError ? JSON.parse(result.content[0]?.text ?? "") : { error: undefined };
    return outcomeOf(response, error?.code);
  };

  const both = async (key: string, pair: Pair): Promise<(string | undefined)[]> => [
    (await callRest(key, pair)).code,
    (await callMcp(key, pair)).code,
  ];

  const game = async (key: string): Promise<Pair> => {
    const response = await fetch(`${service.url}/v1/sports/${sport}/events`, {
      headers: { "X-API-Key": key },
    });
    const [fixture] = (await response.json()) as { id: string }[];
    return [
      `/v1/historical/sports/${sport}/events/${fixture?.id}/odds?markets=h2h`,
      "get_line_movement",
      { league: sport, fixture_id: fixture?.id, market: "h2h" },
    ];
  };

  /** What is degraded after a free call, because an instance notices a fault of the counter store when it needs the store. */
  const degradedAfter = async (key: string): Promise<unknown> => {
    await callMcp(key, usage);
    const response = await fetch(`${service.url}/readyz`);
    return [response.status, ((await response.json()) as { degraded?: string[] }).degraded];
  };

  test("While the counter store is away, a tool returns prices and charges each call once, as /v1 does", async () => {
    const account = await addMeteredAccount(stores.database.db, { allowance: largeAllowance });
    expect((await callMcp(account.key, prices)).used).toBe(1);
    await stores.redis.stop("SIGTERM");
    await expect
      .poll(() => degradedAfter(account.key), { timeout: 60_000 })
      .toEqual([200, ["counter_store"]]);
    expect(await both(account.key, prices)).toEqual([undefined, undefined]);
    expect(await both(account.key, usage)).toEqual([undefined, undefined]);
    await stores.redis.start();
    await expect.poll(() => degradedAfter(account.key), { timeout: 60_000 }).toEqual([200, undefined]);
    expect(await both(account.key, prices)).toEqual([undefined, undefined]);
    await expect.poll(async () => (await callMcp(account.key, usage)).used).toBe(5);
  });

  test("While the database is away, a tool that reads it fails with the code of /v1 and costs nothing, and current prices are returned", async () => {
    const account = await addMeteredAccount(stores.database.db, {
      plan: "business",
      allowance: largeAllowance,
    });
    const history = await game(account.key);
    expect(await both(account.key, history)).toEqual([undefined, undefined]);
    const admin = postgres(process.env.TEST_DATABASE_URL ?? "", { max: 1, onnotice: () => undefined });
    const [row] = await stores.database.db.$client`select current_database() as name`;
    const name = String(row?.name);
    await admin.unsafe(`alter database ${name} with allow_connections false`);
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
    try {
      expect(await both(account.key, history)).toEqual(["INTERNAL_ERROR", "INTERNAL_ERROR"]);
      expect(await both(account.key, prices)).toEqual([undefined, undefined]);
      expect(await both(account.key, coverage)).toEqual([undefined, undefined]);
    } finally {
      await admin.unsafe(`alter database ${name} with allow_connections true`);
      await admin.end();
    }
    await expect.poll(() => both(account.key, history)).toEqual([undefined, undefined]);
    const before = (await callMcp(account.key, usage)).used;
    expect((await callMcp(account.key, history)).used).toBe(before + 1);
  });

  test("A spent allowance and a reached speed limit are the same errors over both, and a call over one counts for the other", async () => {
    const { db } = stores.database;
    const spent = await addMeteredAccount(db, { allowance: 2 });
    expect(await both(spent.key, prices)).toEqual([undefined, undefined]);
    expect(await both(spent.key, prices)).toEqual(["ALLOWANCE_SPENT", "ALLOWANCE_SPENT"]);
    expect(await both(spent.key, usage)).toEqual([undefined, undefined]);
    const fast = await addMeteredAccount(db, { allowance: largeAllowance, speedLimit: 1 });
    const refused = new Set<string>();
    // Repeated, because the one-second window of the limit may end during a round.
    while (refused.size < 2) {
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, async (_, call) => {
          const over = call % 2 === 0 ? callRest : callMcp;
          return [over.name, (await over(fast.key, prices)).code] as const;
        }),
      );
      for (const [over, code] of outcomes) if (code !== undefined) refused.add(`${over} ${code}`);
    }
    expect([...refused].sort()).toEqual(["callMcp SPEED_LIMIT", "callRest SPEED_LIMIT"]);
  });

  test("While the service drains, a tool returns prices, and its connection ends with the response", async () => {
    const account = await addMeteredAccount(stores.database.db, { allowance: largeAllowance });
    // An instance of its own, because the tests run in any order.
    const draining = await stores.start("tcp", { DRAIN_SECONDS: String(drainSeconds) });
    expect((await callMcp(account.key, prices, draining)).connection).not.toBe("close");
    const stopped = draining.stop("SIGTERM");
    while ((await fetch(`${draining.url}/readyz`)).status !== 503) await delay(20);
    for (const call of [callMcp, callRest])
      expect(await call(account.key, prices, draining)).toMatchObject({
        code: undefined,
        connection: "close",
      });
    await stopped;
    expect(draining.process.exitCode).toBe(0);
  });
});
