import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  maxDurationMs,
  requestWithKey,
  startLoad,
  successful,
  type TimedResponse,
  tally,
} from "@/e2e/testing/start-load";
import type { RunningService } from "@/e2e/testing/start-service";
import { missingStores, openRealStores, pricesPath, type RealStores } from "@/e2e/testing/two-instances";
import { addKey, addMeteredAccount, type MeteredAccount } from "@/server/metering/testing/metered-account";

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
  let instances: readonly RunningService[];
  beforeAll(async () => {
    stores = await openRealStores();
    instances = await stores.startTwo("tcp");
  });
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
  /** Waits up to five seconds until every instance reports `used`. @returns the last reported figures. */
  const waitForUsed = async (account: MeteredAccount, used: number): Promise<number[]> => {
    let shown: number[] = [];
    for (let attempt = 0; attempt < 100 && !(shown.length > 0 && shown.every((n) => n === used)); attempt++) {
      if (attempt > 0) await delay(50);
      shown = await readUsed(account);
    }
    return shown;
  };

  /**
   * Calls both instances continuously before, during and after a fault. Expects every response to be a 200, and the usage to equal the
   * number of responses.
   */
  const expectExactly = async (
    name: string,
    workers: number,
    causeFault: () => Promise<void>,
  ): Promise<void> => {
    const account = await addMeteredAccount(stores.database.db, largeAllowance);
    const load = startLoad(urls(), [account.key], workers);
    await delay(1_000);
    const before = load.responses.length;
    await causeFault();
    await delay(1_500);
    const responses = await load.stop();
    const used = await waitForUsed(account, successful(responses).length);
    const figures = { ...tally(responses), used, longest: `${maxDurationMs(responses)} ms` };
    print(
      `${name}: ${JSON.stringify(figures)}, longest before the fault ${maxDurationMs(responses.slice(0, before))} ms`,
    );
    expect(Object.keys(tally(responses))).toEqual(["200"]);
    expect(used).toEqual(instances.map(() => responses.length));
  };

  const expectConsistent = (responses: readonly TimedResponse[], allowance: number): void => {
    for (const { status, used, remaining, last } of responses) {
      expect(remaining).toBe(Math.max(0, allowance - used));
      expect(last).toBe(status === 200 ? 1 : 0);
    }
  };

  test("with 100 requests left in the allowance, exactly 100 of 200 concurrent calls succeed, and the headers match the charges", async () => {
    const account = await addMeteredAccount(stores.database.db, { allowance: 120 });
    const [first = ""] = urls();
    for (let n = 0; n < 20; n++) expect((await requestWithKey(first, account.key)).status).toBe(200);
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, n) => requestWithKey(urls()[n % 2] ?? "", account.key)),
    );
    print(
      `200 callers, 100 left: ${JSON.stringify(tally(responses))}, longest ${maxDurationMs(responses)} ms`,
    );
    expect(tally(responses)).toEqual({ "200": 100, "429 ALLOWANCE_SPENT": 100 });
    expectConsistent(responses, 120);
    for (const { used, remaining } of responses) expect(used + remaining).toBe(120);
    const numbers = successful(responses).map(({ used }) => used);
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n + 21));
    for (const { body } of successful(responses))
      expect(body).toEqual([expect.objectContaining({ bookmakers: [expect.anything()] })]);
    expect(await readUsed(account)).toEqual([120, 120]);
    expect((await requestWithKey(`${instances[1]?.url}/v1/sports`, account.key)).status).toBe(200);
  });

  test("two instances together apply one speed limit to all keys of an account, and a call sent after the time in Retry-After succeeds", async () => {
    const account = await addMeteredAccount(stores.database.db, { speedLimit: 10 });
    const second = await addKey(stores.database.db, account.accountId);
    const load = startLoad(urls(), [account.key, second.key], 12, 10);
    await delay(3_000);
    const responses = await load.stop();
    const seconds = new Map<number, number>();
    for (const { sentAt, receivedAt } of successful(responses)) {
      const at = Math.floor(receivedAt / 1_000);
      // A call that spans the end of a second may have been counted in either second.
      if (at === Math.floor(sentAt / 1_000)) seconds.set(at, (seconds.get(at) ?? 0) + 1);
    }
    print(`10 a second: ${JSON.stringify(tally(responses))}, in each second ${[...seconds.values()]}`);
    // On a busy machine, an instance may lose the store for a moment. The instance then counts that second's calls in its own process.
    const lostStore = instances.some((instance) =>
      instance.printed().includes("the counter store is unavailable"),
    );
    const maxPerSecond = lostStore ? 20 : 10;
    expect(Math.max(...seconds.values())).toBeLessThanOrEqual(maxPerSecond);
    const times = responses.flatMap(({ sentAt, receivedAt }) => [sentAt, receivedAt]);
    const spanned = Math.floor(Math.max(...times) / 1_000) - Math.floor(Math.min(...times) / 1_000) + 1;
    expect(successful(responses).length).toBeLessThanOrEqual(maxPerSecond * spanned);
    const rejected = responses.filter(({ status }) => status !== 200);
    expect(Object.keys(tally(rejected))).toEqual(["429 SPEED_LIMIT"]);
    for (const { retryAfterSeconds } of rejected) expect(retryAfterSeconds).toBe(1);
    let limited: TimedResponse | undefined;
    while (limited === undefined) {
      const burst = await Promise.all(
        Array.from({ length: 12 }, () => requestWithKey(urls()[1] ?? "", account.key)),
      );
      limited = burst.find(({ code }) => code === "SPEED_LIMIT");
    }
    await delay(1_000 * limited.retryAfterSeconds);
    expect((await requestWithKey(urls()[0] ?? "", second.key)).status).toBe(200);
  });

  test("once the revocation of a key has returned 204, no later request with the key succeeds", async () => {
    const account = await addMeteredAccount(stores.database.db, largeAllowance);
    const [first] = instances;
    const email = `${account.accountId}@example.com`;
    const session = await first?.ops("session", "create", "--email", email, "--json");
    const bearer = `Bearer ${JSON.parse(session?.stdout ?? "").access_token}`;
    const load = startLoad(urls(), [account.key], 50, 0);
    await delay(1_000);
    const revoked = await fetch(`${first?.url}/v1/account/keys/${account.keyId}`, {
      method: "DELETE",
      headers: { authorization: bearer },
    });
    const revokedAt = performance.timeOrigin + performance.now();
    expect(revoked.status).toBe(204);
    await delay(1_000);
    const responses = await load.stop();
    const late = responses.filter(({ sentAt }) => sentAt > revokedAt);
    print(`revocation: ${JSON.stringify(tally(responses))}, sent after it ${JSON.stringify(tally(late))}`);
    expect(successful(responses).length).toBeGreaterThan(0);
    expect(late.length).toBeGreaterThan(0);
    // A revoked key is treated like an unknown key, and calls with unknown keys have a speed limit per network.
    for (const { status, code } of late)
      expect(["401 INVALID_KEY", "429 SPEED_LIMIT"]).toContain(`${status} ${code}`);
  });

  test("no charge is lost and no call fails when the counter store is emptied several times under load", async () => {
    await expectExactly("emptied", 40, async () => {
      for (let time = 0; time < 5; time++) {
        await stores.redis.admin.flushall();
        await delay(700);
      }
    });
  });

  test("no charge is lost and no call fails when the counter store is stopped and restarted under load", async () => {
    await expectExactly("stopped", 20, async () => {
      await stores.redis.stop("SIGTERM");
      await delay(outageMs);
      const degraded = await fetch(`${instances[0]?.url}/readyz`);
      expect([degraded.status, await degraded.json()]).toEqual([
        200,
        expect.objectContaining({ degraded: ["counter_store"] }),
      ]);
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
    await delay(1_500);
    const whileAvailable = load.responses.length;
    await delay(1_000);
    const responses = await load.stop();
    const used = await waitForUsed(account, successful(responses).length);
    print(
      `database: ${JSON.stringify({ ...tally(responses), used })}, longest ${maxDurationMs(responses)} ms`,
    );
    expect(used).toEqual(instances.map(() => successful(responses).length));
    expect(Object.keys(tally(responses.slice(whileAvailable)))).toEqual(["200"]);
  });

  test("when an instance is killed under load, successful calls are charged, interrupted calls may be charged, and other calls are not", async () => {
    const account = await addMeteredAccount(stores.database.db, largeAllowance);
    const load = startLoad(urls(), [account.key], 40);
    await delay(1_500);
    instances[1]?.process.kill("SIGKILL");
    await delay(1_500);
    const responses = await load.stop();
    const ok = successful(responses).length;
    const interrupted = responses.filter(
      ({ status, code }) => status === 0 && code !== "ECONNREFUSED",
    ).length;
    const [survivor = ""] = urls("/v1/account/usage");
    // Within seconds, the surviving instance writes the charges of the killed one to the ledger.
    await delay(4_000);
    const [used = 0] = await readUsed(account, [survivor]);
    print(`killed: ${JSON.stringify({ ...tally(responses), used })}`);
    expect(Object.keys(tally(responses)).filter((kind) => !/^(200|0 .*)$/.test(kind))).toEqual([]);
    expect(used).toBeGreaterThanOrEqual(ok);
    expect(used).toBeLessThanOrEqual(ok + interrupted);
    await expect.poll(() => ledgerOf(account)).toBe(used);
  });

  test("an instance that stops on SIGTERM under load completes every charged call, and writes the charges to the ledger", async () => {
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

  test("if 30 % of the counter store's replies are lost, an account can still use its whole allowance, but not more", async () => {
    instances = await stores.startTwo("rest");
    const account = await addMeteredAccount(stores.database.db, { allowance: 100 });
    await requestWithKey(urls("/v1/sports")[0] ?? "", account.key);
    let requests = 0;
    stores.gateway.fault = () => (requests++ % 10 < 3 ? "lose_reply" : undefined);
    const responses = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        // Simultaneous calls would share one request to the store, so either all or none of them would lose the reply.
        await delay(10 * n);
        return requestWithKey(urls()[n % 2] ?? "", account.key);
      }),
    );
    stores.gateway.fault = () => undefined;
    const successes = successful(responses).length;
    const used = await waitForUsed(account, successes);
    print(
      `30 % lost: ${JSON.stringify(tally(responses))}, used ${used}, longest ${maxDurationMs(responses)} ms`,
    );
    expect(Object.keys(tally(responses)).filter((kind) => !/^(200|429 ALLOWANCE_SPENT)$/.test(kind))).toEqual(
      [],
    );
    expectConsistent(responses, 100);
    expect(successes).toBeLessThanOrEqual(100);
    expect(used).toEqual([successes, successes]);
    for (let n = successes; n < 100; n++)
      expect((await requestWithKey(urls()[n % 2] ?? "", account.key)).status).toBe(200);
    expect((await requestWithKey(urls()[0] ?? "", account.key)).code).toBe("ALLOWANCE_SPENT");
    expect(await waitForUsed(account, 100)).toEqual([100, 100]);
  });
});
