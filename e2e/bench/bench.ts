/**
 * Compares the speed of the service with the speed of simpler servers. Starts PostgreSQL, Redis and all servers. Run: `npm run bench`.
 * docs/benchmarks.md explains the figures. Lower values of BENCH_ROUNDS, BENCH_SECONDS and BENCH_CALLS shorten a run. BENCH_CALLS is the
 * number of calls of the soak test. The arguments, or BENCH_ONLY separated by commas, list the parts to run: `npm run bench -- hostile`. The
 * parts are recorder, start, import, check, responses, workers, changes, rest, visibility, stream, hostile, embedded, series, mcp and soak. `stream` has
 * the parts stream-memory, stream-rate, stream-latency and stream-calls.
 */
import os from "node:os";
import path from "node:path";
import { postgresDatabase } from "@/db/testing";
import { generator, generatorWarning } from "@/e2e/bench/load/load";
import type { Side } from "@/e2e/bench/measure/alternate";
import { loopDelayEnvironment, measureHostile } from "@/e2e/bench/measure/hostile";
import { measureImporting } from "@/e2e/bench/measure/importing";
import { measureMcp } from "@/e2e/bench/measure/mcp";
import { measureRecording } from "@/e2e/bench/measure/recording";
import {
  type BenchRequest,
  measureResponses,
  requestToService,
  storedName,
  storeResponses,
} from "@/e2e/bench/measure/responses";
import { measureRest } from "@/e2e/bench/measure/rest";
import { checkPlantedCost, plantedMicros } from "@/e2e/bench/measure/self-check";
import { measureSeries } from "@/e2e/bench/measure/series";
import { measureSoak } from "@/e2e/bench/measure/soak";
import { measureStreams } from "@/e2e/bench/measure/streams";
import { measureUnderChanges } from "@/e2e/bench/measure/under-changes";
import { measureVisibility } from "@/e2e/bench/measure/visibility";
import { measureWorkers } from "@/e2e/bench/measure/workers";
import { createStart, openEmbedded, openStores } from "@/e2e/bench/open-stores";
import { buildNextApp, startBare, startNextApp, startRestGateway } from "@/e2e/bench/processes";
import { createReport } from "@/e2e/bench/report";
import { mainMarkets, slateBookKeys, slateSport, wholeBoard } from "@/e2e/bench/slate";
import { findSlateGame, slateRequests } from "@/e2e/bench/slate-requests";
import { spreadOf } from "@/e2e/bench/statistics";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";

const rounds = Number(process.env.BENCH_ROUNDS ?? 15);
const seconds = Number(process.env.BENCH_SECONDS ?? 1);
const soakCalls = Number(process.env.BENCH_CALLS ?? 200_000);
const [, , ...named] = process.argv;
const only = named.length > 0 ? named : process.env.BENCH_ONLY?.split(",");
const callers = 64;
const changesPerSecond = 1_000;
const hostileRounds = 8;
const wants = (part: string): boolean => only === undefined || only.includes(part);

const report = createReport();
const closers: (() => unknown)[] = [];

