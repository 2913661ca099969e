import type { Queryable } from "@/db/connect";
import { ownValue } from "@/server/catalogue/own-value";
import { decodeOutcomes, withoutSizes } from "@/server/prices/outcome-text";
import {
  type KnownCheck,
  loadStates,
  type MarketTime,
  matchingWindowMs,
  pairKey,
} from "@/server/recorder/load-known";
import { type KnownLooks, loadLooks, momentsOf } from "@/server/recorder/load-looks";
import { listedAs, type PlacedEvent, type PlacedSnapshot } from "@/server/recorder/place-fixtures";
import { placeState, type StoredState, withPlaced } from "@/server/recorder/place-state";
import { bookTime, type Recording } from "@/server/recorder/recording";
import { countRejected, type RecordReport } from "@/server/recorder/report";
import { isStaleFetch, isStaleMarket } from "@/server/recorder/stale-fetch";
import { type StartStatements, withStatement } from "@/server/recorder/start-statements";
import { type StatedMarket, stateMarkets } from "@/server/recorder/state-markets";
import { addCurrent, addNote, addPlayer, addPoint, type Changes } from "@/server/recorder/write-changes";

/** The newest known state of the books and fixtures that a batch speaks for, by `pairKey`; it grows with each snapshot. */
export type KnownPrices = {
  readonly checks: Map<string, KnownCheck>;
  readonly current: Map<string, Map<string, string>>;
};

/** A snapshot of a batch is older than what is known: it needs the archive, so it cannot share its batch. */
export class LateInBatchError extends Error {
  override readonly name = "LateInBatchError";
}

const sameTime = (a: MarketTime, b: MarketTime): boolean => a[0] === b[0] && a[1] === b[1];

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

/** The check of a snapshot that is the newest of its book for the fixture. Markets that it does not speak for keep their times. */
const newestCheck = (
  { recording, placed, check, current, stated }: Subject,
  event: PlacedEvent["event"],
): KnownCheck => {
  const base = bookTime(recording);
  const times = new Map<string, MarketTime>();
  if (check !== undefined)
    for (const key of current.keys())
      times.set(key, ownValue(check.marketTimes, key) ?? [check.checkedAt, check.fetchedAt]);
  for (const { key, time } of stated) times.set(key, time);
  return {
    recordedAt: recording.recordedAt,
    checkedAt: base[0],
    fetchedAt: base[1],
    marketTimes: Object.fromEntries([...times].filter(([, time]) => !sameTime(time, base))),
    starts: startsAfter(recording, placed, check),
    listedAs: listedAs(event),
  };
};

/** What the book has stated of the start, this snapshot included. A stale fetch states nothing. */
const startsAfter = (
  recording: Recording,
  placed: PlacedEvent | undefined,
  check: KnownCheck | undefined,
): StartStatements => {
  const before = check?.starts ?? [];
  if (placed === undefined || isStaleFetch(recording, check)) return before;
  const { recordedAt: at, midnightOnly } = recording;
  return withStatement(before, { start: placed.event.commenceTime, at, midnightOnly });
};

type Subject = {
  readonly recording: Recording;
  readonly fixtureId: string;
  readonly check: KnownCheck | undefined;
  readonly current: Map<string, string>;
  readonly stated: readonly StatedMarket[];
  /** Keys of the markets that it states from an older fetch than the known one: they count for nothing. */
  readonly stale: readonly string[];
  /** Undefined when the snapshot speaks for the fixture by not naming it: nothing was checked then. */
  readonly placed: PlacedEvent | undefined;
};

const writeCheck = (
  { recording: { book }, fixtureId }: Pick<Subject, "recording" | "fixtureId">,
  check: KnownCheck,
  known: KnownPrices,
  changes: Changes,
) => {
  const key = pairKey(book, fixtureId);
  known.checks.set(key, check);
  changes.checks.set(key, { book, fixture: fixtureId, ...check });
};

const writeState = (
  { recording: { book }, fixtureId, current }: Subject,
  { key, players }: StatedMarket,
  text: string,
  changes: Changes,
): void => {
  current.set(key, text);
  addCurrent(changes, { book, fixture: fixtureId, market: key, outcomes: text });
  for (const name of players) addPlayer(changes, { book, fixture: fixtureId, name });
};

/** The usual case: nothing newer is known of this book and fixture. */
const compareNewest = (
  subject: Subject,
  known: KnownPrices,
  changes: Changes,
  report: RecordReport,
): void => {
  const { recording, fixtureId, check, current, stated, placed } = subject;
  const gone = stated.filter(({ key }) => (current.get(key) ?? "") !== "");
  const checked = placed === undefined ? undefined : newestCheck(subject, placed.event);
  for (const market of stated) {
    const { key, text } = market;
    const before = current.get(key) ?? "";
    countChanged(report, before, text);
    if (before === text) continue;
    writeState(subject, market, text, changes);
    // More or less to be bet at the same price is no new price.
    if (withoutSizes(before) === withoutSizes(text)) continue;
    addPoint(changes, {
      book: recording.book,
      fixture: fixtureId,
      market: key,
      at: recording.recordedAt,
      outcomes: text,
    });
  }
  if (checked !== undefined) writeCheck(subject, checked, known, changes);
  else if (check !== undefined && gone.length > 0) {
    const times = Object.fromEntries(gone.map(({ key, time }) => [key, time]));
    writeCheck(subject, { ...check, marketTimes: { ...check.marketTimes, ...times } }, known, changes);
  }
};

