import type { z } from "zod";
import { minuteMs } from "@/server/domain/durations";
import type { fixtureSeries } from "@/server/web/api/response-schemas";

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

/** A recorded price in decimal odds, with its line (`point`). */
export type Step = {
  /** The time (ms since the epoch) from which the price was in force. */
  readonly at: number;
  /** The time (ms) at which the price was removed or expired. Absent if the next price replaced it, or if it is the current price. */
  readonly until?: number;
  readonly price: number;
  readonly point: number | undefined;
};

/** One book's recorded prices of a series. */
export type BookMovement = {
  readonly book: string;
  readonly title: string;
  /** Oldest first. Consecutive steps differ in price or line, unless the price was gone in between. */
  readonly steps: readonly Step[];
};

/** One side's prices. A point of the archive has all prices of a market, so most points repeat the price of a side. */
const stepsOf = (points: Market["points"], choice: SeriesChoice): readonly Step[] => {
  const steps: Step[] = [];
  for (const { recorded_at, outcomes } of points) {
    const at = Date.parse(String(recorded_at));
    const outcome = findOutcome(outcomes, choice);
    const last = steps.at(-1);
    const inForce = last?.until === undefined ? last : undefined;
    if (outcome === undefined) {
      if (inForce !== undefined) steps.splice(-1, 1, { ...inForce, until: at });
    } else if (inForce?.price !== outcome.price || inForce.point !== outcome.point)
      steps.push({ at, price: outcome.price, point: outcome.point });
  }
  return steps;
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
      steps: stepsOf(market.points, choice),
    }))
    .sort((a, b) => b.steps.length - a.steps.length || a.title.localeCompare(b.title));

/** The price in force at a time (ms): the last price recorded at or before that time, unless it was gone by then. */
export const stepAt = (steps: readonly Step[], at: number): Step | undefined => {
  const last = steps.findLast((step) => step.at <= at);
  return last?.until !== undefined && last.until <= at ? undefined : last;
};

/** The prices in force between two times (ms). A price that was already in force at `from` is dated `from`. */
export const stepsBetween = (steps: readonly Step[], from: number, to: number): readonly Step[] => {
  const before = stepAt(steps, from);
  const within = steps.filter(({ at }) => at > from && at <= to);
  return before === undefined ? within : [{ ...before, at: from }, ...within];
};

/**
 * The SVG path of a book's prices or lines: horizontal until the next step. The path has a gap where a price was gone, and ends where the
 * last price was removed or expired, or at `end`.
 * @param x returns the horizontal position of a time (ms).
 * @param y returns the vertical position of a price or line.
 */
export const stepPath = (
  steps: readonly Step[],
  value: "price" | "point",
  end: number,
  x: (at: number) => number,
  y: (value: number) => number,
): string => {
  let path = "";
  let isDrawing = false;
  for (const [index, step] of steps.entries()) {
    const of = step[value];
    if (of === undefined) continue;
    path += isDrawing ? `V${y(of).toFixed(1)}` : `M${x(step.at).toFixed(1)} ${y(of).toFixed(1)}`;
    const until = Math.min(step.until ?? steps[index + 1]?.at ?? end, end);
    path += `H${x(Math.max(step.at, until)).toFixed(1)}`;
    isDrawing = step.until === undefined;
  }
  return path;
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

/**
 * Axis ticks: about `count` round values between two values.
 * @param unit the smallest step: every tick is a multiple of it.
 */
export const valueTicks = (low: number, high: number, count: number, unit = 0): readonly number[] => {
  const rough = (high - low) / count;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const factors = unit > 0 ? [1, 2, 5, 10] : [1, 2, 2.5, 5, 10];
  const step = Math.max(unit, magnitude * (factors.find((factor) => factor * magnitude >= rough) ?? 10));
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
};

/** American odds without the gap between -100 and +100: 0 is even money, 5 is +105 and -5 is -105. */
const fromEvens = (decimal: number): number =>
  decimal >= 2 ? 100 * (decimal - 2) : 100 - 100 / (decimal - 1);

const decimalFromEvens = (value: number): number => (value >= 0 ? 2 + value / 100 : 1 + 100 / (100 - value));

/** Axis ticks in decimal odds between two decimal odds, at round American odds such as -110, +100 and +105. */
export const americanTicks = (low: number, high: number, count: number): readonly number[] =>
  valueTicks(fromEvens(low), fromEvens(high), count, 1).map(decimalFromEvens);