const run = async (): Promise<void> => {
  if (generatorWarning !== undefined) report.warn(generatorWarning);
  const stores = await openStores(report, closers);
  if (stores === undefined) return;
  const { db, databaseUrl, recorder, slateNow, redis, key, onRedis } = stores;
  if (wants("recorder")) await measureRecording(report, recorder, slateNow, rounds);
  const startWithoutPage = await createStart(databaseUrl, closers);
  // Also requests a page, because rendering a page may change the cost of later calls.
  const start = async (environment: Readonly<Record<string, string>>) => {
    const service = await startWithoutPage(environment);
    const page = await fetch(service.url);
    await page.text();
    if (page.status !== 200) throw new Error(`the home page returned status ${page.status}`);
    return service;
  };
  if (wants("start")) {
    report.print("startup on existing data");
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const begin = performance.now();
      const started = await start(onRedis);
      times.push(performance.now() - begin);
      await started.stop();
    }
    report.add({
      name: "startup on existing data, until the API and the site respond",
      value: spreadOf(times),
      unit: "ms",
      target: { max: 2_000 },
    });
  }
  if (wants("import")) await measureImporting(report);
  const ours = await start(onRedis);

  const game = await findSlateGame(ours.url, key);
  const { sportsRequest, oddsRequest, zippedOddsRequest, seriesRequest, requests, comparedRequests } =
    slateRequests(game.id);
  const odds = await requestToService(ours.url, key, oddsRequest);
  const sideOf = async (
    { url, process: { pid = 0 } }: typeof ours,
    request: BenchRequest,
  ): Promise<Side> => ({ target: await requestToService(url, key, request), pid });
  const inRounds = { rounds, seconds, callers };

  if (wants("check")) {
    const planted = await start({
      ...onRedis,
      NODE_OPTIONS: `--import=${new URL("servers/slow-path.mjs", import.meta.url).href}`,
      SLOW_PATH_MICROS: String(plantedMicros),
    });
    await checkPlantedCost(report, await sideOf(ours, sportsRequest), await sideOf(planted, sportsRequest));
    await planted.stop();
  }
  if (wants("responses")) {
    const folder = path.resolve("artifacts/bench-responses");
    await storeResponses(report, ours.url, key, comparedRequests, folder);
    await buildNextApp();
    const bare = await startBare(folder);
    closers.push(bare.stop);
    const next = await startNextApp(folder);
    closers.push(next.stop);
    const servers = { ours: { url: ours.url, pid: ours.process.pid ?? 0 }, bare, next };
    await measureResponses(report, servers, key, comparedRequests, inRounds);
  }
  if (wants("workers")) {
    const two = await start({ ...onRedis, WEB_CONCURRENCY: "2" });
    const folder = path.resolve("artifacts/bench-responses");
    await storeResponses(report, ours.url, key, [sportsRequest, zippedOddsRequest], folder);
    const bare = [await startBare(folder), await startBare(folder, 2)] as const;
    for (const request of [sportsRequest, zippedOddsRequest]) {
      const [bareOne, bareTwo] = bare.map(({ url, pid }) => ({
        target: { url: `${url}/${storedName(request)}` },
        pid,
      })) as [Side, Side];
      const sides = { one: await sideOf(ours, request), two: await sideOf(two, request), bareOne, bareTwo };
      await measureWorkers(report, request.name, sides, inRounds);
    }
    for (const { stop } of bare) await stop();
    await two.stop();
  }
  if (wants("changes")) {
    const other = await postgresDatabase();
    closers.push(other.close);
    await recordSnapshots({ ...recorder, db: other.db }, wholeBoard(slateNow), {
      clock: "now",
      now: slateNow,
    });
    const otherDatabaseUrl = "url" in other.address ? other.address.url : "";
    const on = { databaseUrl, otherDatabaseUrl, slateNow, changesPerSecond };
    await measureUnderChanges(report, odds, { ...on, ...inRounds });
  }
  if (wants("rest") && redis !== undefined) {
    const gateway = await startRestGateway(redis.url);
    closers.push(gateway.stop);
    const overRest = await start({
      UPSTASH_REDIS_REST_URL: gateway.url,
      UPSTASH_REDIS_REST_TOKEN: gateway.token,
      HOST: "127.0.0.1",
    });
    await measureRest(
      report,
      await sideOf(ours, sportsRequest),
      await sideOf(overRest, sportsRequest),
      inRounds,
    );
    await overRest.stop();
  }
  if (wants("visibility"))
    await measureVisibility(report, recorder, odds, slateNow, {
      store: "PostgreSQL",
      changes: 100,
      maxMs: 60,
    });
  const streamParts = ["memory", "rate", "latency", "calls"].filter(
    (part) => wants("stream") || wants(`stream-${part}`),
  );
  if (streamParts.length > 0) await measureStreams(report, startWithoutPage, onRedis, new Set(streamParts));
  if (wants("hostile")) {
    const { file, environment } = await loopDelayEnvironment();
    const { url, process: attacked, stop } = await start({ ...onRedis, ...environment });
    const service = { url, pid: attacked.pid ?? 0, loopDelayFile: file };
    await measureHostile(report, db, { service, key, game, rounds: Math.min(rounds, hostileRounds) });
    await stop();
  }
  if (wants("embedded")) {
    report.print("fill the board of an embedded database");
    const embedded = await openEmbedded(closers);
    await measureVisibility(
      report,
      embedded.recorder,
      await requestToService(embedded.url, embedded.key, oddsRequest),
      embedded.slateNow,
      { store: "embedded database", changes: 100, maxMs: 250 },
    );
    await embedded.stop();
  }
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
    await measureSeries(
      report,
      db,
      await requestToService(ours.url, key, seriesRequest),
      fixture,
      query,
      rounds,
    );
  }
  if (wants("mcp"))
    await measureMcp(report, { url: ours.url, key, sport: slateSport, gameId: game.id }, rounds);
  if (wants("soak"))
    await measureSoak(
      report,
      await Promise.all(requests.map((request) => requestToService(ours.url, key, request))),
      { databaseUrl, slateNow, changesPerSecond, calls: soakCalls, callers, pid: ours.process.pid ?? 0 },
    );
  report.finish(path.resolve("artifacts/bench.json"), {
    at: new Date().toISOString(),
    node: process.version,
    cores: os.availableParallelism(),
    database: stores.postgresName,
    counterStore: redis === undefined ? "none" : "redis-server started by the benchmark",
    ...inRounds,
    loadGenerator: generator,
    board: `${slateBookKeys.length} books, 16 games, 20 other leagues`,
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