type History = {
  readonly states: ReadonlyMap<string, readonly StoredState[]>;
  readonly looks: readonly KnownLooks[];
};

/** An older snapshot takes its place in time; it becomes current only for markets of which nothing newer is known. */
const compareLate = (
  subject: Subject,
  stated: readonly StatedMarket[],
  { states, looks }: History,
  known: KnownPrices,
  changes: Changes,
  report: RecordReport,
): void => {
  const { recording, fixtureId, check, current, placed: event } = subject;
  const { book, recordedAt } = recording;
  const times = new Map<string, MarketTime>(Object.entries(check?.marketTimes ?? {}));
  for (const market of stated) {
    const { key, text } = market;
    const rows = states.get(key) ?? [];
    const observedAt = momentsOf(looks, fixtureId, key);
    const placed = placeState(rows, observedAt, { at: recordedAt, text });
    countChanged(report, placed.length === 0 ? text : "", text);
    for (const row of placed)
      addPoint(changes, { book, fixture: fixtureId, market: key, at: row.at, outcomes: row.text });
    const after = withPlaced(rows, placed).at(-1)?.text ?? "";
    if (withoutSizes(after) !== withoutSizes(current.get(key) ?? ""))
      writeState(subject, market, after, changes);
    for (const name of market.players) addPlayer(changes, { book, fixture: fixtureId, name });
    if (after === text && observedAt.every((at) => at <= recordedAt)) times.set(key, market.time);
  }
  if (event === undefined) return;
  const base = bookTime(recording);
  writeCheck(
    subject,
    {
      recordedAt: Math.max(check?.recordedAt ?? 0, recordedAt),
      checkedAt: check?.checkedAt ?? base[0],
      fetchedAt: check === undefined ? base[1] : check.fetchedAt,
      marketTimes: Object.fromEntries(times),
      starts: startsAfter(recording, event, check),
      listedAs: check?.listedAs ?? listedAs(event.event),
    },
    known,
    changes,
  );
};

const loadHistories = async (
  tx: Queryable,
  { recording: { book }, placed }: { readonly recording: Recording; readonly placed: PlacedSnapshot },
  sportKey: string,
  late: readonly Subject[],
) => {
  if (late.length === 0) return undefined;
  const fixtureIds = late.map(({ fixtureId }) => fixtureId);
  const [states, looks] = await Promise.all([
    loadStates(tx, book, fixtureIds),
    loadLooks(tx, book, sportKey, {
      from: late.map(({ recording }) => recording.recordedAt).reduce((a, b) => Math.min(a, b)),
      // What was seen after the start decides nothing, wherever the start may still move.
      until: placed.latestStart + matchingWindowMs,
      fixtureIds,
    }),
  ]);
  return { states, looks };
};

/**
 * Adds what the snapshot looked at: every fixture that it speaks for.
 * @param staleFixtures ids of fixtures of which every market was stale.
 */
const addLook = (
  { recording, placed }: { readonly recording: Recording; readonly placed: PlacedSnapshot },
  subjects: readonly Subject[],
  staleFixtures: readonly string[],
  changes: Changes,
): void => {
  const { book, recordedAt, complete, digest, clock, scope } = recording;
  if (staleFixtures.length > 0 && subjects.length === 0) return;
  const unread = subjects.flatMap(({ fixtureId, placed: event, stale }) => {
    const unreadable = [...(event?.event.unread ?? [])].filter((key) => scope === null || scope.has(key));
    const keys = [...unreadable, ...stale].sort();
    return keys.length > 0 ? [[fixtureId, keys] as const] : [];
  });
  const fixtures = complete
    ? [...placed.unspoken, ...staleFixtures]
    : subjects.map(({ fixtureId }) => fixtureId);
  changes.looks.push({
    book,
    recorded: recordedAt,
    complete,
    scope: scope === null ? null : [...scope].sort(),
    fixtures: fixtures.sort(),
    // Sorted: whatever order a source lists its events in, it makes the same set.
    unread: Object.fromEntries(unread.sort(([a], [b]) => (a < b ? -1 : 1))),
    digest,
    polled: clock === "now",
  });
};

