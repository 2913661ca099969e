import type { Queryable } from "@/db/connect";
import { ClockSetBackError, isAhead, maxClockSkewMs } from "@/server/clock/clock-skew";
import type { DatabaseClock } from "@/server/clock/database-clock";
import type { Sport } from "@/server/domain/catalogue/sports";
import { createTeamIndexInSteps } from "@/server/domain/catalogue/team-index";
import { getOrInsert } from "@/server/domain/collections";
import type { CheckedSnapshot } from "@/server/ingest/feeds/check-snapshot";
import type { EventMatch } from "@/server/ingest/matching/match-events";
import { comparePrices, LateInBatchError } from "@/server/ingest/recorder/compare/compare-prices";
import { markReplacedFixtures } from "@/server/ingest/recorder/compare/mark-replaced-fixtures";
import { nameFixturePlayers } from "@/server/ingest/recorder/compare/name-fixture-players";
import type { PriceState } from "@/server/ingest/recorder/compare/price-state";
import { inSlices, pauseIfDue } from "@/server/ingest/recorder/in-slices";
import { agreeOnNames } from "@/server/ingest/recorder/place/agree-on-names";
import { addMergesOfSamePairs } from "@/server/ingest/recorder/place/find-merges";
import { createNewNamesBudget, limitNewNames } from "@/server/ingest/recorder/place/limit-new-names";
import { matchRecording } from "@/server/ingest/recorder/place/match-recording";
import { placeFixtures } from "@/server/ingest/recorder/place/place-fixtures";
import type { PlacedRecording } from "@/server/ingest/recorder/place/placed";
import type { SportState } from "@/server/ingest/recorder/place/sport-state";
import { emptyStartState } from "@/server/ingest/recorder/place/start-state";
import { updateAgreedStarts } from "@/server/ingest/recorder/place/update-starts";
import type { Recording } from "@/server/ingest/recorder/recording";
import {
  addMatchedFixture,
  addResolved,
  addUnmatched,
  countAppeared,
  countEvents,
  countPrices,
  type RecordReport,
  type ReportsByBook,
  reportOf,
} from "@/server/ingest/recorder/report";
import { type Discarded, discardAhead } from "@/server/ingest/recorder/state/discard-ahead";
import { findPriorRecordings } from "@/server/ingest/recorder/state/load-observations";
import {
  loadChecks,
  loadCurrent,
  loadFixturesAround,
  loadLearnedTeams,
  loadNewNames,
  loadQuoted,
  loadRefs,
  lockSport,
  type NewNames,
  type Pair,
} from "@/server/ingest/recorder/state/load-state";
import { forgetUnlisted } from "@/server/ingest/recorder/state/rename-team";
import { loadAliases, type TeamAlias } from "@/server/ingest/recorder/state/team-aliases";
import { loadUnmatched } from "@/server/ingest/recorder/unmatched/store-unmatched";
import {
  type MatchedEvents,
  type UnmatchedEvent,
  unmatchedOf,
  updateUnmatched,
} from "@/server/ingest/recorder/unmatched/unmatched-events";
import { type Changes, emptyChanges } from "@/server/ingest/recorder/write/changes";
import { mergeFixtures } from "@/server/ingest/recorder/write/merge-fixtures";
import { writeChanges } from "@/server/ingest/recorder/write/write-changes";

/** Counts the prices of events. */
export const priceCount = (events: CheckedSnapshot["events"]): number =>
  events.reduce(
    (sum, { markets }) => sum + markets.reduce((prices, { outcomes }) => prices + outcomes.length, 0),
    0,
  );

/** The range of starts and recording times (ms) around which fixtures are loaded; `to` is infinite if any snapshot is complete. */
const startsOf = (recordings: readonly Recording[]): { from: number; to: number } => {
  const starts = recordings.flatMap(({ events, recordedAt }) => [
    ...events.map((event) => event.commenceTime),
    recordedAt,
  ]);
  const complete = recordings.some((recording) => recording.complete);
  const from = starts.reduce((a, b) => Math.min(a, b));
  return { from, to: complete ? Number.POSITIVE_INFINITY : starts.reduce((a, b) => Math.max(a, b)) };
};

/** Caches the team index by its names: building an index is expensive, and most snapshots add no name. */
const createTeams = async (sport: Sport, aliases: readonly TeamAlias[]): Promise<SportState["teams"]> => {
  let names: readonly string[] = [];
  let index = await inSlices(createTeamIndexInSteps(sport, names, aliases));
  return async (learned, hidden) => {
    const next = [...learned].filter((name) => !hidden.has(name));
    if (next.length === names.length && next.every((name, at) => name === names[at])) return index;
    index = await inSlices(createTeamIndexInSteps(sport, next, aliases));
    names = next;
    return index;
  };
};

