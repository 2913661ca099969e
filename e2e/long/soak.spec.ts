import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postgresDatabase, type TestDatabase } from "@/db/testing";
import { createBenchKey } from "@/e2e/bench/create-bench-key";
import { requestToService } from "@/e2e/bench/measure/responses";
import { measureSoak } from "@/e2e/bench/measure/soak";
import { pastOfOneGame, wholeBoard } from "@/e2e/bench/slate";
import { findSlateGame, slateRequests } from "@/e2e/bench/slate-requests";
import { longReport, skipReason } from "@/e2e/long/testing/long-report";
import { createDataDir, type RunningService, startService } from "@/e2e/testing/start-service";
import { missingStores } from "@/e2e/testing/two-instances";
import { startTestRedis, type TestRedis } from "@/server/account/metering/testing/redis-server";
import { openDatabaseClock } from "@/server/clock/database-clock";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";

const calls = Number(process.env.SOAK_CALLS ?? 200_000);
const changesPerSecond = 200;
const callers = 32;

const report = longReport();
const skipped = skipReason("soak", missingStores);

describe.skipIf(skipped !== undefined)(`${calls} calls while prices change`, () => {
  let database: TestDatabase;
  let redis: TestRedis;
  let directory: Awaited<ReturnType<typeof createDataDir>>;
  let service: RunningService;

  beforeAll(async () => {
    database = await postgresDatabase();
    redis = await startTestRedis();
    directory = await createDataDir();
  });
  afterAll(async () => {
    await service?.stop();
    await redis.close();
    await database.close();
    await directory.remove();
  });

  test("While prices change, memory stays level, every call is counted once, and no error is logged", async () => {
    const databaseUrl = "url" in database.address ? database.address.url : "";
    const slateNow = Date.now();
    report.print("filling the board");
    const log = pino({ level: "error" });
    const clock = await openDatabaseClock(database.db, log);
    const recorder = { db: database.db, archiveFrom: 0, clock, log };
    await recordSnapshots(recorder, pastOfOneGame(slateNow, 60), { clock: "recorded", now: slateNow });
    await recordSnapshots(recorder, wholeBoard(slateNow), { clock: "now", now: slateNow });
    const key = await createBenchKey(database.db);
    service = await startService(directory.dataDir, {
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      HOST: "127.0.0.1",
      AUTH_SECRET: "a secret for this test alone",
      FEEDS: "none",
      ARCHIVE_FROM: "2020-01-01T00:00:00Z",
    });
    const url = service.url.replace("localhost", "127.0.0.1");
    const { countedRequests } = slateRequests((await findSlateGame(url, key)).id);
    const soaked = await measureSoak(
      report,
      await Promise.all(countedRequests.map((request) => requestToService(url, key, request))),
      { databaseUrl, slateNow, changesPerSecond, calls, callers, pid: service.process.pid ?? 0 },
    );
    expect(soaked?.succeeded).toBeGreaterThanOrEqual(calls);
    expect(soaked?.changes).toBeGreaterThan(0);
    report.figure("price changes in the soak", soaked?.changes ?? Number.NaN, "/s");

    const usage = await fetch(`${url}/v1/account/usage`, { headers: { "X-API-Key": key } });
    expect(await usage.json()).toMatchObject({ requests_used_this_period: soaked?.succeeded });
    await service.stop();
    const [ledger] = await database.db.$client<{ used: number }[]>`select used from usage_periods`;
    const [charted] = await database.db.$client<{ calls: number }[]>`
      select sum(calls)::int as calls from usage_key_days where kind = 'counted'`;
    expect({ ledger: ledger?.used, charted: charted?.calls }).toEqual({
      ledger: soaked?.succeeded,
      charted: soaked?.succeeded,
    });
    report.figure(
      "completed calls, as counted in the ledger and in the charts",
      ledger?.used ?? Number.NaN,
      "",
    );
    expect(service.printed()).not.toMatch(/"level":[56]0/);
    expect(service.process.exitCode).toBe(0);
    expect(soaked?.growth).toBeLessThan(1.15);
  });
});
