import type { Queryable } from "@/db/connect";
import type { Sport } from "@/server/catalogue/sports";
import { createTeamIndex } from "@/server/catalogue/team-index";
import { ClockSetBackError, isAhead, maxClockSkewMs } from "@/server/clock/clock-skew";
import type { DatabaseClock } from "@/server/clock/database-clock";
import type { CheckedSnapshot } from "@/server/feeds/check-snapshot";
import type { EventMatch } from "@/server/matching/match-events";
import { comparePrices, type KnownPrices, LateInBatchError } from "@/server/recorder/compare-prices";
import { type Discarded, discardAhead } from "@/server/recorder/discard-ahead";
import {
  loadChecks,
  loadCurrent,
  loadFixturesAround,
  loadLearnedTeams,
  loadQuoted,
  loadRefs,
  lockSport,
  type Pair,
} from "@/server/recorder/load-known";
import { loadStandings, type Standing } from "@/server/recorder/load-looks";
import {
  type KnownSport,
  matchRecording,
  type PlacedSnapshot,
  placeFixtures,
} from "@/server/recorder/place-fixtures";
import type { Recording } from "@/server/recorder/recording";
import { addUnmatched, type RecordReport, type ReportsByBook, reportOf } from "@/server/recorder/report";
import { settleRivals } from "@/server/recorder/settle-rivals";
import { noStarts, settleStarts } from "@/server/recorder/settle-starts";
import { loadUnmatched } from "@/server/recorder/store-unmatched";
import { loadAliases, type TeamAlias } from "@/server/recorder/team-aliases";
import {
  type JudgedEvents,
  placeUnmatched,
  type UnmatchedEvent,
  unmatchedOf,
} from "@/server/recorder/unmatched-events";
import { noChanges, writeChanges } from "@/server/recorder/write-changes";

export const priceCount = (events: CheckedSnapshot["events"]): number =>
  events.reduce(
    (sum, { markets }) => sum + markets.reduce((prices, { outcomes }) => prices + outcomes.length, 0),
    0,
  );

const startsOf = (recordings: readonly Recording[]): { from: number; to: number } => {
  const starts = recordings.flatMap(({ events, recordedAt }) => [
    ...events.map((event) => event.commenceTime),
    recordedAt,
  ]);
  const complete = recordings.some((recording) => recording.complete);
  const from = starts.reduce((a, b) => Math.min(a, b));
  return { from, to: complete ? Number.POSITIVE_INFINITY : starts.reduce((a, b) => Math.max(a, b)) };
};

/** Building an index is not cheap, and most snapshots teach no name. */
const teamsOf = (sport: Sport, aliases: readonly TeamAlias[]): KnownSport["teams"] => {
  let size = 0;
  let index = createTeamIndex(sport, [], aliases);
  return (learned) => {
    if (learned.size !== size) index = createTeamIndex(sport, [...learned], aliases);
    size = learned.size;
    return index;
  };
};

const loadSport = async (
  tx: Queryable,
  clock: DatabaseClock,
  sport: Sport,
  recordings: readonly Recording[],
) => {
  const around = startsOf(recordings);
  const books = [...new Set(recordings.map(({ book }) => book))];
  const refs = [
    ...new Set(
      recordings.flatMap(({ events }) => events.flatMap(({ ref }) => (ref === undefined ? [] : [ref]))),
    ),
  ];
  const isOpen = sport.names === "open";
  const sentAt = clock.now();
  const [databaseMs, standings, fixtures, bound, learned, aliases, unmatched, quoted] = await Promise.all([
    lockSport(tx, sport.key),
    loadStandings(tx, sport.key, recordings),
    loadFixturesAround(tx, sport.key, around.from, around.to),
    loadRefs(tx, books, sport.key, { refs, ...around }),
    isOpen ? loadLearnedTeams(tx, sport.key) : [],
    loadAliases(tx, sport.key),
    loadUnmatched(tx, sport.key, books),
    isOpen ? loadQuoted(tx, books, sport.key, around) : new Map<string, Set<string>>(),
  ]);
  clock.hear(databaseMs, sentAt);
  const isRepeated = standings.some((standing) => standing.known);
  const known: KnownSport = {
    sport,
    fixtures: new Map(fixtures.map((fixture) => [fixture.id, fixture])),
    refs: new Map(),
    quoted: isRepeated && !isOpen ? await loadQuoted(tx, books, sport.key, around) : quoted,
    learned: new Set(learned),
    starts: noStarts(),
    teams: teamsOf(sport, aliases),
  };
  for (const { book, ref, fixture } of bound) {
    if (!known.fixtures.has(fixture.id)) known.fixtures.set(fixture.id, fixture);
    known.refs.set(book, (known.refs.get(book) ?? new Map<string, string>()).set(ref, fixture.id));
  }
  return { standings, known, unmatched };
};

