import type { Queryable } from "@/db/connect";
import type { CheckedMarket } from "@/server/feeds/check-snapshot";
import { orderOutcomes } from "@/server/prices/order-outcomes";
import type { Outcome } from "@/server/prices/outcome";
import { decodeOutcomes, encodeOutcomes } from "@/server/prices/outcome-text";
import {
  type KnownCheck,
  type KnownObservation,
  loadChecks,
  loadCurrent,
  loadObservations,
  loadStates,
} from "@/server/recorder/load-known";
import type { PlacedEvent, PlacedEvents } from "@/server/recorder/place-fixtures";
import { placeState, type StoredState, withPlaced } from "@/server/recorder/place-state";
import type { Recording } from "@/server/recorder/record-snapshot";
import { countRejected, type RecordReport } from "@/server/recorder/report";
import type { Changes } from "@/server/recorder/write-changes";

type MarketTime = readonly [checked: number, fetched: number | null];

/** One market as this snapshot states it: `text` is empty when it is in scope and not offered. */
type StatedMarket = {
  readonly key: string;
  readonly text: string;
  readonly time: MarketTime;
  readonly players: ReadonlySet<string>;
};

const swappedSide = { home: "away", away: "home" } as const;

const swapOutcome = (outcome: Outcome): Outcome => {
  const side = outcome.side === "home" || outcome.side === "away" ? swappedSide[outcome.side] : outcome.side;
  return outcome.team === undefined
    ? { ...outcome, side }
    : { ...outcome, side, team: swappedSide[outcome.team] };
};

const textOf = (market: CheckedMarket, swapped: boolean): string =>
  encodeOutcomes(swapped ? orderOutcomes(market.outcomes.map(swapOutcome)) : market.outcomes);

const bookTime = ({ fetchedAt, receivedAt }: Recording): MarketTime => [fetchedAt ?? receivedAt, fetchedAt];

const marketTime = (recording: Recording, { fetchedAt }: CheckedMarket): MarketTime => {
  if (fetchedAt === undefined) return bookTime(recording);
  return [fetchedAt ?? recording.receivedAt, fetchedAt];
};

const playersOf = ({ outcomes }: CheckedMarket): Set<string> =>
  new Set(outcomes.flatMap(({ player }) => (player === undefined ? [] : [player])));

const inScope = (scope: ReadonlySet<string> | null, key: string): boolean => scope === null || scope.has(key);

const sameTime = (a: MarketTime, b: MarketTime): boolean => a[0] === b[0] && a[1] === b[1];

/** What the snapshot says of one fixture: every market that it offers, and the known ones that it speaks for and no longer offers. */
const statedMarkets = (
  recording: Recording,
  placed: PlacedEvent | undefined,
  knownKeys: Iterable<string>,
): StatedMarket[] => {
  const stated = new Map<string, StatedMarket>();
  for (const market of placed?.event.markets ?? [])
    stated.set(market.key, {
      key: market.key,
      text: textOf(market, placed?.swapped ?? false),
      time: marketTime(recording, market),
      players: playersOf(market),
    });
  for (const key of knownKeys)
    if (!stated.has(key) && inScope(recording.scope, key))
      stated.set(key, { key, text: "", time: bookTime(recording), players: new Set() });
  return [...stated.values()];
};

const countChanged = (report: RecordReport, before: string, after: string): void => {
  const lines = after === "" ? 0 : after.split("\n").length;
  if (before === after) {
    report.prices.unchanged += lines;
    return;
  }
  const known = new Set(decodeOutcomes(before).map((outcome) => JSON.stringify(outcome)));
  const unchanged = decodeOutcomes(after).filter((outcome) => known.has(JSON.stringify(outcome))).length;
  report.prices.unchanged += unchanged;
  report.prices.changed += lines - unchanged;
};

/** The check row of a snapshot that is the newest of its book for the fixture. */
const newestCheck = (
  recording: Recording,
  stated: readonly StatedMarket[],
  check: KnownCheck | undefined,
  current: ReadonlyMap<string, string>,
) => {
  const base = bookTime(recording);
  const times = new Map<string, MarketTime>();
  if (check !== undefined)
    for (const [key, text] of current)
      if (text !== "") times.set(key, check.marketTimes[key] ?? [check.checkedAt, check.fetchedAt]);
  for (const market of stated) {
    if (market.text === "") times.delete(market.key);
    else times.set(market.key, market.time);
  }
  return {
    recorded: recording.recordedAt,
    checked: base[0],
    fetched: base[1],
    market_times: Object.fromEntries([...times].filter(([, time]) => !sameTime(time, base))),
  };
};

/** The usual case: nothing newer is known of this book and fixture. */
const compareNewest = (
  recording: Recording,
  fixtureId: string,
  stated: readonly StatedMarket[],
  known: { readonly check: KnownCheck | undefined; readonly current: ReadonlyMap<string, string> },
  changes: Changes,
  report: RecordReport,
): void => {
  for (const { key, text, players } of stated) {
    const before = known.current.get(key) ?? "";
    countChanged(report, before, text);
    if (before === text) continue;
    for (const name of players) changes.players.push({ fixture_id: fixtureId, name });
    changes.current.push({ fixture_id: fixtureId, market_key: key, outcomes: text });
    changes.points.push({ fixture_id: fixtureId, market_key: key, at: recording.recordedAt, outcomes: text });
  }
  changes.checks.push({
    fixture_id: fixtureId,
    ...newestCheck(recording, stated, known.check, known.current),
  });
};

type History = {
  readonly states: ReadonlyMap<string, readonly StoredState[]>;
  readonly observations: readonly KnownObservation[];
};