/** Locks a sport and loads its stored state, in one round trip if possible. */
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
  const [databaseMs, priorRecordings, fixtures, bound, learned, newNames, aliases, unmatched, quoted] =
    await Promise.all([
      lockSport(tx, sport.key),
      findPriorRecordings(tx, sport.key, recordings),
      loadFixturesAround(tx, sport.key, around.from, around.to),
      loadRefs(tx, books, sport.key, { refs, ...around }),
      isOpen ? loadLearnedTeams(tx, sport.key) : [],
      isOpen ? loadNewNames(tx, sport.key, books) : new Map<string, NewNames>(),
      loadAliases(tx, sport.key),
      loadUnmatched(tx, sport.key, books),
      isOpen ? loadQuoted(tx, books, sport.key, around) : new Map<string, Set<string>>(),
    ]);
  clock.sync(databaseMs, sentAt);
  const hasDuplicate = priorRecordings.some(({ isDuplicate }) => isDuplicate);
  const known = new Map(fixtures.map((fixture) => [fixture.id, fixture]));
  const boundRefs = new Map<string, Map<string, string>>();
  for (const { book, ref, fixture } of bound) {
    if (!known.has(fixture.id)) known.set(fixture.id, fixture);
    getOrInsert(boundRefs, book, () => new Map()).set(ref, fixture.id);
  }
  const state: SportState = {
    sport,
    fixtures: known,
    refs: boundRefs,
    quoted: hasDuplicate && !isOpen ? await loadQuoted(tx, books, sport.key, around) : quoted,
    learned: new Set(learned),
    newNames,
    starts: emptyStartState(),
    teams: await createTeams(sport, aliases),
  };
  return { priorRecordings, state, unmatched };
};

/**
 * Whether a duplicate snapshot adds nothing. A duplicate can add events if team names were learned after the snapshot was first recorded,
 * because with these names, more of its events can match a fixture.
 */
const isRecorded = (state: SportState, { book }: Recording, matches: readonly EventMatch[]): boolean =>
  matches.every(
    (match) =>
      match.kind === "unmatched" ||
      (match.kind === "fixture" && state.quoted.get(book)?.has(match.fixtureId) === true),
  );

const countMatches = (report: RecordReport, { events }: Recording, matches: readonly EventMatch[]): void => {
  events.forEach((event, index) => {
    if (event.inPlay) return;
    if (matches[index]?.kind !== "unmatched") {
      countEvents(report, "matched", 1);
      return;
    }
    countEvents(report, "unmatched", 1);
    countPrices(report, "unmatched", priceCount([event]));
  });
};

/** Loads the stored prices that the snapshots can change. New fixtures have no stored prices. */
const loadPrices = async (
  tx: Queryable,
  placedRecordings: readonly PlacedRecording[],
  { newFixtures }: Pick<Changes, "newFixtures">,
): Promise<PriceState> => {
  const wanted = new Map<string, Set<string>>();
  for (const {
    recording: { book },
    placed,
  } of placedRecordings) {
    await pauseIfDue();
    const ofBook = getOrInsert(wanted, book, () => new Set<string>());
    for (const listed of [placed.events, placed.inPlay, placed.withdrawn])
      for (const { fixtureId } of listed) ofBook.add(fixtureId);
    for (const fixtureId of placed.missingFixtures) ofBook.add(fixtureId);
  }
  const unique = [...wanted].flatMap(([book, ofBook]): Pair[] =>
    [...ofBook].flatMap((fixture) => (newFixtures.has(fixture) ? [] : [{ book, fixture }])),
  );
  if (unique.length === 0) return { checks: new Map(), current: new Map() };
  const [checks, current] = await Promise.all([loadChecks(tx, unique), loadCurrent(tx, unique)]);
  return { checks, current };
};

/**
 * Whether each book's snapshots ascend in time. Two snapshots may have the same time only if both are incomplete, because a complete
 * snapshot could contradict another snapshot.
 */
const isInOrder = (recordings: readonly Recording[]): boolean => {
  const newest = new Map<string, Recording>();
  return recordings.every((recording) => {
    const before = newest.get(recording.book);
    newest.set(recording.book, recording);
    if (before === undefined || before.recordedAt < recording.recordedAt) return true;
    return before.recordedAt === recording.recordedAt && !before.complete && !recording.complete;
  });
};

/** Snapshots of one sport that are recorded in one transaction. */
export type Batch = {
  readonly clock: DatabaseClock;
  readonly sport: Sport;
  readonly recordings: readonly Recording[];
  /** When the snapshots arrived (ms). */
  readonly now: number;
};

