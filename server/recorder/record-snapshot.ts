import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Database, Queryable } from "@/db/connect";
import { findSport, type Sport } from "@/server/catalogue/sports";
import { createTeamIndex } from "@/server/catalogue/team-index";
import { type CheckedSnapshot, checkSnapshot } from "@/server/feeds/check-snapshot";
import { parseTime } from "@/server/feeds/parse-time";
import type { BookSnapshot } from "@/server/feeds/snapshot";
import { type EventMatch, matchEvents } from "@/server/matching/match-events";
import { comparePrices } from "@/server/recorder/compare-prices";
import { ensureBook } from "@/server/recorder/ensure-book";
import {
  type KnownStart,
  loadFixturesAround,
  loadLearnedTeams,
  loadRefs,
  loadStanding,
  lockSport,
} from "@/server/recorder/load-known";
import { placeFixtures } from "@/server/recorder/place-fixtures";
import { countRejected, emptyReport, type RecordReport } from "@/server/recorder/report";
import { noChanges, writeChanges } from "@/server/recorder/write-changes";

export type Recorder = {
  readonly db: Database;
  /** ms since the epoch: nothing recorded before it is stored. */
  readonly archiveFrom: number;
  readonly log: Logger;
};

/** `now`: the snapshot is recorded as it arrives. `recorded`: it was recorded at the time that it states. */
export type RecordingClock = "now" | "recorded";

/** A checked snapshot with everything that stays the same while it is recorded. */
export type Recording = CheckedSnapshot & {
  readonly recordedAt: number;
  /** The time that prices without a measured fetch time age from. */
  readonly receivedAt: number;
  readonly clock: RecordingClock;
  readonly archiveFrom: number;
  readonly digest: string;
};

const statedTime = (snapshot: BookSnapshot): number => {
  const stated = snapshot.recorded_at ?? snapshot.fetched_at;
  return parseTime(stated);
};

const digestOf = (snapshot: BookSnapshot): string =>
  createHash("sha256").update(JSON.stringify(snapshot)).digest("base64url");

const startsOf = (recording: Recording): { from: number; to: number } => {
  const starts = recording.events.map((event) => event.commenceTime);
  const from = Math.min(...starts, recording.recordedAt);
  return { from, to: recording.complete ? Number.POSITIVE_INFINITY : Math.max(...starts, from) };
};

const uniqueById = (fixtures: readonly KnownStart[]): KnownStart[] => [
  ...new Map(fixtures.map((fixture) => [fixture.id, fixture])).values(),
];

const loadMatching = async (tx: Queryable, sport: Sport, recording: Recording) => {
  const { from, to } = startsOf(recording);
  const refs = recording.events.flatMap((event) => (event.ref === undefined ? [] : [event.ref]));
  const [, standing, around, bound, learned] = await Promise.all([
    lockSport(tx, sport.key),
    loadStanding(tx, recording),
    loadFixturesAround(tx, sport.key, from, to),
    loadRefs(tx, recording.book, sport.key, { refs, from, to }),
    sport.names === "open" ? loadLearnedTeams(tx, sport.key) : [],
  ]);
  return {
    standing,
    fixtures: uniqueById([...around, ...bound.map(({ fixture }) => fixture)]),
    refs: new Map(bound.map(({ ref, fixture }) => [ref, fixture.id])),
    learned,
  };
};

const countMatches = (report: RecordReport, recording: Recording, matches: readonly EventMatch[]): void => {
  recording.events.forEach((event, index) => {
    if (event.inPlay) return;
    if (matches[index]?.kind !== "unmatched") {
      report.events.matched += 1;
      return;
    }
    report.events.unmatched += 1;
    for (const market of event.markets) report.prices.unmatched += market.outcomes.length;
  });
};

const record = async (
  tx: Queryable,
  sport: Sport,
  recording: Recording,
  report: RecordReport,
): Promise<void> => {
  const known = await loadMatching(tx, sport, recording);
  const matches = matchEvents({
    sport,
    events: recording.events.map(({ ref, commenceTime, home, away }) => ({ ref, commenceTime, home, away })),
    fixtures: known.fixtures,
    refs: known.refs,
    teams: createTeamIndex(sport, known.learned),
  });
  countMatches(report, recording, matches);
  if (known.standing.known) {
    for (const event of recording.events)
      for (const market of event.markets) report.prices.unchanged += market.outcomes.length;
    report.prices.unchanged -= report.prices.unmatched;
    return;
  }
  const changes = noChanges(recording.book, sport.key);
  const placed = await placeFixtures(tx, { sport, recording, matches, fixtures: known.fixtures }, changes);
  await comparePrices(tx, { recording, placed, superseded: known.standing.superseded }, changes, report);
  await writeChanges(tx, changes);
};

const logRejected = (log: Logger, checked: CheckedSnapshot): void => {
  if (checked.rejected.size === 0) return;
  const reasons = Object.fromEntries(checked.rejected);
  log.info(
    { book: checked.book, sport: checked.sport, rejected: reasons, examples: checked.details },
    "rejected prices",
  );
};

/**
 * Records what one book quoted: matches its events to fixtures, compares each market with the newest known one, and writes what
 * changed to the current prices and the archive, all of it or nothing. The same snapshot again changes nothing; an older one takes
 * its place in time and leaves newer prices alone.
 *
 * @param now ms since the epoch.
 * @returns what became of each event and price; content that cannot be used is counted there, never thrown.
 * @throws only when the database fails; then nothing of the snapshot was written.
 */
export const recordSnapshot = async (
  recorder: Recorder,
  snapshot: BookSnapshot,
  { clock, now }: { readonly clock: RecordingClock; readonly now: number },
): Promise<RecordReport> => {
  const { db, archiveFrom, log } = recorder;
  const recordedAt = clock === "now" ? now : statedTime(snapshot);
  const checked = checkSnapshot(snapshot, { recordedAt, now, archiveFrom });
  const report = emptyReport();
  report.snapshots = 1;
  report.events.seen = checked.eventsSeen;
  report.events.rejected = checked.rejectedEvents;
  report.prices.seen = checked.pricesSeen;
  report.prices.repeated = checked.pricesRepeated;
  for (const [reason, prices] of checked.rejected) countRejected(report, reason, prices);
  logRejected(log, checked);

  const sport = findSport(checked.sport);
  if (sport === undefined || (checked.events.length === 0 && !checked.complete)) return report;
  const recording: Recording = {
    ...checked,
    recordedAt,
    receivedAt: recordedAt,
    clock,
    archiveFrom,
    digest: digestOf(snapshot),
  };
  await ensureBook(db, snapshot, checked);
  await db.transaction(async (tx) => {
    // A writer that waits for the sport's lock behind a stuck one gives up instead of queueing without end.
    await tx.execute(sql`set local lock_timeout = '60s'`);
    await record(tx, sport, recording, report);
  });
  return report;
};
