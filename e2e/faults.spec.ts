import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Answer, answered200, ask, hammer, longestMs, tally } from "@/e2e/testing/hammer";
import type { RunningService } from "@/e2e/testing/start-service";
import { missingStores, openRealStores, pricesPath, type RealStores } from "@/e2e/testing/two-instances";
import { addKey, addMeteredAccount, type MeteredAccount } from "@/server/metering/testing/metered-account";

/** Two whole services on one PostgreSQL and one Redis, and what may become of those: nothing is lost, doubled or refused for it. */

/** How long a store stays away. */
const awayMs = 1_000 * Number(process.env.FAULT_SECONDS ?? 5);

const say = (text: string): void => void process.stderr.write(`${text}\n`);
if (missingStores !== undefined) say(`skipped: faults on two instances (${missingStores})`);

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
    for (const instance of instances) say(`--- ${instance.url}\n${instance.printed().slice(-4_000)}`);
  });

  const roomy = { allowance: 1_000_000 };
  const urls = (path = pricesPath): string[] =>
    instances.map(({ url }) => `${url.replace("localhost", "127.0.0.1")}${path}`);

  type Usage = { readonly requests_used_this_period: number };
  /** What each of the instances says is used. */
  const figures = (account: MeteredAccount, of = urls("/v1/account/usage")): Promise<number[]> =>
    Promise.all(
      of.map(async (url) => {
        const { status, code, body } = await ask(url, account.key);
        expect([status, code]).toEqual([200, undefined]);
        return (body as Usage).requests_used_this_period;
      }),
    );
  /** The figures once they are as expected; as they are where that does not come about. */
  const settledFigures = async (account: MeteredAccount, used: number): Promise<number[]> => {
    let shown: number[] = [];
    for (let look = 0; look < 100 && !(shown.length > 0 && shown.every((n) => n === used)); look++) {
      if (look > 0) await delay(50);
      shown = await figures(account);
    }
    return shown;
  };

  /** Loads both instances while something happens; what was answered is counted exactly, and nothing was answered 5xx. */
  const expectExactly = async (what: string, workers: number, happen: () => Promise<void>): Promise<void> => {
    const account = await addMeteredAccount(stores.database.db, roomy);
    const load = hammer(urls(), [account.key], workers);
    await delay(1_000);
    const before = load.answers.length;
    await happen();
    await delay(1_500);
    const answers = await load.stop();
    const used = await settledFigures(account, answered200(answers).length);
    const figures = { ...tally(answers), used, longest: `${longestMs(answers)} ms` };
    say(`${what}: ${JSON.stringify(figures)}, undisturbed ${longestMs(answers.slice(0, before))} ms`);
    expect(Object.keys(tally(answers))).toEqual(["200"]);
    expect(used).toEqual(instances.map(() => answers.length));
  };

  const expectConsistent = (answers: readonly Answer[], allowance: number): void => {
    for (const { status, used, remaining, last } of answers) {
      expect(remaining).toBe(Math.max(0, allowance - used));
      expect(last).toBe(status === 200 ? 1 : 0);
    }
  };

  test("200 callers at once get exactly the 100 answers that are left, and the headers agree", async () => {
    const account = await addMeteredAccount(stores.database.db, { allowance: 120 });
    const [first = ""] = urls();
    for (let n = 0; n < 20; n++) expect((await ask(first, account.key)).status).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => ask(urls()[n % 2] ?? "", account.key)),
    );
    say(`200 callers, 100 left: ${JSON.stringify(tally(answers))}, longest ${longestMs(answers)} ms`);
    expect(tally(answers)).toEqual({ "200": 100, "429 ALLOWANCE_SPENT": 100 });
    expectConsistent(answers, 120);
    for (const { used, remaining } of answers) expect(used + remaining).toBe(120);
    const numbers = answered200(answers).map(({ used }) => used);
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n + 21));
    for (const { body } of answered200(answers))
      expect(body).toEqual([expect.objectContaining({ bookmakers: [expect.anything()] })]);
    expect(await figures(account)).toEqual([120, 120]);
    expect((await ask(`${instances[1]?.url}/v1/sports`, account.key)).status).toBe(200);
  });

  test("an account at 10 a second has at most 10 answers in each, on two instances and with two keys; who waits is admitted", async () => {
    const account = await addMeteredAccount(stores.database.db, { speedLimit: 10 });
    const second = await addKey(stores.database.db, account.accountId);
    const load = hammer(urls(), [account.key, second.key], 12, 10);
    await delay(3_000);
    const answers = await load.stop();
    const seconds = new Map<number, number>();
    for (const { sentAt, answeredAt } of answered200(answers)) {
      const at = Math.floor(answeredAt / 1_000);
      // Of one that was under way when the second ended nobody can tell which it was counted in.
      if (at === Math.floor(sentAt / 1_000)) seconds.set(at, (seconds.get(at) ?? 0) + 1);
    }
    say(`10 a second: ${JSON.stringify(tally(answers))}, in each second ${[...seconds.values()]}`);
    // An instance that had to give the store up for a moment, on a busy machine, keeps a window of its own meanwhile.
    const givenUp = instances.some((instance) => instance.printed().includes("the counter store is away"));
    const most = givenUp ? 20 : 10;
    expect(Math.max(...seconds.values())).toBeLessThanOrEqual(most);
    const times = answers.flatMap(({ sentAt, answeredAt }) => [sentAt, answeredAt]);
    const spanned = Math.floor(Math.max(...times) / 1_000) - Math.floor(Math.min(...times) / 1_000) + 1;
    expect(answered200(answers).length).toBeLessThanOrEqual(most * spanned);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(Object.keys(tally(refused))).toEqual(["429 SPEED_LIMIT"]);
    for (const { retryAfterSeconds } of refused) expect(retryAfterSeconds).toBe(1);
    let told: Answer | undefined;
    while (told === undefined) {
      const burst = await Promise.all(Array.from({ length: 12 }, () => ask(urls()[1] ?? "", account.key)));
      told = burst.find(({ code }) => code === "SPEED_LIMIT");
    }
    await delay(1_000 * told.retryAfterSeconds);
    expect((await ask(urls()[0] ?? "", second.key)).status).toBe(200);
  });

  test("no request that was sent after the 204 of its key's revocation is answered", async () => {
    const account = await addMeteredAccount(stores.database.db, roomy);
    const [first] = instances;
    const email = `${account.accountId}@example.com`;
    const session = await first?.ops("session", "create", "--email", email, "--json");
    const bearer = `Bearer ${JSON.parse(session?.stdout ?? "").access_token}`;
    const load = hammer(urls(), [account.key], 50, 0);
    await delay(1_000);
    const revoked = await fetch(`${first?.url}/v1/account/keys/${account.keyId}`, {
      method: "DELETE",
      headers: { authorization: bearer },
    });
    const revokedAt = performance.timeOrigin + performance.now();
    expect(revoked.status).toBe(204);
    await delay(1_000);
    const answers = await load.stop();
    const late = answers.filter(({ sentAt }) => sentAt > revokedAt);
    say(`revocation: ${JSON.stringify(tally(answers))}, sent after it ${JSON.stringify(tally(late))}`);
    expect(answered200(answers).length).toBeGreaterThan(0);
    expect(late.length).toBeGreaterThan(0);
    // A client that keeps sending an unknown key meets the limit of its address.
    for (const { status, code } of late)
      expect(["401 INVALID_KEY", "429 SPEED_LIMIT"]).toContain(`${status} ${code}`);
  });

  test("a store that is emptied time and again under load makes no difference", async () => {
    await expectExactly("emptied", 40, async () => {
      for (let time = 0; time < 5; time++) {
        await stores.redis.admin.flushall();
        await delay(700);
      }
    });
  });

  test("a store that is stopped under load and comes back makes no difference", async () => {
    await expectExactly("stopped", 20, async () => {
      await stores.redis.stop("SIGTERM");
      await delay(awayMs);
      const degraded = await fetch(`${instances[0]?.url}/readyz`);
      expect([degraded.status, await degraded.json()]).toEqual([
        200,
        expect.objectContaining({ degraded: ["counter_store"] }),
      ]);
      await stores.redis.start();
    });
  });

  test("a store that is frozen under load and comes back makes no difference", async () => {
    await expectExactly("frozen", 20, async () => {
      stores.redis.freeze();
      await delay(awayMs);
      stores.redis.thaw();
    });
  });

  test("what is answered while the database restarts is counted, and then all goes on", async () => {
    const account = await addMeteredAccount(stores.database.db, roomy);
    const load = hammer(urls(), [account.key], 20);
    await delay(1_000);
    const admin = postgres(process.env.TEST_DATABASE_URL ?? "", { max: 1, onnotice: () => undefined });
    const [name = ""] = await stores.database.db.$client`select current_database() as name`.then((rows) =>
      rows.map((row) => String(row.name)),
    );
    await admin.unsafe(`alter database ${name} with allow_connections false`);
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
    await delay(awayMs / 2);
    await admin.unsafe(`alter database ${name} with allow_connections true`);
    await admin.end();
    await delay(1_500);
    const whileBack = load.answers.length;
    await delay(1_000);
    const answers = await load.stop();
    const used = await settledFigures(account, answered200(answers).length);
    say(`database: ${JSON.stringify({ ...tally(answers), used })}, longest ${longestMs(answers)} ms`);
    expect(used).toEqual(instances.map(() => answered200(answers).length));
    expect(Object.keys(tally(answers.slice(whileBack)))).toEqual(["200"]);
  });

  test("an instance that is killed under load takes nothing along, and adds at most the calls that it cut off", async () => {
    const account = await addMeteredAccount(stores.database.db, roomy);
    const load = hammer(urls(), [account.key], 40);
    await delay(1_500);
    instances[1]?.process.kill("SIGKILL");
    await delay(1_500);
    const answers = await load.stop();
    const ok = answered200(answers).length;
    const cut = answers.filter(({ status, code }) => status === 0 && code !== "ECONNREFUSED").length;
    const [survivor = ""] = urls("/v1/account/usage");
    // What the killed one left behind is written within seconds.
    await delay(4_000);
    const [used = 0] = await figures(account, [survivor]);
    say(`killed: ${JSON.stringify({ ...tally(answers), used })}`);
    expect(Object.keys(tally(answers)).filter((kind) => !/^(200|0 .*)$/.test(kind))).toEqual([]);
    expect(used).toBeGreaterThanOrEqual(ok);
    expect(used).toBeLessThanOrEqual(ok + cut);
    await expect.poll(() => ledgerOf(account)).toBe(used);
  });

  test("an instance that is asked to stop under load has answered and written all that it charged", async () => {
    const account = await addMeteredAccount(stores.database.db, roomy);
    const [address = ""] = urls();
    const load = hammer([address], [account.key], 40, 0);
    await delay(1_500);
    await instances[0]?.stop("SIGTERM");
    const answers = await load.stop();
    const used = await ledgerOf(account);
    say(`stopped by a signal: ${JSON.stringify({ ...tally(answers), used })}`);
    expect(Object.keys(tally(answers)).filter((kind) => !/^(200|0 .*)$/.test(kind))).toEqual([]);
    expect(used).toBe(answered200(answers).length);
  });

  const ledgerOf = async (account: MeteredAccount): Promise<number> => {
    const rows = await stores.database.db.$client`
      select used from usage_periods where account_id = ${account.accountId}::uuid`;
    return Number(rows[0]?.used);
  };

  test("200 callers never get more than the 100 answers that are left while 30 % of the store's replies are lost, and all 100 in the end", async () => {
    instances = await stores.startTwo("rest");
    const account = await addMeteredAccount(stores.database.db, { allowance: 100 });
    await ask(urls("/v1/sports")[0] ?? "", account.key);
    let requests = 0;
    stores.gateway.fault = () => (requests++ % 10 < 3 ? "lose_reply" : undefined);
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        // Spread over many requests to the store: one that carried them all would be lost or not.
        await delay(10 * n);
        return ask(urls()[n % 2] ?? "", account.key);
      }),
    );
    stores.gateway.fault = () => undefined;
    const had = answered200(answers).length;
    const settled = await settledFigures(account, had);
    say(`30 % lost: ${JSON.stringify(tally(answers))}, used ${settled}, longest ${longestMs(answers)} ms`);
    expect(Object.keys(tally(answers)).filter((kind) => !/^(200|429 ALLOWANCE_SPENT)$/.test(kind))).toEqual(
      [],
    );
    expectConsistent(answers, 100);
    expect(had).toBeLessThanOrEqual(100);
    expect(settled).toEqual([had, had]);
    for (let n = had; n < 100; n++) expect((await ask(urls()[n % 2] ?? "", account.key)).status).toBe(200);
    expect((await ask(urls()[0] ?? "", account.key)).code).toBe("ALLOWANCE_SPENT");
    expect(await settledFigures(account, 100)).toEqual([100, 100]);
  });
});
