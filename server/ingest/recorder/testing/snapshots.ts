import pino from "pino";
import type { Database } from "@/db/connect";
import type { DatabaseClock } from "@/server/clock/database-clock";
import { endlessClock } from "@/server/clock/testing/fixed-clock";
import type {
  BookSnapshot,
  SnapshotEvent,
  SnapshotMarket,
  SnapshotOutcome,
} from "@/server/ingest/feeds/snapshot";
import type { Recorder } from "@/server/ingest/recorder/record-snapshots";

/* Builders for tests: snapshots of one NFL game by default. */

export const silentLog = pino({ level: "silent" });

export const testRecorder = (
  db: Database,
  archiveFrom = 0,
  clock: DatabaseClock = endlessClock,
): Recorder => ({
  db,
  archiveFrom,
  clock,
  log: silentLog,
});

export const iso = (ms: number): string => new Date(ms).toISOString();

export const moneyline = (home: number, away: number): SnapshotMarket => ({
  key: "h2h",
  outcomes: [
    { side: "home", american: home },
    { side: "away", american: away },
  ],
});

export const totals = (point: number, over: number, under: number): SnapshotMarket => ({
  key: "totals",
  outcomes: [
    { side: "over", american: over, point },
    { side: "under", american: under, point },
  ],
});

export const playerMarket = (key: string, outcomes: SnapshotOutcome[]): SnapshotMarket => ({ key, outcomes });

export const eventOf = (
  start: number,
  markets: SnapshotMarket[],
  more: Partial<SnapshotEvent> = {},
): SnapshotEvent => ({
  commence_time: iso(start),
  home: "Buffalo Bills",
  away: "Kansas City Chiefs",
  markets,
  ...more,
});

export const snapshotOf = (
  book: string,
  fetchedAt: number | null,
  events: SnapshotEvent[],
  more: Partial<BookSnapshot> = {},
): BookSnapshot => ({
  book,
  sport: "americanfootball_nfl",
  fetched_at: fetchedAt === null ? null : iso(fetchedAt),
  events,
  ...more,
});
