import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { postgresDatabase } from "@/db/testing";
import { processorMicrosOf } from "@/e2e/bench/processor-time";
import type { Report } from "@/e2e/bench/report";
import { residentMegabytes } from "@/e2e/bench/resident-memory";
import { percentile } from "@/e2e/bench/statistics";
import { streamBoard, streamChange, streamSports } from "@/e2e/bench/stream-market";
import type { RunningService } from "@/e2e/testing/start-service";
import { createKey } from "@/server/account/keys/create-key";
import { reservePort } from "@/server/account/metering/testing/reserve-port";
import { createAccount } from "@/server/account/owner/create-account";
import { openDatabaseClock } from "@/server/clock/database-clock";
import { type Recorder, recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import { silentLog } from "@/server/ingest/recorder/testing/snapshots";
import { openStreamClient } from "@/server/market/stream/testing/read-events";

const serversFolder = fileURLToPath(new URL("../servers", import.meta.url));
const accounts = 40;
const manyStreams = 2_000;
const fewStreams = 500;
const requiredRate = 20;
const rates = [20, 50, 100, 200, 400];
const loadSeconds = 10;
const latencySeconds = 20;
const callRounds = 3;
const callSeconds = 5;

type Counts = {
  readonly open: number;
  readonly events: number;
  readonly bytes: number;
  readonly slow: number;
  readonly refused: number;
  readonly ended: number;
};
type Wanted = { readonly sport: string; readonly key: string };

const single = (value: number) => ({ median: value, min: value, max: value });

const ask = async (child: ChildProcess, message: unknown): Promise<Counts> => {
  const answer = once(child, "message");
  child.send(message as never);
  const [counts] = (await answer) as [Counts];
  return { ...counts };
};

const startClients = (): ChildProcess =>
  spawn(process.execPath, ["--import", "tsx", path.join(serversFolder, "stream-clients.ts")], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });

const endChild = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
};

/** Makes changes at a rate until `stop`. `made`: the changes so far. */
const startMarket = (
  recorder: Recorder,
  first: number,
  perSecond: number,
  onCommit?: (sport: string) => void,
) => {
  let isStopped = false;
  let made = 0;
  const startedAt = performance.now();
  const run = async (): Promise<void> => {
    while (!isStopped) {
      const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond);
      if (made >= due) {
        await delay(2);
        continue;
      }
      const now = Date.now();
      const count = Math.min(due - made, perSecond > 50 ? 20 : 1);
      const changes = Array.from({ length: count }, (_, index) => streamChange(first + made + index, now));
      await recordSnapshots(recorder, changes, { clock: "now", now });
      for (const { sport } of changes) onCommit?.(sport);
      made += count;
    }
  };
  const running = run();
  return {
    stop: async () => {
      isStopped = true;
      await running;
      return made;
    },
  };
};

const p99OfCalls = async (url: string, key: string, seconds: number): Promise<number> => {
  const times: number[] = [];
  const until = performance.now() + seconds * 1000;
  for (let call = 0; performance.now() < until; call++) {
    const sport = streamSports[call % streamSports.length];
    const begin = performance.now();
    const response = await fetch(`${url}/v1/sports/${sport}/odds`, { headers: { "X-API-Key": key } });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`a call returned ${response.status}`);
    times.push(performance.now() - begin);
  }
  return percentile(times, 0.99);
};

/**
 * Measures streams: processor time for each event beside a bare server, the time from a commit to a client, memory for each stream, and what
 * streams cost other calls. Every stream follows one sport, and each sport has the same number of streams.
 */
