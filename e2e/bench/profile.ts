/**
 * Profiles the service under load and prints where its processor time goes. Run: `npm run profile -- NAME`, where NAME is the name of a
 * request, such as `gzip`. An unknown NAME prints all names. The profile is written to `artifacts/NAME.cpuprofile`, for Speedscope or the
 * Performance panel of Chromium's developer tools. PROFILE_SECONDS sets the duration. PROFILE_CHANGES sets the number of prices that change
 * per second meanwhile (default 0).
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { generatorWarning, load } from "@/e2e/bench/load/load";
import { requestToService } from "@/e2e/bench/measure/responses";
import { createStart, openStores } from "@/e2e/bench/open-stores";
import { startChanges } from "@/e2e/bench/processes";
import { type Cost, type CpuProfile, summarizeProfile } from "@/e2e/bench/profile-summary";
import { createReport } from "@/e2e/bench/report";
import { findSlateGame, slateRequests } from "@/e2e/bench/slate-requests";

const seconds = Number(process.env.PROFILE_SECONDS ?? 5);
const changesPerSecond = Number(process.env.PROFILE_CHANGES ?? 0);
const callers = 64;
const shownCosts = 25;

const report = createReport();
const closers: (() => unknown)[] = [];

const print = (title: string, costs: readonly Cost[], busyMicros: number, microsPerCall: number): void => {
  report.print(`\n${title}\n   share  us/call`);
  for (const { name, micros } of costs.slice(0, shownCosts)) {
    const share = micros / busyMicros;
    report.print(
      `${(100 * share).toFixed(1).padStart(7)}% ${(share * microsPerCall).toFixed(2).padStart(8)}  ${name}`,
    );
  }
};

const run = async (): Promise<void> => {
  if (generatorWarning !== undefined) report.print(generatorWarning);
  const stores = await openStores(report, closers);
  if (stores === undefined) return;
  const name = process.argv[2] ?? "gzip";
  const file = path.resolve(`artifacts/${name}.cpuprofile`);
  mkdirSync(path.dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const start = await createStart(stores.databaseUrl, closers);
  const service = await start({
    ...stores.onRedis,
    NODE_OPTIONS: `--import=${new URL("servers/profile-on-signal.mjs", import.meta.url).href}`,
    PROFILE_FILE: file,
  });
  const { sportsRequest, oddsRequest, zippedOddsRequest, laddersRequest, propsRequest, unchangedRequest } =
    slateRequests((await findSlateGame(service.url, stores.key)).id);
  const requests = new Map([
    ["sports", sportsRequest],
    ["odds", oddsRequest],
    ["gzip", zippedOddsRequest],
    ["ladders", laddersRequest],
    ["props", propsRequest],
    ["304", unchangedRequest],
  ]);
  const request = requests.get(name);
  if (request === undefined)
    throw new Error(`unknown request ${name}; choose one of ${[...requests.keys()].join(", ")}`);
  const target = await requestToService(service.url, stores.key, request);
  if (changesPerSecond > 0) {
    const changes = await startChanges(stores.databaseUrl, changesPerSecond, stores.slateNow);
    closers.push(changes.stop);
  }
  await load(target, { seconds: 3, callers });
  service.process.kill("SIGUSR2");
  const { cpuMicros, calls } = await load(target, { seconds, callers, pid: service.process.pid });
  service.process.kill("SIGUSR2");
  while (!existsSync(file)) await delay(100);
  await service.stop();
  const { busyMicros, groups, places, functions } = summarizeProfile(
    JSON.parse(readFileSync(file, "utf8")) as CpuProfile,
  );
  report.print(`\n${request.path}: ${calls} calls, ${cpuMicros.toFixed(1)} us of processor time each`);
  for (const [title, costs] of Object.entries({ groups, places, functions }))
    print(title, costs, busyMicros, busyMicros / calls);
  report.print(`\nwritten to ${file}`);
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
