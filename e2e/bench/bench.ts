/**
 * How fast is it, side by side with what it could be? Starts PostgreSQL, Redis, the service as `npm start` does and the servers that
 * it is compared with, and measures all of them in one run. Run: `npm run bench`. BENCH_ROUNDS, BENCH_SECONDS and BENCH_CALLS (of the
 * soak) shorten it; BENCH_ONLY is a comma list of: recorder, start, answers, changes, rest, visibility, series, soak.
 */
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { testDatabase } from "@/db/testing";
import { load } from "@/e2e/bench/load";
import { makeKey } from "@/e2e/bench/make-key";
import { askOurs, keepAnswers, measureAnswers } from "@/e2e/bench/measure/answers";
import { measureRecording } from "@/e2e/bench/measure/recording";
import { measureSeries } from "@/e2e/bench/measure/series";
import { measureSoak } from "@/e2e/bench/measure/soak";
import { measureUnderChanges } from "@/e2e/bench/measure/under-changes";
import { measureVisibility } from "@/e2e/bench/measure/visibility";
import { startPostgres } from "@/e2e/bench/postgres";
import { buildNextApp, startBare, startNextApp } from "@/e2e/bench/processes";
import { createReport } from "@/e2e/bench/report";
import { mainMarkets, pastOfOneGame, slateBookKeys, slateSport, wholeBoard } from "@/e2e/bench/slate";
import { findSlateGame, slateQuestions } from "@/e2e/bench/slate-questions";
import { spreadOf } from "@/e2e/bench/statistics";
import { makeDataDir, startService } from "@/e2e/testing/start-service";
import { buildPages } from "@/server/build-pages";
import { openDatabaseClock } from "@/server/clock/database-clock";
import { hasRedisServer, startTestRedis } from "@/server/metering/testing/redis-server";
import { startUpstashGateway } from "@/server/metering/testing/upstash-gateway";
import { recordSnapshots } from "@/server/recorder/record-snapshots";

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const soakCalls = Number(process.env.BENCH_CALLS ?? 200_000);
const only = process.env.BENCH_ONLY?.split(",");
const callers = 64;
const changesPerSecond = 1_000;
const pastTurns = 208;
const wants = (part: string): boolean => only === undefined || only.includes(part);

const report = createReport();
const closers: (() => unknown)[] = [];