export type RecordedBatch = {
  readonly reports: ReportsByBook;
  /** Unmatched events that were new or had a new reason. Logged after the commit. */
  readonly appeared: readonly UnmatchedEvent[];
  /** The records with a future time that were removed. Logged after the commit. */
  readonly discarded: Discarded | undefined;
};

/**
 * Loads the stored state of a sport. Recordings that were made while the database's clock was ahead would count as newer than the batch.
 * So such recordings are discarded, and the state is loaded again.
 */
const loadWithoutAhead = async (
  tx: Queryable,
  { clock, sport, recordings, now }: Batch,
): Promise<Awaited<ReturnType<typeof loadSport>> & Pick<RecordedBatch, "discarded">> => {
  const loaded = await loadSport(tx, clock, sport, recordings);
  const databaseNow = clock.now();
  if (isAhead(now, databaseNow)) throw new ClockSetBackError();
  if (!loaded.priorRecordings.some(({ newestAt }) => newestAt !== null && isAhead(newestAt, databaseNow)))
    return { ...loaded, discarded: undefined };
  const discarded = await discardAhead(tx, sport.key, databaseNow + maxClockSkewMs);
  return { ...(await loadSport(tx, clock, sport, recordings)), discarded };
};

/**
 * Records snapshots of one sport in the caller's transaction.
 * @throws LateInBatchError if the batch has several snapshots, and one of them is late or out of order.
 * @throws ClockSetBackError if the database's clock was set back.
 */
export const recordBatch = async (tx: Queryable, batch: Batch): Promise<RecordedBatch> => {
  const { sport, recordings } = batch;
  if (!isInOrder(recordings)) throw new LateInBatchError();
  const reports: ReportsByBook = new Map();
  const { priorRecordings, state, unmatched: listings, discarded } = await loadWithoutAhead(tx, batch);
  const changes = emptyChanges(sport.key, (fixtureId) => state.fixtures.get(fixtureId)?.number);
  const allAppeared: UnmatchedEvent[] = [];
  const recorded = { reports, appeared: allAppeared, discarded };
  const placedRecordings: PlacedRecording[] = [];
  const reportUnmatched = async (report: RecordReport, matched: MatchedEvents): Promise<void> => {
    const steps = updateUnmatched(listings, matched, changes.unmatched);
    const { appeared, unmatched, resolved } = await inSlices(steps);
    const { book } = matched.recording;
    addResolved(
      report,
      resolved.map((key) => ({ book, sport: sport.key, key })),
    );
    allAppeared.push(...appeared);
    countAppeared(report, appeared.length);
    addUnmatched(report, unmatched);
  };
  for (const [index, recording] of recordings.entries()) {
    await pauseIfDue();
    const report = reportOf(reports, recording.book);
    const prior = priorRecordings[index] ?? { isDuplicate: false, completeFrom: null };
    const found = prior.isDuplicate ? await matchRecording(state, recording) : [];
    const matches = await limitNewNames(createNewNamesBudget(state, recording), recording, found);
    if (prior.isDuplicate && isRecorded(state, recording, matches)) {
      const before = report.prices.unmatched;
      countMatches(report, recording, matches);
      addUnmatched(report, await inSlices(unmatchedOf({ recording, matches })));
      const unmatched = report.prices.unmatched - before;
      countPrices(report, "unchanged", priceCount(recording.events) - unmatched);
      continue;
    }
    const placed = await placeFixtures(tx, state, recording, changes);
    countMatches(report, recording, placed.matches);
    await reportUnmatched(report, { recording, ...placed });
    if (sport.names === "open")
      for (const { fixtureId } of placed.events) addMatchedFixture(report, recording.book, fixtureId);
    placedRecordings.push({ recording, placed, completeFrom: prior.completeFrom });
  }
  if (placedRecordings.length === 0) return recorded;
  const prices = await loadPrices(tx, placedRecordings, changes);
  const isAlone = recordings.length === 1;
  for (const placed of placedRecordings)
    await comparePrices(tx, placed, isAlone, prices, changes, reportOf(reports, placed.recording.book));
  await updateAgreedStarts(tx, state, changes);
  await markReplacedFixtures(tx, state, placedRecordings, changes);
  await nameFixturePlayers(tx, state, changes);
  await addMergesOfSamePairs(tx, state, placedRecordings, changes);
  await writeChanges(tx, changes);
  if (changes.unlearned.size > 0) await forgetUnlisted(tx, sport.key, [...changes.unlearned]);
  await mergeFixtures(tx, sport.key, changes.merges.values());
  await agreeOnNames(tx, state, placedRecordings, changes);
  return recorded;
};
