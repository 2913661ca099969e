import type { Queryable } from "@/db/connect";
import { decodeOutcomes, withoutSizes } from "@/server/prices/outcome-text";
import {
  type KnownCheck,
  loadStates,
  type MarketTime,
  matchingWindowMs,
  pairKey,
} from "@/server/recorder/load-known";
import { type KnownLooks, loadLooks, momentsOf } from "@/server/recorder/load-looks";
import { placePrices, withoutLastWord } from "@/server/recorder/overtaken";
import type { PlacedSnapshot } from "@/server/recorder/place-fixtures";
import { placeState, type StoredState, withPlaced } from "@/server/recorder/place-state";
import { bookTime, type Recording } from "@/server/recorder/recording";
import { countRejected, type RecordReport } from "@/server/recorder/report";
import { type StatedMarket, stateMarkets } from "@/server/recorder/state-markets";
import {
  addCurrent,
  addNote,
  addPlayer,
  addPoint,
  type Changes,
  type KeysByFixture,
} from "@/server/recorder/write-changes";

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
  recording: Recording,
  stated: readonly StatedMarket[],
  check: KnownCheck | undefined,
  current: ReadonlyMap<string, string>,
): KnownCheck => {
  const base = bookTime(recording);
  const times = new Map<string, MarketTime>();
  if (check !== undefined)
    for (const key of current.keys())
      times.set(key, check.marketTimes[key] ?? [check.checkedAt, check.fetchedAt]);
  for (const { key, time } of stated) times.set(key, time);
  return {
    recordedAt: recording.recordedAt,
    checkedAt: base[0],
    fetchedAt: base[1],
    marketTimes: Object.fromEntries([...times].filter(([, time]) => !sameTime(time, base))),
  };
};

type Subject = {
  readonly recording: Recording;
  readonly fixtureId: string;
  readonly check: KnownCheck | undefined;
  readonly current: Map<string, string>;
  readonly stated: readonly StatedMarket[];
  /** Keys of markets that it states and says nothing of: they are known from a newer fetch. */
  readonly overtaken: ReadonlySet<string>;
  /** Keys of markets that may take their place before a newer fetch. */
  readonly older: ReadonlySet<string>;
  /** False when a complete snapshot speaks for the fixture by not naming it: nothing was checked then. */
  readonly isNamed: boolean;
};

