import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postgresDatabase, type TestDatabase } from "@/db/testing";
import { longReport, skipReason } from "@/e2e/long/testing/long-report";
import { buildRelease, missingRelease } from "@/e2e/long/testing/older-release";
import { requestWithKey, startLoad, successful, tally } from "@/e2e/testing/start-load";
import { createDataDir, type RunningService, startService } from "@/e2e/testing/start-service";
import { missingStores } from "@/e2e/testing/two-instances";
import { startTestRedis, type TestRedis } from "@/server/account/metering/testing/redis-server";

/** The commit of 0.2.0. From this version on, a migration keeps everything that the previous version reads and writes. */
const release = process.env.ROLLING_FROM ?? "3223de9bd7cc90db52f90c2f21d5fb48ba1d8bde";

const report = longReport();
const skipped = skipReason("rolling upgrade", missingRelease(release) ?? missingStores);

const sport = "basketball_nba";
const countedPath = `/v1/sports/${sport}/odds?markets=h2h`;
const paths = [countedPath, "/v1/sports", "/v1/account/usage", `/v1/sports/${sport}/events`];
const workers = 3;
/** In each phase of the upgrade, every running instance responds to at least this many calls. */
const callsPerPhase = 200;

describe.skipIf(skipped !== undefined)("a rolling upgrade from 0.2.0", () => {
  let database: TestDatabase;
  let redis: TestRedis;
  let old: Awaited<ReturnType<typeof buildRelease>>;
  const directories: Awaited<ReturnType<typeof createDataDir>>[] = [];
  const services: RunningService[] = [];

  beforeAll(async () => {
    database = await postgresDatabase({ migrated: false });
    redis = await startTestRedis();
    report.print(`building the release ${release}`);
    old = await buildRelease(release);
  });
  afterAll(async () => {
    for (const service of services) await service.stop();
    for (const { remove } of directories) await remove();
    await old?.remove();
    await redis?.close();
    await database?.close();
  });

  const start = async (root?: string): Promise<RunningService> => {
    const directory = await createDataDir();
    directories.push(directory);
    const environment = {
      DATABASE_URL: "url" in database.address ? database.address.url : "",
      REDIS_URL: redis.url,
      AUTH_SECRET: "a secret for this test alone",
      FEEDS: "demo",
      HOST: "127.0.0.1",
    };
    const service = await startService(directory.dataDir, environment, root);
    services.push(service);
    return service;
  };

  const runOps = async <T>(service: RunningService, ...args: string[]): Promise<T> => {
    const { code, stdout, stderr } = await service.ops(...args, "--json");
    if (code !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
    return JSON.parse(stdout) as T;
  };

  const createKey = (service: RunningService, email: string) =>
    runOps<{ id: string; key: string }>(service, "key", "create", "--email", email, "--label", "rolling");

  const statusOf = async ({ url }: RunningService, key: string): Promise<number> =>
    (await requestWithKey(`${url}/v1/sports`, key)).status;

  /** When an instance's prices were last checked, in ms since the epoch. */
  const lastUpdate = async ({ url }: RunningService, key: string): Promise<number> => {
    const { body } = await requestWithKey(`${url}${countedPath}`, key);
    const fixtures = body as { bookmakers: { markets: { last_update: string | null }[] }[] }[];
    const times = fixtures.flatMap(({ bookmakers }) =>
      bookmakers.flatMap(({ markets }) => markets.map((market) => Date.parse(market.last_update ?? ""))),
    );
    return Math.max(...times.filter((at) => !Number.isNaN(at)));
  };

  test("Every call succeeds, and the old and the new instance share keys, prices and counts", async () => {
    const before = await start(old.root);
    const email = "rolling@example.com";
    const account = await runOps<{ key: string }>(
      before,
      ...["account", "create", "--email", email, "--plan", "business"],
      ...["--speed", "1000", "--allowance", "1000000"],
    );
    const { key } = account;
    const shortLived = await createKey(before, email);
    expect(await statusOf(before, shortLived.key)).toBe(200);

    const urlsOf = ({ url }: RunningService) => paths.map((path) => `${url}${path}`);
    const oldLoad = startLoad(urlsOf(before), [key], workers);
    const until = async (isDone: () => boolean): Promise<void> => {
      while (!isDone()) await delay(50);
    };
    await until(() => oldLoad.responses.length >= callsPerPhase);

    report.print("starting this release next to the old one");
    const migrationAt = Date.now();
    const calledBefore = oldLoad.responses.length;
    const after = await start();
    report.figure("calls on 0.2.0 while this release started", oldLoad.responses.length - calledBefore, "");
    const newLoad = startLoad(urlsOf(after), [key], workers);
    const reached = oldLoad.responses.length + callsPerPhase;
    await until(() => newLoad.responses.length >= callsPerPhase && oldLoad.responses.length >= reached);

    // Keys: each instance accepts a key that the other created, and at once rejects a key that the other revoked.
    const createdByNew = await createKey(after, email);
    expect(await statusOf(before, createdByNew.key)).toBe(200);
    expect(await statusOf(after, shortLived.key)).toBe(200);
    await runOps(before, "key", "revoke", "--id", shortLived.id);
    expect(await statusOf(after, shortLived.key)).toBe(401);
    await runOps(after, "key", "revoke", "--id", createdByNew.id);
    expect(await statusOf(before, createdByNew.key)).toBe(401);

    // Prices: both instances serve prices that were checked after the migration.
    let extraCalls = 0;
    for (const service of [before, after])
      for (let at = 0; at < migrationAt; extraCalls++) at = await lastUpdate(service, key);

    const oldResponses = await oldLoad.stop();
    await before.stop("SIGTERM");
    const callsSoFar = newLoad.responses.length;
    await until(() => newLoad.responses.length >= callsSoFar + callsPerPhase);
    const newResponses = await newLoad.stop();

    expect(tally(oldResponses)).toEqual({ 200: oldResponses.length });
    expect(tally(newResponses)).toEqual({ 200: newResponses.length });
    const charged = successful([...oldResponses, ...newResponses]).reduce((sum, { last }) => sum + last, 0);
    const usage = await requestWithKey(`${after.url}/v1/account/usage`, key);
    expect(usage.used).toBe(charged + extraCalls);
    for (const service of [before, after]) expect(service.printed()).not.toMatch(/"level":[56]0/);
    report.figure(
      "calls of the rolling upgrade, all successful",
      oldResponses.length + newResponses.length,
      "",
    );
  });
});
