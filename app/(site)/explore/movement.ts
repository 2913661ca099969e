import type { z } from "zod";
import type { fixtureSeries } from "@/server/api/response-schemas";

export type FixtureSeries = z.infer<typeof fixtureSeries>;
type Market = FixtureSeries["bookmakers"][number]["markets"][number];
type RecordedOutcome = Market["points"][number]["outcomes"][number];

/** A price series to chart: one side, or one line of a side on a ladder. */
export type SeriesChoice = {
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  /** Set if a book quotes several lines of the side at once. */
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

/** One book's recorded prices of a series. */
export type BookMovement = {
  readonly book: string;
  readonly title: string;
  /** `recorded`, `no_movement` or `not_recorded`. Later versions may add values. */
  readonly movement: string;
  /** Oldest first; times are ms since the epoch. */
  readonly steps: readonly {
    readonly at: number;
    readonly price: number;
    readonly point: number | undefined;
  }[];
};

/** Each book's prices, most changes first. */
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

/** A row of chart data: a time in ms, and each book's value at that time. */
export type ChartRow = { readonly at: number } & Readonly<Record<string, number>>;

/** The property of a `ChartRow` with a book's values. Prefixed, because a book's key may be `at`. */
export const rowKeyOf = (book: string): string => `book_${book}`;

/** A row for every time at which a book changed. Each book keeps its value until its next change. */
export const chartRows = (
  movements: readonly BookMovement[],
  value: "price" | "point",
  until: number,
): readonly ChartRow[] => {
  const times = [...new Set([...movements.flatMap(({ steps }) => steps.map(({ at }) => at)), until])].sort(
    (a, b) => a - b,
  );
  return times.map((at) => {
    const values = movements.flatMap(({ book, steps }) => {
      const current = steps.findLast((step) => step.at <= at)?.[value];
      return current === undefined ? [] : [[rowKeyOf(book), current] as const];
    });
    return { at, ...Object.fromEntries(values) };
  });
};

const minuteMs = 60_000;
const maxStepMs = 129_600 * minuteMs;
const stepsMs = [5, 15, 30, 60, 180, 360, 720, 1440, 2880, 10_080, 43_200].map(
  (minutes) => minutes * minuteMs,
);
const maxSteps = 6;

/** Round times between two times (ms), at most seven, as axis ticks. */
export const timeTicks = (from: number, to: number): readonly number[] => {
  const stepMs = stepsMs.find((step) => (to - from) / step <= maxSteps) ?? maxStepMs;
  const first = Math.ceil(from / stepMs);
  return Array.from({ length: Math.floor(to / stepMs) - first + 1 }, (_, index) => (first + index) * stepMs);
};