/** Whether every event that has a place now had it when the same snapshot was recorded before: names may have become known since. */
const isRecorded = (known: KnownSport, { book }: Recording, matches: readonly EventMatch[]): boolean =>
  matches.every(
    (match) =>
      match.kind === "unmatched" ||
      (match.kind === "fixture" && known.quoted.get(book)?.has(match.fixtureId) === true),
  );

const countMatches = (report: RecordReport, { events }: Recording, matches: readonly EventMatch[]): void => {
  events.forEach((event, index) => {
    if (event.inPlay) return;
    if (matches[index]?.kind !== "unmatched") {
      report.events.matched += 1;
      return;
    }
    report.events.unmatched += 1;
    report.prices.unmatched += priceCount([event]);
  });
};

const loadPrices = async (tx: Queryable, work: readonly Work[]): Promise<KnownPrices> => {
  const pairs = work.flatMap(({ recording: { book }, placed: { events, inPlay, lost, unnamed } }): Pair[] =>
    [...[...events, ...inPlay, ...lost].map(({ fixtureId }) => fixtureId), ...unnamed].map((fixture) => ({
      book,
      fixture,
    })),
  );
  const unique = [...new Map(pairs.map((pair) => [`${pair.book} ${pair.fixture}`, pair])).values()];
  const [checks, current] = await Promise.all([loadChecks(tx, unique), loadCurrent(tx, unique)]);
  return { checks, current };
};

/** Whether each book's snapshots ascend in time; at one moment they may only speak for different events. */
const isInOrder = (recordings: readonly Recording[]): boolean => {
  const newest = new Map<string, Recording>();
  return recordings.every((recording) => {
    const before = newest.get(recording.book);
    newest.set(recording.book, recording);
    if (before === undefined || before.recordedAt < recording.recordedAt) return true;
    return before.recordedAt === recording.recordedAt && !before.complete && !recording.complete;
  });
};

type Work = { readonly recording: Recording; readonly placed: PlacedSnapshot; readonly standing: Standing };

export type Batch = {
  readonly clock: DatabaseClock;
  readonly sport: Sport;
  readonly recordings: readonly Recording[];
  /** When they arrived (ms). */
  readonly now: number;
};

/** What is logged of a batch once it is committed. */
export type Findings = { readonly appeared: UnmatchedEvent[]; discarded: Discarded | undefined };

/** What was recorded while the clock was ahead must not count as newer than what is true. */
const loadTrue = async (
  tx: Queryable,
  { clock, sport, recordings, now }: Batch,
): Promise<Awaited<ReturnType<typeof loadSport>> & Pick<Findings, "discarded">> => {
  const loaded = await loadSport(tx, clock, sport, recordings);
  const databaseNow = clock.now();
  if (isAhead(now, databaseNow)) throw new ClockSetBackError();
  if (!loaded.standings.some(({ newest }) => newest !== null && isAhead(newest, databaseNow)))
    return { ...loaded, discarded: undefined };
  const discarded = await discardAhead(tx, sport.key, databaseNow + maxClockSkewMs);
  return { ...(await loadSport(tx, clock, sport, recordings)), discarded };
};

/** One sport's snapshots in one transaction: reads together, decides one after the other, writes together. */
export const recordBatch = async (
  tx: Queryable,
  batch: Batch,
  findings: Findings,
): Promise<ReportsByBook> => {
  const { sport, recordings } = batch;
  if (!isInOrder(recordings)) throw new LateInBatchError();
  const reports: ReportsByBook = new Map();
  const changes = noChanges(sport.key);
  const { standings, known, unmatched: listings, discarded } = await loadTrue(tx, batch);
  findings.discarded = discarded;
  const work: Work[] = [];
  const nameUnmatched = (report: RecordReport, judged: JudgedEvents) => {
    const named = placeUnmatched(listings, judged, changes.unmatched);
    findings.appeared.push(...named.appeared);
    addUnmatched(report, named.unmatched);
  };
  for (const [index, recording] of recordings.entries()) {
    const report = reportOf(reports, recording.book);
    const standing = standings[index] ?? { known: false, completeFrom: null, newest: null };
    const matches = standing.known ? matchRecording(known, recording) : [];
    if (standing.known && isRecorded(known, recording, matches)) {
      const unmatched = report.prices.unmatched;
      countMatches(report, recording, matches);
      addUnmatched(report, unmatchedOf({ recording, matches }));
      report.prices.unchanged += priceCount(recording.events) - (report.prices.unmatched - unmatched);
      continue;
    }
    const placed = await placeFixtures(tx, known, recording, changes);
    countMatches(report, recording, placed.matches);
    nameUnmatched(report, { recording, ...placed });
    work.push({ recording, placed, standing });
  }
  if (work.length === 0) return reports;
  const prices = await loadPrices(tx, work);
  for (const { recording, placed, standing } of work)
    await comparePrices(
      tx,
      { recording, placed, completeFrom: standing.completeFrom, alone: recordings.length === 1 },
      prices,
      changes,
      reportOf(reports, recording.book),
    );
  settleStarts(known, changes);
  await settleRivals(tx, known, work, changes);
  await writeChanges(tx, changes);
  return reports;
};