const run = async (): Promise<void> => {
  const postgres = await startPostgres();
  if (postgres === undefined) {
    report.cannot("anything", "PostgreSQL is not installed and TEST_DATABASE_URL names none");
    return;
  }
  closers.push(postgres.close);
  process.env.TEST_DATABASE_URL = postgres.url;
  process.env.TEST_STORE = "postgres";
  const database = await testDatabase();
  closers.push(database.close);
  const { db } = database;
  const databaseUrl = "url" in database.address ? database.address.url : "";
  const log = pino({ level: "error" });
  const recorder = { db, archiveFrom: 0, clock: await openDatabaseClock(db, log), log };

  report.say("filling the board");
  const slateNow = Date.now();
  const past = await recordSnapshots(recorder, pastOfOneGame(slateNow, pastTurns), {
    clock: "recorded",
    now: slateNow,
  });
  const filled = await recordSnapshots(recorder, wholeBoard(slateNow), { clock: "now", now: slateNow });
  report.say(`  ${filled.prices.changed} prices, and ${past.prices.changed} earlier ones`);
  if (wants("recorder")) await measureRecording(report, recorder, slateNow, rounds);

  const redis = hasRedisServer ? await startTestRedis() : undefined;
  if (redis === undefined)
    report.cannot("TCP Redis and REST", "there is no redis-server: the embedded store counts");
  else closers.push(redis.close);
  const key = await makeKey(db);
  await buildPages(process.cwd());
  const start = async (environment: Readonly<Record<string, string>>) => {
    const { dataDir, remove } = await makeDataDir();
    const service = await startService(dataDir, {
      NODE_ENV: "production",
      DATABASE_URL: databaseUrl,
      AUTH_SECRET: "only for the bench, not a secret",
      FEEDS: "none",
      ARCHIVE_FROM: "2020-01-01T00:00:00Z",
      ...environment,
    });
    closers.push(async () => {
      await service.stop();
      await remove();
    });
    return { ...service, url: service.url.replace("localhost", "127.0.0.1") };
  };
  const onRedis = { ...(redis !== undefined && { REDIS_URL: redis.url }), HOST: "127.0.0.1" };
  if (wants("start")) {
    report.say("starting on what is there");
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const begin = performance.now();
      const started = await start(onRedis);
      times.push(performance.now() - begin);
      await started.stop();
    }
    report.add({
      what: "start on existing data, until the API and the site answer",
      value: spreadOf(times),
      unit: "ms",
      target: { most: 3_000 },
    });
  }
  const ours = await start(onRedis);

  const game = await findSlateGame(ours.url, key);
  const { sportsQuestion, oddsQuestion, seriesQuestion, questions } = slateQuestions(game.id);
  const odds = askOurs(ours.url, key, oddsQuestion);

  if (wants("answers")) {
    const folder = path.resolve("artifacts/bench-answers");
    await keepAnswers(report, ours.url, key, questions, folder);
    await buildNextApp();
    const bare = await startBare(folder);
    closers.push(bare.stop);
    const next = await startNextApp(folder);
    closers.push(next.stop);
    await measureAnswers(
      report,
      { ours: { url: ours.url, pid: ours.process.pid ?? 0 }, bare, next },
      key,
      questions,
      {
        rounds,
        seconds,
        callers,
      },
    );
  }
  if (wants("changes"))
    await measureUnderChanges(report, odds, {
      databaseUrl,
      slateNow,
      changesPerSecond,
      rounds,
      seconds,
      callers,
    });
  if (wants("rest") && redis !== undefined) {
    const gateway = await startUpstashGateway(redis.url);
    closers.push(gateway.close);
    const overRest = await start({
      UPSTASH_REDIS_REST_URL: gateway.url,
      UPSTASH_REDIS_REST_TOKEN: gateway.token,
      HOST: "127.0.0.1",
    });
    report.say("REST and TCP counter store; the REST gateway runs in the process that makes the load");
    const ratios: number[] = [];
    const rates: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const tcp = await load(askOurs(ours.url, key, sportsQuestion), { seconds, callers });
      const rest = await load(askOurs(overRest.url, key, sportsQuestion), { seconds, callers });
      if (tcp.failed + rest.failed > 0) throw new Error(`${tcp.failed + rest.failed} calls failed`);
      rates.push(rest.perSecond);
      ratios.push(rest.perSecond / tcp.perSecond);
    }
    report.add({ what: "1-sports over REST", value: spreadOf(rates), unit: "calls/s" });
    report.add({ what: "REST to TCP", value: spreadOf(ratios), unit: "times", target: { least: 0.5 } });
  }
  if (wants("visibility")) await measureVisibility(report, recorder, odds, slateNow, 100);
  if (wants("series")) {
    const fixture = {
      id: game.id,
      sportKey: slateSport,
      homeTeam: game.home_team,
      awayTeam: game.away_team,
      commenceTime: Date.parse(game.commence_time),
    };
    const query = {
      markets: mainMarkets,
      bookmakers: undefined,
      oddsFormat: "american",
      dateFormat: "iso",
    } as const;
    await measureSeries(report, db, askOurs(ours.url, key, seriesQuestion), fixture, query, rounds);
  }
  if (wants("soak"))
    await measureSoak(
      report,
      questions.map((question) => askOurs(ours.url, key, question)),
      { databaseUrl, slateNow, changesPerSecond, calls: soakCalls, callers, pid: ours.process.pid ?? 0 },
    );
  report.finish(path.resolve("artifacts/bench.json"), {
    at: new Date().toISOString(),
    node: process.version,
    cores: os.availableParallelism(),
    database: postgres.what,
    counterStore: redis === undefined ? "embedded" : "redis-server of its own",
    rounds,
    seconds,
    callers,
    board: `${slateBookKeys.length} books, 16 games, 20 leagues around`,
  });
};

try {
  await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
} finally {
  for (const close of closers.reverse()) await close();
}
process.exit();