/** An older snapshot takes its place in time; it becomes current only for markets of which nothing newer is known. */
const compareLate = (
  recording: Recording,
  fixtureId: string,
  stated: readonly StatedMarket[],
  known: { readonly check: KnownCheck | undefined; readonly current: ReadonlyMap<string, string> } & History,
  changes: Changes,
  report: RecordReport,
): void => {
  const times: Record<string, MarketTime> = { ...known.check?.marketTimes };
  const looks = known.observations.filter(
    ({ complete, fixtureIds }) => complete || fixtureIds.has(fixtureId),
  );
  for (const { key, text, time, players } of stated) {
    const rows = known.states.get(key) ?? [];
    const observedAt = looks.filter(({ scope }) => inScope(scope, key)).map(({ at }) => at);
    const placedRows = placeState(rows, observedAt, { at: recording.recordedAt, text });
    const before = known.current.get(key) ?? "";
    const after = withPlaced(rows, placedRows).at(-1)?.text ?? "";
    if (placedRows.length > 0)
      for (const name of players) changes.players.push({ fixture_id: fixtureId, name });
    if (placedRows.length === 0) countChanged(report, text, text);
    else countChanged(report, "", text);
    for (const row of placedRows)
      changes.points.push({ fixture_id: fixtureId, market_key: key, at: row.at, outcomes: row.text });
    if (after !== before) changes.current.push({ fixture_id: fixtureId, market_key: key, outcomes: after });
    const newest = observedAt.every((moment) => moment <= recording.recordedAt);
    if (newest && text !== "" && after === text) times[key] = time;
  }
  const base = bookTime(recording);
  const check = known.check;
  changes.checks.push({
    fixture_id: fixtureId,
    recorded: Math.max(check?.recordedAt ?? 0, recording.recordedAt),
    checked: check?.checkedAt ?? base[0],
    fetched: check === undefined ? base[1] : check.fetchedAt,
    market_times: times,
  });
};

/**
 * A poll can deliver an older fetch after a newer one (a cache on the way). Its place in time is then that of its fetch, not that of
 * its arrival.
 */
const actualRecording = (recording: Recording, check: KnownCheck | undefined): Recording => {
  const { clock, fetchedAt } = recording;
  const overtaken =
    clock === "now" && fetchedAt !== null && check?.fetchedAt != null && fetchedAt < check.fetchedAt;
  return overtaken ? { ...recording, recordedAt: fetchedAt } : recording;
};

const countPrices = (placed: PlacedEvent): number =>
  placed.event.markets.reduce((sum, market) => sum + market.outcomes.length, 0);

/** Compares what was quoted with what is known of the book and adds what is new to `changes`. */
export const comparePrices = async (
  tx: Queryable,
  input: { readonly recording: Recording; readonly placed: PlacedEvents; readonly superseded: boolean },
  changes: Changes,
  report: RecordReport,
): Promise<void> => {
  const { recording, placed, superseded } = input;
  const events = new Map(placed.events.map((event) => [event.fixtureId, event]));
  const spokenFor = recording.complete ? [...events.keys(), ...placed.unnamed] : [...events.keys()];
  if (spokenFor.length === 0 && placed.noted.size === 0 && !recording.complete) return;
  const [checks, current] = await Promise.all([
    loadChecks(tx, recording.book, spokenFor),
    loadCurrent(tx, recording.book, spokenFor),
  ]);

  const work = spokenFor
    .map((fixtureId) => {
      const check = checks.get(fixtureId);
      const actual = actualRecording(recording, check);
      return {
        fixtureId,
        check,
        actual,
        late: superseded || (check !== undefined && actual.recordedAt <= check.recordedAt),
      };
    })
    // Of a fixture that the book never had nothing is gone.
    .filter(({ fixtureId, check }) => events.has(fixtureId) || check !== undefined);
  const lateIds = work.filter(({ late }) => late).map(({ fixtureId }) => fixtureId);
  const earliest = Math.min(...work.filter(({ late }) => late).map(({ actual }) => actual.recordedAt));
  const [states, observations] =
    lateIds.length === 0
      ? [new Map<string, Map<string, StoredState[]>>(), []]
      : await Promise.all([
          loadStates(tx, recording.book, lateIds),
          loadObservations(tx, recording.book, changes.sportKey, earliest),
        ]);

  const observed = new Map<number, string[]>();
  if (recording.complete) observed.set(recording.recordedAt, []);
  for (const { fixtureId, check, actual, late } of work) {
    const event = events.get(fixtureId);
    if (actual.recordedAt < recording.archiveFrom) {
      if (event !== undefined) countRejected(report, "before_archive", countPrices(event));
      continue;
    }
    if (event !== undefined)
      observed.set(actual.recordedAt, [...(observed.get(actual.recordedAt) ?? []), fixtureId]);
    const markets = current.get(fixtureId) ?? new Map<string, string>();
    const history = states.get(fixtureId) ?? new Map<string, StoredState[]>();
    const stated = statedMarkets(actual, event, late ? history.keys() : markets.keys());
    if (late)
      compareLate(
        actual,
        fixtureId,
        stated,
        { check, current: markets, states: history, observations },
        changes,
        report,
      );
    else compareNewest(actual, fixtureId, stated, { check, current: markets }, changes, report);
  }

  const noteTime = bookTime(recording)[0];
  for (const fixtureId of placed.noted)
    changes.notes.push({ fixture_id: fixtureId, recorded: recording.recordedAt, checked: noteTime });
  for (const [recorded, fixtureIds] of observed)
    changes.observations.push({
      recorded,
      complete: recording.complete && recorded === recording.recordedAt,
      scope: recording.scope === null ? null : [...recording.scope],
      fixture_ids: fixtureIds,
      digest: recording.digest,
    });
};
