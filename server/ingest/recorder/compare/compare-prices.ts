import type { Queryable } from "@/db/connect";
import { ownValue } from "@/server/domain/catalogue/own-value";
import { compare } from "@/server/domain/collections";
import { withoutSizes } from "@/server/domain/prices/outcome-text";
import { compareLate, loadHistory } from "@/server/ingest/recorder/compare/compare-late";
import { countChanged, setCurrent, startsAfter } from "@/server/ingest/recorder/compare/compare-steps";
import { wordsAfter } from "@/server/ingest/recorder/compare/event-words";
import { type FixtureUpdate, splitByFixture } from "@/server/ingest/recorder/compare/fixture-updates";
import { type PriceState, setCheck } from "@/server/ingest/recorder/compare/price-state";
import { pauseIfDue } from "@/server/ingest/recorder/in-slices";
import { listedAs, spellingsOf } from "@/server/ingest/recorder/place/place-fixtures";
import type { PlacedEvent, PlacedRecording } from "@/server/ingest/recorder/place/placed";
import { bookTime, type Recording } from "@/server/ingest/recorder/recording";
import { countRejected, emptyReport, type RecordReport } from "@/server/ingest/recorder/report";
import { type BookCheck, bookFixtureKey, type MarketTime } from "@/server/ingest/recorder/state/load-state";
import { addObservation, addPoint, addSighting, type Changes } from "@/server/ingest/recorder/write/changes";

/**
 * Thrown if a batch has several snapshots, and one of them is late (see `isLate`) or is out of order within the batch. Such a snapshot is
 * compared with the archive, which does not yet contain the changes of the batch's other snapshots. So the batch's snapshots must be
 * recorded one at a time.
 */
export class LateInBatchError extends Error {
  override readonly name = "LateInBatchError";
}

const sameTime = (a: MarketTime, b: MarketTime): boolean => a[0] === b[0] && a[1] === b[1];

/** The check to write for a book's newest snapshot. Markets that the snapshot does not cover keep their times. */
const newestCheck = (
  { recording, check, current, markets }: FixtureUpdate,
  placed: PlacedEvent,
): BookCheck => {
  const { event } = placed;
  const base = bookTime(recording);
  const times = new Map<string, MarketTime>();
  if (check !== undefined)
    for (const key of current.keys())
      times.set(key, ownValue(check.marketTimes, key) ?? [check.checkedAt, check.fetchedAt]);
  for (const { key, time } of markets) times.set(key, time);
  return {
    recordedAt: recording.recordedAt,
    checkedAt: base[0],
    fetchedAt: base[1],
    marketTimes: Object.fromEntries([...times].filter(([, time]) => !sameTime(time, base))),
    starts: startsAfter(recording, placed, check),
    listedAs: listedAs(event),
    named: spellingsOf(recording, placed),
    ...wordsAfter(event, check),
  };
};

/** Adds the changes of a snapshot that is newer than the recorded state. */
const compareNewest = (
  update: FixtureUpdate,
  prices: PriceState,
  changes: Changes,
  report: RecordReport,
): void => {
  const { recording, fixtureId, check, current, markets, placed } = update;
  const { book, recordedAt } = recording;
  const offered = markets.filter(({ key }) => (current.get(key) ?? "") !== "");
  const nextCheck = placed === undefined ? undefined : newestCheck(update, placed);
  for (const market of markets) {
    const { key, text } = market;
    const before = current.get(key) ?? "";
    countChanged(report, before, text);
    if (before === text) continue;
    setCurrent(update, market, text, prices, changes);
    // A change of the available size alone is not a new price.
    if (withoutSizes(before) === withoutSizes(text)) continue;
    addPoint(changes, { book, fixture: fixtureId, market: key, at: recordedAt, outcomes: text });
  }
  if (nextCheck !== undefined) setCheck({ book, fixtureId }, nextCheck, prices, changes);
  else if (check !== undefined && offered.length > 0) {
    const times = Object.fromEntries(offered.map(({ key, time }) => [key, time]));
    const withdrawn = { ...check, marketTimes: { ...check.marketTimes, ...times } };
    setCheck({ book, fixtureId }, withdrawn, prices, changes);
  }
};

/**
 * Adds the snapshot to the observation log. A complete snapshot covers most fixtures of its sport, so its entry names the fixtures that are
 * not covered. Any other entry names the covered fixtures.
 */
