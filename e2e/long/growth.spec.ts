import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { connectDatabase, type Database } from "@/db/connect";
import { embeddedPaths } from "@/db/embedded-paths";
import { measureArchive, moreBuffers } from "@/e2e/bench/measure/archive-size";
import { residentMegabytes } from "@/e2e/bench/resident-memory";
import { longReport, skipReason } from "@/e2e/long/testing/long-report";
import { createDataDir, type RunningService, startService } from "@/e2e/testing/start-service";
import { dayMs } from "@/server/domain/durations";

const report = longReport();

const days = Number(process.env.GROWTH_DAYS ?? 28);
/** A simulated hour takes one real second. */
const clockRate = 3_600;
const fastClock = new URL("testing/fast-clock.mjs", import.meta.url).href;
const shiftClock = new URL("../testing/shift-clock.mjs", import.meta.url).href;

/** Tables from which maintenance deletes nothing in the first 30 days. */
const growing = ["fixtures", "event_refs", "checks", "current_markets", "archive_series", "archive_points"];

const countRows = async (db: Database): Promise<Record<string, number>> => {
  const rows: Record<string, number> = {};
  for (const table of growing) {
    const [counted] = await db.$client<
      { rows: number }[]
    >`select count(*)::int as rows from ${db.$client(table)}`;
    rows[table] = counted?.rows ?? Number.NaN;
  }
  return rows;
};

/**
 * Counts the rows that maintenance should have deleted at least two days ago. The test inserts a session and tokens, and the
 * simulated market lists unmatched events, so maintenance has rows to delete.
 */
const overdue = async (db: Database): Promise<Record<string, number> | undefined> => {
  const [rows] = await db.$client<Record<string, number>[]>`
    select
      (select count(*)::int from sessions where expires < now() - interval '2 days') as sessions,
      (select count(*)::int from access_tokens where expires_at < now() - interval '2 days') as access_tokens,
      (select count(*)::int from verification_tokens where expires < now() - interval '2 days') as verification_tokens,
      (select count(*)::int from unmatched_events where last_seen < now() - interval '9 days') as unmatched_events`;
  return rows;
};

describe.skipIf(skipReason("growth", process.platform === "linux" ? undefined : "there is no /proc here"))(
  `${days} days of the simulated market`,
  () => {
    let service: RunningService | undefined;
    let directory: Awaited<ReturnType<typeof createDataDir>> | undefined;
    let db: Database | undefined;
    afterAll(async () => {
      await db?.$client.end({ timeout: 2 });
      await service?.stop();
      await directory?.remove();
    });

    test("Over weeks of the simulated market, memory stays level, tables grow evenly, and expired rows are deleted", async () => {
      directory = await createDataDir();
      const env = {
        CLOCK_RATE: String(clockRate),
        CLOCK_START_MS: String(Date.now()),
        NODE_OPTIONS: `--import=${fastClock}`,
      };
      service = await startService(directory.dataDir, env);
      db = connectDatabase({ socketPath: embeddedPaths(path.resolve(directory.dataDir)).socket }, 1);
      await db.$client`
        with planted as (select id, now() + interval '7 days' as expires from accounts limit 1),
          session as (insert into sessions (session_token, user_id, expires) select 'planted', id, expires from planted),
          link as (insert into verification_tokens select 'planted', 'planted', expires from planted)
        insert into access_tokens (id, account_id, hash, created_at, expires_at)
        select gen_random_uuid(), id, 'planted', now(), expires from planted`;

      const clock = async (): Promise<number> => {
        const [row] = await (db as Database).$client<{ now: number }[]>`
          select extract(epoch from now())::float8 * 1000 as now`;
        return row?.now ?? Number.NaN;
      };
      const start = await clock();
      const resident: number[] = [];
      const counts = [await countRows(db)];
      for (let day = 1; day <= days; day++) {
        while ((await clock()) < start + day * dayMs) {
          await delay(500);
          resident.push(residentMegabytes(service.process.pid ?? 0) ?? Number.NaN);
        }
        if (day !== Math.floor(days / 2) && day !== days) continue;
        counts.push(await countRows(db));
        report.print(`day ${day}: ${resident.at(-1)?.toFixed(0)} MB, ${JSON.stringify(counts.at(-1))}`);
      }
      expect(await overdue(db)).toEqual({
        sessions: 0,
        access_tokens: 0,
        verification_tokens: 0,
        unmatched_events: 0,
      });

      const [begin = {}, half = {}, end = {}] = counts;
      for (const table of growing)
        report.figure(`${table}: rows after ${days} days`, end[table] ?? Number.NaN, "");
      for (const table of growing) {
        const first = (half[table] ?? 0) - (begin[table] ?? 0);
        const second = (end[table] ?? 0) - (half[table] ?? 0);
        report.figure(
          `${table}: new rows in the second half of the run, compared with the first half`,
          second / first,
          "times",
        );
        // The busier the machine is, the fewer polls a simulated day has. So even with linear growth, the two halves of the run
        // can add different numbers of rows. With quadratic growth, the second half would add three times as many rows as the first.
        expect([table, second > 0 && second < 3 * first]).toEqual([table, true]);
      }
      // The first quarter is warm-up.
      const warm = resident.slice(Math.floor(resident.length / 4));
      const middle = Math.floor(warm.length / 2);
      const ratio = Math.max(...warm.slice(middle)) / Math.max(...warm.slice(0, middle));
      report.figure(`resident memory after ${days} days`, resident.at(-1) ?? Number.NaN, "MB");
      report.figure(
        "resident memory after warm-up: maximum in the second half, compared with the first",
        ratio,
        "times",
      );
      expect(ratio).toBeLessThan(1.25);
      expect(service.printed()).not.toMatch(/"level":[56]0/);

      const ahead = (await clock()) - Date.now();
      await db.$client.end({ timeout: 2 });
      db = undefined;
      await service.stop();
      const restart = performance.now();
      service = await startService(directory.dataDir, {
        CLOCK_SHIFT_MS: String(Math.round(ahead)),
        NODE_OPTIONS: `--import=${shiftClock}`,
      });
      report.figure(`startup on a database of ${days} days`, performance.now() - restart, "ms");
    });
  },
);

describe.skipIf(
  skipReason(
    "archive size",
    process.env.TEST_DATABASE_URL === undefined ? "there is no PostgreSQL" : undefined,
  ),
)("the archive", () => {
  test("In an archive of a million points, a point takes less than 100 bytes. Growth from 100,000 to a million points adds less than 1.5 pages to a lookup", async () => {
    const small = await measureArchive(100_000);
    const large = await measureArchive(1_000_000);
    report.figure("archive of a million points", large.reindexedBytesPerPoint, "bytes/point");
    expect(large.reindexedBytesPerPoint).toBeLessThan(100);
    for (const part of ["series", "opener", "closing"] as const) {
      report.figure(
        `${part}: additional pages per lookup, compared with an archive of 100,000 points`,
        moreBuffers(small, large, part),
        "",
      );
      expect(moreBuffers(small, large, part)).toBeLessThan(1.5);
    }
  });
});
