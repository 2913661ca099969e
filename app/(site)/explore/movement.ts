import type { z } from "zod";
import type { fixtureSeries } from "@/server/api/response-schemas";

export type FixtureSeries = z.infer<typeof fixtureSeries>;
type Market = FixtureSeries["bookmakers"][number]["markets"][number];
type RecordedOutcome = Market["points"][number]["outcomes"][number];

/** A series of a chart: one side of a market, or one line of a side if the market is a ladder. */
export type SeriesChoice = {
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  /**
   * The side's point if the market is a ladder, otherwise undefined. A market is a ladder if any book has quoted one side of the market at
   * several points at the same time.
   */
  readonly point: number | undefined;
};

const marketsOf = (series: FixtureSeries, key: string) =>
  series.bookmakers.flatMap((book) =>
    book.markets.filter((market) => market.key === key).map((market) => ({ book, market })),
  );

const sideId = ({ name, description }: RecordedOutcome): string => `${name}|${description ?? ""}`;

/** Every series of a market, in order of first appearance. */
export const listSeries = (series: FixtureSeries, marketKey: string): readonly SeriesChoice[] => {
  const outcomes = marketsOf(series, marketKey).flatMap(({ market }) =>
    market.points.flatMap((p) => p.outcomes),
  );
  const isLadder = marketsOf(series, marketKey).some(({ market }) =>
    market.points.some((point) => new Set(point.outcomes.map(sideId)).size < point.outcomes.length),
  );
  const choice = new Map<string, SeriesChoice>();
  for (const outcome of outcomes) {
    const point = isLadder ? outcome.point : undefined;
    const id = `${sideId(outcome)}|${point ?? ""}`;
    const { name, description } = outcome;
    if (!choice.has(id)) choice.set(id, { id, name, description, point });
  }
  return [...choice.values()];
};

const findOutcome = (
  outcomes: readonly RecordedOutcome[],
  { name, description, point }: SeriesChoice,
): RecordedOutcome | undefined =>
  outcomes.find(
    (outcome) =>
      outcome.name === name &&
      outcome.description === description &&
      (point === undefined || outcome.point === point),
  );

/** A recorded price in decimal odds, with its line (`point`). The price is valid from `at` (ms since the epoch). */
export type Step = { readonly at: number; readonly price: number; readonly point: number | undefined };

/** One book's recorded prices of a series. */
export type BookMovement = {
  readonly book: string;
  readonly title: string;
  /** `recorded`, `no_movement` or `not_recorded`. Later versions may add values. */
  readonly movement: string;
  /** Oldest first. */
  readonly steps: readonly Step[];
};

/** Each book's prices in a series. The book with the most prices comes first. */
export const listMovements = (
  series: FixtureSeries,
  marketKey: string,
  choice: SeriesChoice,
): readonly BookMovement[] =>
  marketsOf(series, marketKey)
    .map(({ book, market }) => ({
      book: book.key,
      title: book.title,
      movement: market.movement,
      steps: market.points.flatMap(({ recorded_at, outcomes }) => {
        const outcome = findOutcome(outcomes, choice);
        if (outcome === undefined) return [];
        return [{ at: Date.parse(String(recorded_at)), price: outcome.price, point: outcome.point }];
      }),
    }))
    .sort((a, b) => b.steps.length - a.steps.length || a.title.localeCompare(b.title));

/** The price in force at a time (ms): the last price recorded at or before that time. */
export const stepAt = (steps: readonly Step[], at: number): Step | undefined =>
  steps.findLast((step) => step.at <= at);

/** The prices in force between two times (ms). A price that was already in force at `from` is dated `from`. */
export const stepsBetween = (steps: readonly Step[], from: number, to: number): readonly Step[] => {
  const before = stepAt(steps, from);
  const within = steps.filter(({ at }) => at > from && at <= to);
  return before === undefined ? within : [{ ...before, at: from }, ...within];
};

/** The prices whose line differs from the line of the previous price. */
export const lineMoves = (steps: readonly Step[]): readonly Step[] =>
  steps.filter(({ point }, index) => index > 0 && point !== steps[index - 1]?.point);

export type TimeRange = { readonly from: number; readonly to: number };

/** A start is near if the time left until the start is less than a quarter of the time since the first recorded price. */
const nearShare = 4;

/**
 * The time range of a chart, from the first price. If the game's start is near or has passed, the range ends at the start. Otherwise it
 * ends at `now`. The range is at least one minute long.
 */
export const fullRange = (
  movements: readonly BookMovement[],
  start: number,
  now: number,
): TimeRange | undefined => {
  const times = movements.flatMap(({ steps }) => steps.map(({ at }) => at));
  if (times.length === 0) return undefined;
  const from = Math.min(...times);
  const isNear = start - now < (now - from) / nearShare;
  return { from, to: Math.max(from + 60_000, start <= now || isNear ? start : now) };
};

/** Returns the part of the full range that the URL states in seconds since the epoch, or the full range if that part is not valid. */
export const zoomedRange = (
  full: TimeRange,
  fromSeconds: string | undefined,
  toSeconds: string | undefined,
): TimeRange => {
  const from = Math.max(full.from, fromSeconds === undefined ? full.from : 1000 * Number(fromSeconds));
  const to = Math.min(full.to, toSeconds === undefined ? full.to : 1000 * Number(toSeconds));
  return from < to ? { from, to } : full;
};

const minuteMs = 60_000;
const maxStepMs = 129_600 * minuteMs;
const stepsMs = [5, 15, 30, 60, 180, 360, 720, 1440, 2880, 10_080, 43_200].map(
  (minutes) => minutes * minuteMs,
);

/**
 * The ticks of a time axis between two times (ms), at full steps such as whole hours. The longest step is 90 days. A range of at most
 * `maxSteps` × 90 days gets at most `maxSteps + 1` ticks.
 * @param offsetMs how far the reader's time zone is ahead of UTC.
 */
export const timeTicks = (from: number, to: number, maxSteps = 6, offsetMs = 0): readonly number[] => {
  const stepMs = stepsMs.find((step) => (to - from) / step <= maxSteps) ?? maxStepMs;
  const first = Math.ceil((from + offsetMs) / stepMs);
  const last = Math.floor((to + offsetMs) / stepMs);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * stepMs - offsetMs);
};

/** Axis ticks: about `count` round values between two values. */
export const valueTicks = (low: number, high: number, count: number): readonly number[] => {
  const rough = (high - low) / count;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = magnitude * ([1, 2, 2.5, 5, 10].find((factor) => factor * magnitude >= rough) ?? 10);
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
};