const addToLog = (
  { recording, placed }: PlacedRecording,
  updates: readonly FixtureUpdate[],
  staleFixtures: readonly string[],
  changes: Changes,
): void => {
  const { book, recordedAt, complete, digest, clock, scope } = recording;
  if (staleFixtures.length > 0 && updates.length === 0) return;
  const unread = updates.flatMap(({ fixtureId, placed: event, staleKeys }) => {
    const unreadable = [...(event?.event.unread ?? [])].filter((key) => scope === null || scope.has(key));
    const keys = [...unreadable, ...staleKeys].sort();
    return keys.length > 0 ? [[fixtureId, keys] as const] : [];
  });
  const fixtures = complete
    ? [...placed.excludedFixtures, ...staleFixtures]
    : updates.map(({ fixtureId }) => fixtureId);
  addObservation(changes, {
    book,
    recorded: recordedAt,
    complete,
    // A source may list the same events in a different order each time. All lists are sorted, so that observations of the same fixtures
    // and markets share one row of `observation_scopes`.
    scope: scope === null ? null : [...scope].sort(),
    fixtures: fixtures.sort(),
    unread: Object.fromEntries(unread.sort(([a], [b]) => compare(a, b))),
    digest,
    polled: clock === "now",
  });
};

/** Records the start that a book states for an event in play. Such an event has no prices. */
const addInPlayStart = (
  recording: Recording,
  placed: PlacedEvent,
  hasStarted: boolean,
  prices: PriceState,
  changes: Changes,
): void => {
  const { book } = recording;
  const { fixtureId, event } = placed;
  const check = prices.checks.get(bookFixtureKey(book, fixtureId));
  const starts = startsAfter(recording, placed, check);
  const isRepeated = check?.starts[0]?.[0] === event.commenceTime && starts.length === check.starts.length;
  // While a book lists an event as in play, every poll states the same start again. Before the fixture's agreed start, these repeats are
  // recorded, so that the book's statement stays fresh. After the agreed start, they are not recorded.
  if (recording.clock === "now" && isRepeated && hasStarted) return;
  const [checkedAt, fetchedAt] = bookTime(recording);
  const base = check ?? {
    ...wordsAfter(event, undefined),
    checkedAt,
    fetchedAt,
    marketTimes: {},
    recordedAt: 0,
    listedAs: listedAs(event),
    named: spellingsOf(recording, placed),
  };
  const recordedAt = Math.max(base.recordedAt, recording.recordedAt);
  setCheck({ book, fixtureId }, { ...base, recordedAt, starts }, prices, changes);
};

/**
 * Whether a snapshot is late for a fixture, which means that newer data of its book is already recorded. This data is either a check of the
 * fixture, or a complete snapshot that was recorded before the event's start. Data with the same recording time also counts as newer.
 */
const isLate = (
  { recording, completeFrom }: PlacedRecording,
  { check, placed }: Pick<FixtureUpdate, "check" | "placed">,
): boolean => {
  if (check !== undefined && recording.recordedAt <= check.recordedAt) return true;
  const start = placed?.event.commenceTime ?? Number.POSITIVE_INFINITY;
  return completeFrom !== null && completeFrom < start;
};

/**
 * Compares a snapshot with the recorded state of its book, and adds the differences to `changes` and `prices`. If a newer fetch of a market
 * is already recorded, a poll's prices for this market are rejected as `stale_fetch`.
 * @param isAlone true if the snapshot is the only one of its batch.
 * @throws LateInBatchError if the snapshot is late and not alone.
 */
export const comparePrices = async (
  tx: Queryable,
  input: PlacedRecording,
  isAlone: boolean,
  prices: PriceState,
  changes: Changes,
  report: RecordReport,
): Promise<void> => {
  const { recording, placed } = input;
  const { updates, staleFixtures, stalePrices } = await splitByFixture(input, prices);
  countRejected(report, "stale_fetch", stalePrices);
  const late = updates.filter((update) => isLate(input, update));
  if (late.length > 0 && !isAlone) throw new LateInBatchError();
  const history = late.length === 0 ? undefined : await loadHistory(tx, input, changes.sportKey, late);
  const reportFor = ({ fixtureId }: FixtureUpdate): RecordReport =>
    placed.hidden.has(fixtureId) ? emptyReport() : report;
  for (const update of updates) {
    await pauseIfDue();
    if (history !== undefined && late.includes(update))
      compareLate(update, history, prices, changes, reportFor(update));
    else compareNewest(update, prices, changes, reportFor(update));
  }
  for (const event of placed.inPlay)
    addInPlayStart(recording, event, placed.started.has(event.fixtureId), prices, changes);
  const { book, recordedAt } = recording;
  for (const fixture of placed.unmatchedFixtures)
    addSighting(changes, { book, fixture, recorded: recordedAt, checked: bookTime(recording)[0] });
  addToLog(input, updates, staleFixtures, changes);
};
