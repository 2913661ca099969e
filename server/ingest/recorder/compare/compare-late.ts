import type { Queryable } from "@/db/connect";
import { withoutSizes } from "@/server/domain/prices/outcome-text";
import { countChanged, setCurrent, startsAfter } from "@/server/ingest/recorder/compare/compare-steps";
import { wordsAfter } from "@/server/ingest/recorder/compare/event-words";
import type { FixtureUpdate } from "@/server/ingest/recorder/compare/fixture-updates";
import { type PriceState, setCheck } from "@/server/ingest/recorder/compare/price-state";
import {
  rowsForLateState,
  type StoredState,
  withInserted,
} from "@/server/ingest/recorder/compare/rows-for-late-state";
import { snapshotMarkets } from "@/server/ingest/recorder/compare/snapshot-markets";
import { listedAs, spellingsOf } from "@/server/ingest/recorder/place/place-fixtures";
import type { PlacedRecording } from "@/server/ingest/recorder/place/placed";
import { bookTime } from "@/server/ingest/recorder/recording";
import type { RecordReport } from "@/server/ingest/recorder/report";
import {
  loadObservations,
  type ObservationGroup,
  observationTimes,
} from "@/server/ingest/recorder/state/load-observations";
import { loadStates, type MarketTime, matchingWindowMs } from "@/server/ingest/recorder/state/load-state";
import { addPlayer, addPoint, type Changes } from "@/server/ingest/recorder/write/changes";

/** A book's archived data, needed to insert a late (out-of-order) snapshot. */
export type LateHistory = {
  /** Fixture id -> market key -> states, ascending. Contains only fixtures for which the snapshot is late. */
  readonly states: ReadonlyMap<string, ReadonlyMap<string, readonly StoredState[]>>;
  /** The book's observations from the snapshot's recording time on. */
  readonly observations: readonly ObservationGroup[];
};

/** @param late the updates for which the snapshot is late; there is at least one. */
export const loadHistory = async (
  tx: Queryable,
  { recording: { book, recordedAt }, placed }: PlacedRecording,
  sportKey: string,
  late: readonly FixtureUpdate[],
): Promise<LateHistory> => {
  const fixtureIds = late.map(({ fixtureId }) => fixtureId);
  const [states, observations] = await Promise.all([
    loadStates(tx, book, fixtureIds),
    loadObservations(tx, book, sportKey, {
      from: recordedAt,
      // Observations after a fixture's start do not matter. An agreed start can still change, so observations are loaded until
      // `matchingWindowMs` after the latest start.
      until: placed.latestStart + matchingWindowMs,
      fixtureIds,
    }),
  ]);
  return { states, observations };
};

/** Inserts an out-of-order snapshot at its place in the archive. Its prices become current only in markets without a newer observation. */
export const compareLate = (
  update: FixtureUpdate,
  { states, observations }: LateHistory,
  prices: PriceState,
  changes: Changes,
  report: RecordReport,
): void => {
  const { recording, fixtureId, check, current, placed, staleKeys } = update;
  const { book, recordedAt } = recording;
  const ofFixture = states.get(fixtureId) ?? new Map<string, readonly StoredState[]>();
  const times = new Map<string, MarketTime>(Object.entries(check?.marketTimes ?? {}));
  for (const market of snapshotMarkets(recording, placed, ofFixture.keys())) {
    const { key, text } = market;
    if (staleKeys.includes(key)) continue;
    const rows = ofFixture.get(key) ?? [];
    const observedAt = observationTimes(observations, fixtureId, key);
    const inserted = rowsForLateState(rows, observedAt, { at: recordedAt, text });
    countChanged(report, inserted.length === 0 ? text : "", text);
    for (const row of inserted)
      addPoint(changes, { book, fixture: fixtureId, market: key, at: row.at, outcomes: row.text });
    const newest = withInserted(rows, inserted).at(-1)?.text ?? "";
    if (withoutSizes(newest) !== withoutSizes(current.get(key) ?? ""))
      setCurrent(update, market, newest, prices, changes);
    for (const name of market.players) addPlayer(changes, { book, fixture: fixtureId, name });
    if (newest === text && observedAt.every((at) => at <= recordedAt)) times.set(key, market.time);
  }
  if (placed === undefined) return;
  const base = bookTime(recording);
  const nextCheck = {
    recordedAt: Math.max(check?.recordedAt ?? 0, recordedAt),
    checkedAt: check?.checkedAt ?? base[0],
    fetchedAt: check === undefined ? base[1] : check.fetchedAt,
    marketTimes: Object.fromEntries(times),
    starts: startsAfter(recording, placed, check),
    listedAs: check?.listedAs ?? listedAs(placed.event),
    named: check?.named ?? spellingsOf(recording, placed),
    ...(check === undefined
      ? wordsAfter(placed.event, undefined)
      : { bookEventId: check.bookEventId, link: check.link }),
  };
  setCheck({ book, fixtureId }, nextCheck, prices, changes);
};