/** An event in play has no prices: it only states its start. */
const stateInPlay = (
  recording: Recording,
  placed: PlacedEvent,
  hasStarted: boolean,
  known: KnownPrices,
  changes: Changes,
): void => {
  const { fixtureId, event } = placed;
  const check = known.checks.get(pairKey(recording.book, fixtureId));
  const starts = startsAfter(recording, placed, check);
  const isKnown = check?.starts[0]?.[0] === event.commenceTime && starts.length === check.starts.length;
  // A live book repeats the start of a game in play for hours. While the others' start lies ahead, it stays named by doing so.
  if (recording.clock === "now" && isKnown && hasStarted) return;
  const [checkedAt, fetchedAt] = bookTime(recording);
  const base = check ?? { checkedAt, fetchedAt, marketTimes: {}, recordedAt: 0, listedAs: listedAs(event) };
  const recordedAt = Math.max(base.recordedAt, recording.recordedAt);
  writeCheck({ recording, fixtureId }, { ...base, recordedAt, starts }, known, changes);
};

/** Fixtures that the snapshot speaks for: those it names, those it leaves out, and those whose event has no place any more. */
const fixturesSpokenFor = (
  { recording: { book }, placed }: { readonly recording: Recording; readonly placed: PlacedSnapshot },
  { checks }: KnownPrices,
): ReadonlyMap<string, PlacedEvent | undefined> => {
  const isLost = (fixtureId: string, names: string | null) =>
    names === null || checks.get(pairKey(book, fixtureId))?.listedAs === names;
  return new Map<string, PlacedEvent | undefined>([
    ...placed.lost.flatMap(({ fixtureId, listedAs: names }) =>
      isLost(fixtureId, names) ? [[fixtureId, undefined] as const] : [],
    ),
    ...placed.unnamed.map((fixtureId) => [fixtureId, undefined] as const),
    ...placed.events.map((event) => [event.fixtureId, event] as const),
  ]);
};

/**
 * Compares what was quoted with what is known of the book and adds what is new to `changes` and `known`. A market of which a newer fetch
 * is known is rejected as `stale_fetch`.
 * @param input.alone whether the snapshot is the only one of its batch.
 * @throws LateInBatchError when it is late and not alone.
 */
export const comparePrices = async (
  tx: Queryable,
  input: {
    readonly recording: Recording;
    readonly placed: PlacedSnapshot;
    /** When a snapshot at or after this one's time spoke for the whole sport (ms), or null. */
    readonly completeFrom: number | null;
    readonly alone: boolean;
  },
  known: KnownPrices,
  changes: Changes,
  report: RecordReport,
): Promise<void> => {
  const { recording, placed, completeFrom } = input;
  const { book } = recording;
  const subjects: Subject[] = [];
  const staleFixtures: string[] = [];
  for (const [fixtureId, event] of fixturesSpokenFor(input, known)) {
    const key = pairKey(book, fixtureId);
    const check = known.checks.get(key);
    // Of a fixture that the book never had nothing is gone.
    if (event === undefined && check === undefined) continue;
    const current = known.current.get(key) ?? new Map<string, string>();
    known.current.set(key, current);
    const listed = stateMarkets(recording, event, current.keys());
    const stale = listed.filter((market) => isStaleMarket(recording, market, { check, current }));
    for (const { text } of stale)
      if (text !== "") countRejected(report, "stale_fetch", text.split("\n").length);
    if (stale.length > 0 && stale.length === listed.length) {
      staleFixtures.push(fixtureId);
      continue;
    }
    const stated = listed.filter((market) => !stale.includes(market));
    const staleKeys = stale.map((market) => market.key);
    subjects.push({ recording, fixtureId, check, current, stated, stale: staleKeys, placed: event });
  }

  const isLate = ({ check, placed: event }: Subject): boolean => {
    if (check !== undefined && recording.recordedAt <= check.recordedAt) return true;
    const start = event?.event.commenceTime ?? Number.POSITIVE_INFINITY;
    return completeFrom !== null && completeFrom < start;
  };
  const late = subjects.filter(isLate);
  if (late.length > 0 && !input.alone) throw new LateInBatchError();
  const histories = await loadHistories(tx, input, changes.sportKey, late);

  for (const subject of subjects) {
    const { fixtureId, placed: event } = subject;
    if (histories !== undefined && isLate(subject)) {
      const states = histories.states.get(fixtureId) ?? new Map<string, StoredState[]>();
      const stated = stateMarkets(recording, event, states.keys()).filter(
        ({ key }) => !subject.stale.includes(key),
      );
      compareLate(subject, stated, { states, looks: histories.looks }, known, changes, report);
    } else compareNewest(subject, known, changes, report);
  }
  for (const event of placed.inPlay)
    stateInPlay(recording, event, placed.started.has(event.fixtureId), known, changes);
  for (const fixture of placed.noted)
    addNote(changes, { book, fixture, recorded: recording.recordedAt, checked: bookTime(recording)[0] });
  addLook(input, subjects, staleFixtures, changes);
};
