import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import type { Database } from "@/db/connect";
import { recordset } from "@/db/sql";
import {
  emptySnapshots,
  learnedNames,
  longNames,
  lookAlikes,
  manyEmptySnapshots,
  newNames,
  playerNames,
  shapesSport,
} from "@/e2e/bench/hostile-bodies";
import type { Report } from "@/e2e/bench/report";
import { otherSports, propMarkets, slateSport } from "@/e2e/bench/slate";
import type { SlateGame } from "@/e2e/bench/slate-requests";
import { percentile, spreadOf } from "@/e2e/bench/statistics";
import { sports } from "@/server/domain/catalogue/sports";
import { hourMs } from "@/server/domain/durations";
import { createFeedToken } from "@/server/ingest/delivery/feed-token";

const quietMs = 1_500;
/** A delivery that takes longer than this is not waited for, so that a run takes minutes even if every target is missed. */
const maxWaitMs = Number(process.env.BENCH_HOSTILE_WAIT_MS ?? 20_000);
const pauseBetweenProbesMs = 5;
const learned = 4_000;

export type HostileService = { readonly url: string; readonly pid: number; readonly loopDelayFile: string };

/** The environment with which a service reports the delays of its event loop. */
export const loopDelayEnvironment = async () => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), "oddskeeper-bench-hostile-")), "delay");
  return {
    file,
    environment: {
      NODE_OPTIONS: `--import=${new URL("../servers/loop-delay.mjs", import.meta.url).href}`,
      LOOP_DELAY_FILE: file,
    },
  };
};

/**
 * The longest delay of the service's event loop (ms) since the last call. Waits until the loop is free. If that takes too long, the wait
 * counts as the delay.
 */
const takeLoopDelay = async ({ pid, loopDelayFile }: HostileService): Promise<number> => {
  rmSync(loopDelayFile, { force: true });
  process.kill(pid, "SIGUSR2");
  const begin = performance.now();
  while (!existsSync(loopDelayFile)) {
    await delay(20);
    if (performance.now() - begin > maxWaitMs) return maxWaitMs;
  }
  return Number(readFileSync(loopDelayFile, "utf8"));
};

type Observed = { readonly loopDelayMs: number; readonly times: readonly number[] };

/** Calls `/v1/sports` as another customer while the work runs, and at least for `quietMs`. */
const observe = async (
  service: HostileService,
  key: string,
  work: () => Promise<unknown>,
): Promise<Observed> => {
  const probe = new Worker(new URL("../load/probe.mjs", import.meta.url), {
    workerData: {
      url: `${service.url}/v1/sports`,
      headers: { "X-API-Key": key },
      pauseMs: pauseBetweenProbesMs,
      maxWaitMs,
    },
  });
  try {
    await once(probe, "message");
    await takeLoopDelay(service);
    await Promise.all([work(), delay(quietMs)]);
    probe.postMessage("stop");
    const [calls] = (await once(probe, "message")) as [readonly { status: number; ms: number }[]];
    const refused = calls.find(({ status }) => status !== 200 && status !== 0);
    if (refused !== undefined) throw new Error(`another customer's call returned ${refused.status}`);
    return { loopDelayMs: await takeLoopDelay(service), times: calls.map(({ ms }) => ms) };
  } finally {
    await probe.terminate();
  }
};

type Deliver = (
  token: string,
  compressed: Buffer<ArrayBuffer>,
) => Promise<{ readonly status: number; readonly ms: number }>;

const createDeliver =
  ({ url }: HostileService): Deliver =>
  async (token, compressed) => {
    const begin = performance.now();
    const status = await fetch(`${url}/feeds/snapshots`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Encoding": "gzip" },
      body: compressed,
      signal: AbortSignal.timeout(maxWaitMs),
    }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
    return { status, ms: performance.now() - begin };
  };

/** Teaches the service names and fixtures in SQL, which takes a second. Delivering them would take days. */
const teach = async (db: Database, now: number): Promise<void> => {
  const names = learnedNames(learned);
  const rows = names.map((name) => ({ name }));
  await db.execute(sql`insert into learned_teams (sport_key, name)
    select ${shapesSport}, name from ${recordset(rows, "name text")} on conflict do nothing`);
  const fixtures = Array.from({ length: Math.floor(names.length / 2) }, (_, index) => ({
    id: `${shapesSport}-bench-${index}`,
    home: names[2 * index],
    away: names[2 * index + 1],
    start: new Date(now + (48 + (index % 40)) * hourMs).toISOString(),
  }));
  await db.execute(sql`insert into fixtures (id, sport_key, home_team, away_team, commence_time, listed, created_at)
    select id, ${shapesSport}, home, away, start::timestamptz, true, now()
    from ${recordset(fixtures, "id text, home text, away text, start text")} on conflict do nothing`);
};

/** An upload that sends its first byte only. @returns a function that ends it. */
const uploadSlowly = ({ url }: HostileService, token: string): (() => void) => {
  const request = httpRequest(`${url}/feeds/snapshots`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Length": 1_000 },
  });
  request.on("error", () => undefined);
  request.write("{");
  return () => request.destroy();
};