export const measureStreams = async (
  report: Report,
  start: (environment: Readonly<Record<string, string>>) => Promise<RunningService>,
  onRedis: Readonly<Record<string, string>>,
  parts: ReadonlySet<string>,
): Promise<void> => {
  const database = await postgresDatabase();
  const { db } = database;
  const recorder: Recorder = {
    db,
    archiveFrom: 0,
    clock: await openDatabaseClock(db, silentLog),
    log: silentLog,
  };
  report.print("fill the board of the streams");
  await recordSnapshots(recorder, streamBoard(Date.now()), { clock: "now", now: Date.now() });
  const keys: string[] = [];
  for (let index = 0; index < accounts; index++) {
    const terms = { plan: "business", allowance: 1_000_000_000, speedLimit: 1_000_000 } as const;
    const account = await createAccount(db, { email: `stream-${index}@example.com`, ...terms }, new Date());
    if (account === "email_taken") throw new Error(account);
    const created = await createKey(db, account.id, { label: "bench", test: false }, new Date());
    if (typeof created === "string") throw new Error(created);
    keys.push(created.key);
  }
  const [firstKey = ""] = keys;
  const wanted = (count: number): Wanted[] =>
    Array.from({ length: count }, (_, index) => ({
      sport: streamSports[index % streamSports.length] ?? "",
      key: keys[Math.floor(index / (count / accounts))] ?? "",
    }));
  const startOurs = () =>
    start({
      ...onRedis,
      DATABASE_URL: "url" in database.address ? database.address.url : "",
      NODE_OPTIONS: `--import=${new URL("../servers/gc-on-signal.mjs", import.meta.url).href}`,
    });
  let changes = 0;

  if (parts.has("memory")) {
    report.print(`memory of ${manyStreams} idle streams`);
    const ours = await startOurs();
    const pid = ours.process.pid ?? 0;
    const rss = async (): Promise<number> => {
      for (let round = 0; round < 3; round++) {
        process.kill(pid, "SIGUSR2");
        await delay(700);
      }
      return residentMegabytes(pid) ?? Number.NaN;
    };
    const clients = startClients();
    await ask(clients, { url: ours.url, streams: wanted(fewStreams) });
    await delay(1_000);
    await ask(clients, "close");
    await delay(1_000);
    const before = await rss();
    const { open } = await ask(clients, { url: ours.url, streams: wanted(manyStreams) });
    await delay(2_000);
    const after = await rss();
    report.add({
      name: "idle streams that opened",
      value: single(open),
      unit: "",
      target: { min: manyStreams },
    });
    report.add({
      name: `memory of an idle stream, of ${manyStreams}`,
      value: single(((after - before) * 1e6) / 1024 / manyStreams),
      unit: "KB",
      target: { max: 30 },
    });
    await endChild(clients);
    await ours.stop();
  }

  if (parts.has("rate")) {
    report.print(`processor time for each event, ${manyStreams} streams of ${accounts} accounts`);
    const ours = await startOurs();
    const pid = ours.process.pid ?? 0;
    const clients = startClients();
    await ask(clients, { url: ours.url, streams: wanted(manyStreams) });
    await delay(1_000);
    let best: { perSecond: number; micros: number; bytes: number; events: number } | undefined;
    for (const perSecond of rates) {
      const before = await ask(clients, "report");
      const cpu = processorMicrosOf(pid);
      const begin = performance.now();
      const market = startMarket(recorder, changes, perSecond);
      await delay(loadSeconds * 1000);
      const made = await market.stop();
      await delay(1_000);
      const seconds = (performance.now() - begin) / 1000;
      const after = await ask(clients, "report");
      const used = processorMicrosOf(pid) - cpu;
      changes += made;
      const events = after.events - before.events;
      const slow = after.slow - before.slow;
      const reached = made / loadSeconds;
      report.print(
        `  ${perSecond} changes a second: ${reached.toFixed(0)} reached, ${events} events, ${slow} slow, ${(used / events).toFixed(1)} us each, ${(used / 1e4 / seconds).toFixed(0)} % of a core`,
      );
      if (slow > 0 || after.ended > before.ended || reached < 0.9 * perSecond || events === 0) break;
      best = { perSecond, micros: used / events, bytes: (after.bytes - before.bytes) / events, events };
    }
    await endChild(clients);
    await ours.stop();
    report.add({
      name: "highest rate of changes without a reset",
      value: single(best?.perSecond ?? 0),
      unit: "changes/s",
      target: { min: requiredRate },
    });
    if (best !== undefined) {
      const port = await reservePort();
      const bare = spawn(process.execPath, ["--import", "tsx", path.join(serversFolder, "bare-stream.ts")], {
        env: { ...process.env, PORT: String(port), NODE_ENV: "production" },
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      });
      const url = `http://127.0.0.1:${port}`;
      while (
        !(await fetch(url).then(
          () => true,
          () => false,
        ))
      )
        await delay(50);
      const others = startClients();
      await ask(others, { url, streams: wanted(manyStreams) });
      await delay(500);
      const cpu = processorMicrosOf(bare.pid ?? 0);
      bare.send({ bytes: Math.round(best.bytes), perSecond: best.perSecond, groups: streamSports.length });
      await delay(loadSeconds * 1000);
      bare.send({ bytes: 0, perSecond: 0, groups: 1 });
      await delay(500);
      const used = processorMicrosOf(bare.pid ?? 0) - cpu;
      const written = Number(await (await fetch(`${url}/count`)).text());
      await endChild(others);
      await endChild(bare);
      const bareMicros = used / written;
      report.add({ name: "bytes of an event", value: single(best.bytes), unit: "B" });
      report.add({ name: "processor time of an event, ours", value: single(best.micros), unit: "us" });
      report.add({
        name: "processor time of an event, bare node:http",
        value: single(bareMicros),
        unit: "us",
      });
      report.add({
        name: "processor time of an event, ours to bare",
        value: single(best.micros / bareMicros),
        unit: "",
        target: { max: 2 },
      });
    }
  }

  if (parts.has("latency") || parts.has("calls")) {
    const ours = await startOurs();
    const clients = startClients();
    const others = wanted(fewStreams - streamSports.length);
    if (parts.has("latency")) {
      report.print(`from commit to client, ${fewStreams} streams, ${requiredRate} changes a second`);
      await ask(clients, { url: ours.url, streams: others });
      // The n-th event of a sport belongs to its n-th change. An event can arrive before the recorder has its answer from the database.
      const committed = new Map(streamSports.map((sport) => [sport, [] as number[]]));
      const arrived = new Map(streamSports.map((sport) => [sport, [] as number[]]));
      const headers = { "x-api-key": firstKey };
      // Opened last, so that they are the last to be written to.
      const observers = await Promise.all(
        streamSports.map((sport) =>
          openStreamClient(`${ours.url}/v1/odds/stream?sports=${sport}`, headers, ({ event }) => {
            if (event === "fixture") arrived.get(sport)?.push(performance.now());
          }),
        ),
      );
      await Promise.all(observers.map((client) => client.wait(({ event }) => event === "snapshot")));
      const market = startMarket(recorder, changes, requiredRate, (sport) =>
        committed.get(sport)?.push(performance.now()),
      );
      await delay(latencySeconds * 1000);
      changes += await market.stop();
      await delay(1_000);
      for (const client of observers) client.close();
      const delays = streamSports.flatMap((sport) => {
        const times = arrived.get(sport) ?? [];
        return (committed.get(sport) ?? []).map((at, change) =>
          Math.max(0, (times[change] ?? Number.POSITIVE_INFINITY) - at),
        );
      });
      report.add({
        name: `from commit to client, 99th percentile of ${delays.length} changes`,
        value: single(percentile(delays, 0.99)),
        unit: "ms",
        target: { max: 150 },
      });
      await ask(clients, "close");
      await delay(500);
    }
    if (parts.has("calls")) {
      report.print(`calls with and without ${fewStreams} streams`);
      const ratios: number[] = [];
      for (let round = 0; round < callRounds; round++) {
        const market = startMarket(recorder, changes, requiredRate);
        const without = await p99OfCalls(ours.url, firstKey, callSeconds);
        await ask(clients, { url: ours.url, streams: wanted(fewStreams) });
        await delay(500);
        const withStreams = await p99OfCalls(ours.url, firstKey, callSeconds);
        await ask(clients, "close");
        changes += await market.stop();
        ratios.push(withStreams / without);
      }
      const sorted = [...ratios].sort((a, b) => a - b);
      report.add({
        name: "99th percentile of calls, with streams to without",
        value: {
          median: sorted[1] ?? Number.NaN,
          min: sorted[0] ?? Number.NaN,
          max: sorted[2] ?? Number.NaN,
        },
        unit: "",
        target: { max: 1.5 },
      });
    }
    await endChild(clients);
    await ours.stop();
  }
  await database.close();
};
