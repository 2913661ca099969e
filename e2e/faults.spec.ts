import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { maxDurationMs, requestWithKey, startLoad, successful, tally } from "@/e2e/testing/start-load";
import type { RunningService } from "@/e2e/testing/start-service";
import { missingStores, openRealStores, pricesPath, type RealStores } from "@/e2e/testing/two-instances";
import { addMeteredAccount, type MeteredAccount } from "@/server/account/metering/testing/metered-account";

/**
 * Two instances share one PostgreSQL and one Redis. A fault of a store or an instance must not lose a charge or charge a call twice. A
 * fault of Redis must not cause a 5xx either.
 */

/** How long Redis is unavailable. The database is unavailable for half of this time. */
const outageMs = 1_000 * Number(process.env.FAULT_SECONDS ?? 3);

const print = (text: string): void => void process.stderr.write(`${text}\n`);
if (missingStores !== undefined) print(`skipped: faults on two instances (${missingStores})`);

describe.skipIf(missingStores !== undefined)("two instances on real stores", () => {
  let stores: RealStores;
  const instances: RunningService[] = [];
  beforeAll(async () => {
    stores = await openRealStores();
  });
  /** Starts the first `count` instances, except for those that still run. Two tests end instances. */
  const startInstances = async (count = 2): Promise<void> => {
    for (let index = 0; index < count; index++) {
      const { exitCode, signalCode } = instances[index]?.process ?? { exitCode: 0 };
      if (exitCode !== null || signalCode !== null) instances[index] = await stores.start("tcp");
    }
  };
  afterAll(async () => stores?.close());
  afterEach(({ task }) => {
    if (task.result?.state !== "fail") return;
    for (const instance of instances) print(`--- ${instance.url}\n${instance.printed().slice(-4_000)}`);
  });

  /** An allowance so large that no call waits for the instances to report their charges. */
  const largeAllowance = { allowance: 2_000_000_000 };
  const urls = (path = pricesPath): string[] =>
    instances.map(({ url }) => `${url.replace("localhost", "127.0.0.1")}${path}`);

  type Usage = { readonly requests_used_this_period: number };
  /** The number of requests used, as each instance reports it. */
  const readUsed = (account: MeteredAccount, of = urls("/v1/account/usage")): Promise<number[]> =>
    Promise.all(
      of.map(async (url) => {
        const { status, code, body } = await requestWithKey(url, account.key);
        expect([status, code]).toEqual([200, undefined]);
        return (body as Usage).requests_used_this_period;
      }),
    );
  /** Waits until every instance reports `used`. */
  const waitForUsed = (account: MeteredAccount, used: number): Promise<void> =>
    expect.poll(() => readUsed(account)).toEqual(instances.map(() => used));

  /**
   * Calls both instances continuously before, during and after a fault. Expects every response to be a 200, and the usage to equal the
   * number of responses.
   */
  const expectExactly = async (
    name: string,
    workers: number,
    causeFault: () => Promise<void>,
  ): Promise<void> => {
    await startInstances();
    const account = await addMeteredAccount(stores.database.db, largeAllowance);
    const load = startLoad(urls(), [account.key], workers);
    await delay(1_000);
    const before = load.responses.length;
    await causeFault();
    await delay(1_500);
    const responses = await load.stop();
    const figures = { ...tally(responses), longest: `${maxDurationMs(responses)} ms` };
    print(
      `${name}: ${JSON.stringify(figures)}, longest before the fault ${maxDurationMs(responses.slice(0, before))} ms`,
    );
    expect(Object.keys(tally(responses))).toEqual(["200"]);
    await waitForUsed(account, responses.length);
  };

  test("no charge is lost and no call fails when the counter store is emptied several times under load", async () => {
    await expectExactly("emptied", 20, async () => {
      for (let time = 0; time < 4; time++) {
        await stores.redis.admin.flushall();
        await delay(500);
      }
    });
  });

  test("no charge is lost and no call fails when the counter store is stopped and restarted under load", async () => {
    await expectExactly("stopped", 20, async () => {
      await stores.redis.stop("SIGTERM");
      await delay(outageMs);
      const readiness = async () => {
        const response = await fetch(`${instances[0]?.url}/readyz`);
        return [response.status, await response.json()];
      };
      await expect.poll(readiness).toEqual([200, expect.objectContaining({ degraded: ["counter_store"] })]);
      await stores.redis.start();
    });
  });

  test("no charge is lost and no call fails when the counter store is frozen under load", async () => {
    await expectExactly("frozen", 20, async () => {
      stores.redis.freeze();
      await delay(outageMs);
      stores.redis.thaw();
    });
  });

  test("every successful call during a database outage is counted, and all calls succeed after the outage", async () => {
    await startInstances();
    const account = await addMeteredAccount(stores.database.db, largeAllowance);
    const load = startLoad(urls(), [account.key], 20);
    await delay(1_000);
    const admin = postgres(process.env.TEST_DATABASE_URL ?? "", { max: 1, onnotice: () => undefined });
    const [name = ""] = await stores.database.db.$client`select current_database() as name`.then((rows) =>
      rows.map((row) => String(row.name)),
    );
    await admin.unsafe(`alter database ${name} with allow_connections false`);
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
    await delay(outageMs / 2);
    await admin.unsafe(`alter database ${name} with allow_connections true`);
    await admin.end();
    const isAvailable = async () =>
      (await Promise.all(urls("/readyz").map((url) => requestWithKey(url, account.key)))).every(
        ({ status }) => status === 200,
      );
    await expect.poll(isAvailable).toBe(true);
    /** Waits until the next 100 responses have arrived. @returns them. */
    const nextResponses = async () => {
      const from = load.responses.length;
      while (load.responses.length < from + 100) await delay(20);
      return load.responses.slice(from);
    };
    while (successful(await nextResponses()).length < 100);
    const availableAt = performance.timeOrigin + performance.now();
    await nextResponses();
    const responses = await load.stop();
    print(`database: ${JSON.stringify(tally(responses))}, longest ${maxDurationMs(responses)} ms`);
    expect(Object.keys(tally(responses.filter(({ sentAt }) => sentAt > availableAt)))).toEqual(["200"]);
    await waitForUsed(account, successful(responses).length);
  });

  test("when an instance is killed under load, successful calls are charged, interrupted calls may be charged, and other calls are not", async () => {
    await startInstances();
    const account = await addMeteredAccount(stores.database.db, largeAllowance);
    const load = startLoad(urls(), [account.key], 20);
    await delay(1_500);
    instances[1]?.process.kill("SIGKILL");
    await delay(1_500);
    const responses = await load.stop();
    const ok = successful(responses).length;
    const interrupted = responses.filter(
      ({ status, code }) => status === 0 && code !== "ECONNREFUSED",
    ).length;
    const [survivor = ""] = urls("/v1/account/usage");
    let used = 0;
    // The surviving instance writes the charges of the killed one to the ledger. Until then, the figures may differ.
    while (used < ok || used !== (await ledgerOf(account))) [used = 0] = await readUsed(account, [survivor]);
    print(`killed: ${JSON.stringify({ ...tally(responses), used })}`);
    expect(Object.keys(tally(responses)).filter((kind) => !/^(200|0 .*)$/.test(kind))).toEqual([]);
    expect(used).toBeLessThanOrEqual(ok + interrupted);
  });

  test("an instance that stops on SIGTERM under load completes every charged call, and writes the charges to the ledger", async () => {
    await startInstances(1);
    const account = await addMeteredAccount(stores.database.db, largeAllowance);
    const [url = ""] = urls();
    const load = startLoad([url], [account.key], 40, 0);
    await delay(1_500);
    await instances[0]?.stop("SIGTERM");
    const responses = await load.stop();
    const used = await ledgerOf(account);
    print(`stopped by a signal: ${JSON.stringify({ ...tally(responses), used })}`);
    expect(Object.keys(tally(responses)).filter((kind) => !/^(200|0 .*)$/.test(kind))).toEqual([]);
    expect(used).toBe(successful(responses).length);
  });

  const ledgerOf = async (account: MeteredAccount): Promise<number> => {
    const rows = await stores.database.db.$client`
      select used from usage_periods where account_id = ${account.accountId}::uuid`;
    return Number(rows[0]?.used);
  };

  test("an instance that reaches the counter store over REST serves exactly the allowance, and writes it to the ledger", async () => {
    const instance = await stores.start("rest");
    const account = await addMeteredAccount(stores.database.db, { allowance: 20 });
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => requestWithKey(`${instance.url}${pricesPath}`, account.key)),
    );
    expect(tally(responses)).toEqual({ "200": 20, "429 ALLOWANCE_SPENT": 10 });
    await instance.stop("SIGTERM");
    expect(await ledgerOf(account)).toBe(20);
    expect(stores.gateway.seen.requests).toBeGreaterThan(0);
  });
});
