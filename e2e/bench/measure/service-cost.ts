import { performance } from "node:perf_hooks";
import type { Database } from "@/db/connect";
import { load } from "@/e2e/bench/load/load";
import type { Target } from "@/e2e/bench/load/load-types";
import { becomesIdle } from "@/e2e/bench/measure/alternate";
import { rowsRead } from "@/e2e/bench/measure/row-reads";
import { residentMegabytes } from "@/e2e/bench/resident-memory";
import { median } from "@/e2e/bench/statistics";
import type { RunningService } from "@/e2e/testing/start-service";

export type ServiceCost = {
  /** Time until the service is ready, in ms: the median of three starts. */
  readonly startMs: number;
  /** Resident memory of the serving process after the start and one page, in MB. */
  readonly startedMegabytes: number;
  /** Resident memory after one call of each `visited` URL, in MB. */
  readonly visitedMegabytes: number;
  /** Processor time per call in microseconds, by the name of the target. */
  readonly cpuMicros: Readonly<Record<string, number>>;
  /** Rows that the database reads per call of the last target, background work included. */
  readonly rowsPerCall: number;
};

type MeasuredTarget = Target & {
  /** Default: the `callers` of all targets. */
  readonly callers?: number;
};

type Options = {
  readonly db: Database;
  readonly start: () => Promise<RunningService>;
  readonly targetsOf: (url: string) => Readonly<Record<string, MeasuredTarget>>;
  /** Requests that are sent once each, between the two measurements of memory. */
  readonly visited: (url: string) => Promise<readonly Target[]>;
  readonly seconds: number;
  readonly callers: number;
};

const starts = 3;
const rounds = 3;

/** Measures the start, the memory and the calls of a service on a filled database. */
export const measureService = async ({
  db,
  start,
  targetsOf,
  visited,
  seconds,
  callers,
}: Options): Promise<ServiceCost> => {
  const startTimes: number[] = [];
  let service: RunningService | undefined;
  for (let round = 0; round < starts; round++) {
    await service?.stop();
    const begin = performance.now();
    service = await start();
    startTimes.push(performance.now() - begin);
  }
  if (service === undefined) throw new Error("the service was not started");
  const pid = service.process.pid ?? 0;
  // Rendering a page loads the code of pages, which takes memory.
  const page = await fetch(service.url);
  await page.text();
  if (page.status !== 200) throw new Error(`the home page returned status ${page.status}`);
  const residentWhenIdle = async (): Promise<number> => {
    await becomesIdle(pid);
    return residentMegabytes(pid) ?? Number.NaN;
  };
  const startedMegabytes = await residentWhenIdle();
  for (const { url, headers } of await visited(service.url)) {
    const response = await fetch(url, { headers: { ...headers } });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${url}: status ${response.status}`);
  }
  const visitedMegabytes = await residentWhenIdle();
  const cpuMicros = new Map<string, number>();
  let rowsPerCall = Number.NaN;
  for (const [name, target] of Object.entries(targetsOf(service.url))) {
    const concurrent = target.callers ?? callers;
    await load(target, { seconds: 1, callers: concurrent });
    await becomesIdle(pid);
    const before = await rowsRead(db);
    const loads = [];
    for (let round = 0; round < rounds; round++) {
      loads.push(await load(target, { seconds, callers: concurrent, pid }));
      await becomesIdle(pid);
    }
    rowsPerCall = ((await rowsRead(db)) - before) / loads.reduce((sum, { calls }) => sum + calls, 0);
    cpuMicros.set(name, median(loads.map(({ cpuMicros: micros }) => micros)));
  }
  await service.stop();
  return {
    startMs: median(startTimes),
    startedMegabytes,
    visitedMegabytes,
    cpuMicros: Object.fromEntries(cpuMicros),
    rowsPerCall,
  };
};