const writeCheck = (
  { recording: { book }, fixtureId }: Subject,
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
  const { recording, fixtureId, check, current, stated, overtaken, isNamed } = subject;
  const told = stated.filter(({ key }) => !overtaken.has(key));
  const checked = newestCheck(recording, told, check, current);
  const gone = told.filter(({ key }) => (current.get(key) ?? "") !== "");
  for (const market of stated) {
    const { key, text } = market;
    const before = overtaken.has(key) ? text : (current.get(key) ?? "");
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
  if (isNamed) writeCheck(subject, checked, known, changes);
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
  const { recording, fixtureId, check, current, overtaken, isNamed } = subject;
  const { book, recordedAt } = recording;
  const times: Record<string, MarketTime> = { ...check?.marketTimes };
  for (const market of stated) {
    const { key, text } = market;
    if (overtaken.has(key)) {
      countChanged(report, text, text);
      continue;
    }
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
    if (after === text && observedAt.every((at) => at <= recordedAt)) times[key] = market.time;
  }
  if (!isNamed) return;
  const base = bookTime(recording);
  writeCheck(
    subject,
    {
      recordedAt: Math.max(check?.recordedAt ?? 0, recordedAt),
      checkedAt: check?.checkedAt ?? base[0],
      fetchedAt: check === undefined ? base[1] : check.fetchedAt,
      marketTimes: times,
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
 * What the snapshot was a look at: everything that it speaks for at its own time, and what had been overtaken at the time of its fetch.
 * @param passedOver fixtures that it speaks for and of which nothing is recorded.
 */
const addLooks = (
  { recording, placed }: { readonly recording: Recording; readonly placed: PlacedSnapshot },
  subjects: readonly Subject[],
  passedOver: readonly string[],
  changes: Changes,
): void => {
  const { book, recordedAt, complete, digest, clock } = recording;
  const unread = new Map(placed.events.map(({ fixtureId, event }) => [fixtureId, event.unread]));
  const subjectsAt = new Map<number, Subject[]>([[recordedAt, []]]);
  for (const subject of subjects) {
    const { recordedAt: recorded } = subject.recording;
    subjectsAt.set(recorded, [...(subjectsAt.get(recorded) ?? []), subject]);
  }
  for (const [recorded, looked] of subjectsAt) {
    const speaksForAll = complete && recorded === recordedAt;
    if (looked.length === 0 && !speaksForAll) continue;
    const elsewhere = subjects.flatMap((subject) =>
      subject.recording.recordedAt === recorded ? [] : [subject.fixtureId],
    );
    const fixtures = looked.map(({ fixtureId }) => fixtureId);
    changes.looks.push({
      book,
      recorded,
      complete: speaksForAll,
      scope: recording.scope === null ? null : [...recording.scope].sort(),
      fixtures: (speaksForAll ? [...placed.unspoken, ...passedOver, ...elsewhere] : fixtures).sort(),
      unread: keysByFixture(recording, looked, ({ fixtureId }) => unread.get(fixtureId) ?? []),
      overtaken: looked.some(({ overtaken }) => overtaken.size > 0)
        ? keysByFixture(recording, looked, ({ overtaken }) => overtaken)
        : null,
      digest,
      polled: clock === "now",
    });
  }
};

/** Fixture id -> keys of markets in scope, sorted: whatever order a source lists its events in, it makes the same set. */
const keysByFixture = (
  { scope }: Recording,
  subjects: readonly Subject[],
  keysOf: (subject: Subject) => Iterable<string>,
): KeysByFixture =>
  Object.fromEntries(
    subjects
      .flatMap((subject) => {
        const inScope = [...keysOf(subject)].filter((key) => scope === null || scope.has(key)).sort();
        return inScope.length > 0 ? [[subject.fixtureId, inScope] as const] : [];
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/**
 * Compares what was quoted with what is known of the book and adds what is new to `changes` and `known`.
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
    readonly archiveFrom: number;
    readonly alone: boolean;
  },
  known: KnownPrices,
  changes: Changes,
  report: RecordReport,
): Promise<void> => {
  const { recording, placed, completeFrom } = input;
  const { book } = recording;
  const events = new Map(placed.events.map((event) => [event.fixtureId, event]));
  const found: Subject[] = [];
  const passedOver: string[] = [];
  for (const fixtureId of [...events.keys(), ...placed.unnamed]) {
    const key = pairKey(book, fixtureId);
    const check = known.checks.get(key);
    const event = events.get(fixtureId);
    // Of a fixture that the book never had nothing is gone.
    if (event === undefined && check === undefined) continue;
    const current = known.current.get(key) ?? new Map<string, string>();
    known.current.set(key, current);
    const stated = stateMarkets(recording, event, current.keys());
    const { recordedAt, ...place } = placePrices(recording, stated, { check, current });
    if (recordedAt < input.archiveFrom) {
      passedOver.push(fixtureId);
      const prices = event?.event.markets.reduce((sum, market) => sum + market.outcomes.length, 0) ?? 0;
      countRejected(report, "before_archive", prices);
      continue;
    }
    const actual = { ...recording, recordedAt };
    const isNamed = event !== undefined;
    found.push({ recording: actual, fixtureId, check, current, stated, ...place, isNamed });
  }

  const isLate = ({ recording: { recordedAt }, check, fixtureId }: Subject): boolean => {
    if (check !== undefined && recordedAt <= check.recordedAt) return true;
    const start = events.get(fixtureId)?.event.commenceTime ?? Number.POSITIVE_INFINITY;
    return completeFrom !== null && completeFrom < start;
  };
  const late = found.filter(isLate);
  if (late.length > 0 && !input.alone) throw new LateInBatchError();
  const histories = await loadHistories(tx, input, changes.sportKey, late);
  const looks = histories?.looks ?? [];
  const subjects = found.map((subject): Subject => {
    const { fixtureId, recording: actual, overtaken, older } = subject;
    const place = { recordedAt: actual.recordedAt, overtaken, older };
    return { ...subject, overtaken: withoutLastWord(place, (key) => momentsOf(looks, fixtureId, key)) };
  });

  for (const subject of subjects) {
    const { fixtureId, recording: actual } = subject;
    const event = events.get(fixtureId);
    if (histories !== undefined && isLate(subject)) {
      const states = histories.states.get(fixtureId) ?? new Map<string, StoredState[]>();
      const stated = stateMarkets(actual, event, states.keys());
      compareLate(subject, stated, { states, looks }, known, changes, report);
    } else compareNewest(subject, known, changes, report);
  }

  for (const fixture of placed.noted)
    addNote(changes, { book, fixture, recorded: recording.recordedAt, checked: bookTime(recording)[0] });
  addLooks(input, subjects, passedOver, changes);
};