const addComparison = (
  report: Report,
  name: string,
  quiet: readonly Observed[],
  hostile: readonly Observed[],
): void => {
  const added = hostile.map(({ loopDelayMs }, round) => loopDelayMs - (quiet[round]?.loopDelayMs ?? 0));
  const p99Of = (times: readonly number[]): number => percentile(times, 0.99);
  const all = (observed: readonly Observed[]): readonly number[] => observed.flatMap(({ times }) => times);
  const shown = (observed: readonly Observed[], of: (times: readonly number[]) => number): string =>
    observed.map(({ times }) => of(times).toFixed(1)).join(", ");
  report.print(`  p99 of the calls: ${shown(hostile, p99Of)} ms; without: ${shown(quiet, p99Of)} ms`);
  const slowest = (times: readonly number[]): number => Math.max(...times);
  report.print(`  slowest call: ${shown(hostile, slowest)} ms; without: ${shown(quiet, slowest)} ms`);
  report.print(`  calls: ${all(hostile).length}; without: ${all(quiet).length}`);
  report.add({
    name: `${name}: longest block of the event loop, added`,
    value: spreadOf(added),
    unit: "ms",
    target: { max: 50 },
  });
  report.add({
    name: `${name}: p99 of another customer's calls, times its value without`,
    // One round has about 200 calls, of which two decide its p99. Over all rounds, one pause of the machine decides nothing.
    value: spreadOf([p99Of(all(hostile)) / p99Of(all(quiet))]),
    unit: "x",
    target: { max: 2 },
  });
};

/**
 * Delivers bodies that are as expensive as possible, and measures what other customers and other tokens notice. Each body is delivered in
 * each round. Before it, the same is measured without a body.
 */
export const measureHostile = async (
  report: Report,
  db: Database,
  {
    service,
    key,
    game,
    rounds,
  }: {
    readonly service: HostileService;
    readonly key: string;
    readonly game: SlateGame;
    readonly rounds: number;
  },
): Promise<void> => {
  const deliver = createDeliver(service);
  const tokenOf = async (book: string) => (await createFeedToken(db, [book], new Date())).token;
  const compress = (body: string): Buffer<ArrayBuffer> => gzipSync(body, { level: 1 });
  const calm = (): Promise<unknown> => delay(quietMs);
  await teach(db, Date.now());

  const bodies: Readonly<Record<string, (book: string, round: number) => string>> = {
    "2,000 new names": (book, round) => newNames(book, Date.now(), round),
    "long names, 4,000 learned": (book, round) => longNames(book, Date.now(), round),
    "2,000 names one letter off learned ones": (book, round) => lookAlikes(book, Date.now(), round),
    "96,000 players of one game": (book, round) => playerNames(book, Date.now(), round, game),
    "49,000 empty snapshots": (book) => emptySnapshots(book, slateSport, 49_000),
    "4,000 empty snapshots": (book) => manyEmptySnapshots(book, otherSports.slice(0, 8)),
  };
  for (const [position, [name, bodyOf]] of Object.entries(bodies).entries()) {
    report.print(`a delivery of ${name}`);
    const book = `hostile_${position}`;
    const token = await tokenOf(book);
    const [quiet, hostile]: [Observed[], Observed[]] = [[], []];
    const statuses: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const compressed = compress(bodyOf(book, round));
      quiet.push(await observe(service, key, calm));
      hostile.push(
        await observe(service, key, async () => {
          statuses.push((await deliver(token, compressed)).status);
        }),
      );
    }
    report.print(`  responses: ${statuses.map((status) => status || `none in ${maxWaitMs} ms`).join(", ")}`);
    addComparison(report, name, quiet, hostile);
    if (name.includes("players")) {
      const props = `${service.url}/v1/sports/${slateSport}/events/${game.id}/props?markets=${propMarkets}`;
      const before = await observe(service, key, calm);
      const after = await observe(service, key, async () => {
        await fetch(props, { headers: { "X-API-Key": key } }).then((response) => response.arrayBuffer());
      });
      addComparison(report, `${name}, then a call for its props`, [before], [after]);
    }
  }

  const tokens = await Promise.all(["slots_1", "slots_2", "slots_3"].map(tokenOf));
  const honest = await tokenOf("honest");
  const honestSport =
    sports.find(({ key: sport }) => !otherSports.includes(sport) && sport !== slateSport)?.key ?? "";
  const honestBody = compress(emptySnapshots("honest", honestSport, 1));
  const wait = async (): Promise<number> => {
    const { status, ms } = await deliver(honest, honestBody);
    return status === 200 ? ms : maxWaitMs;
  };
  report.print("an honest delivery while three tokens deliver as much as they can");
  const waits: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const flood = tokens.map((token, index) =>
      deliver(token, compress(manyEmptySnapshots(`slots_${index + 1}`, otherSports.slice(0, 8)))),
    );
    await delay(500);
    waits.push(await wait());
    await Promise.all(flood);
  }
  report.add({
    name: "honest delivery while three tokens deliver 4,000 snapshots each",
    value: spreadOf(waits),
    unit: "ms",
    target: { max: 1_000 },
  });
  report.print("an honest delivery during 24 uploads that never end");
  const ends = tokens.flatMap((token) => Array.from({ length: 8 }, () => uploadSlowly(service, token)));
  await delay(1_000);
  const during = [await wait(), await wait(), await wait()];
  for (const end of ends) end();
  report.add({
    name: "honest delivery during 24 uploads that never end",
    value: spreadOf(during),
    unit: "ms",
    target: { max: 1_000 },
  });
};
