import type { z } from "zod";
import type { fixtureSeries } from "@/server/api/wire-schemas";

export type FixtureSeries = z.infer<typeof fixtureSeries>;
type Market = FixtureSeries["bookmakers"][number]["markets"][number];
type Outcome = Market["points"][number]["outcomes"][number];

/** One thing whose price can be followed: a side, and on a ladder one line of it. */
export type Followed = {
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  /** Set where a book quotes several lines of the side at once. */
  readonly point: number | undefined;
};

const marketsOf = (series: FixtureSeries, key: string) =>
  series.bookmakers.flatMap((book) =>
    book.markets.filter((market) => market.key === key).map((market) => ({ book, market })),
  );

const sideId = ({ name, description }: Outcome): string => `${name}|${description ?? ""}`;

/** Everything that can be followed in a market, in the order in which it first appears. */
export const listFollowed = (series: FixtureSeries, marketKey: string): readonly Followed[] => {
  const outcomes = marketsOf(series, marketKey).flatMap(({ market }) =>
    market.points.flatMap((p) => p.outcomes),
  );
  const isLadder = marketsOf(series, marketKey).some(({ market }) =>
    market.points.some((point) => new Set(point.outcomes.map(sideId)).size < point.outcomes.length),
  );
  const followed = new Map<string, Followed>();
  for (const outcome of outcomes) {
    const point = isLadder ? outcome.point : undefined;
    const id = `${sideId(outcome)}|${point ?? ""}`;
    const { name, description } = outcome;
    if (!followed.has(id)) followed.set(id, { id, name, description, point });
  }
  return [...followed.values()];
};

const findOutcome = (
  outcomes: readonly Outcome[],
  { name, description, point }: Followed,
): Outcome | undefined =>
  outcomes.find(
    (outcome) =>
      outcome.name === name &&
      outcome.description === description &&
      (point === undefined || outcome.point === point),
  );

/** One book's record of what is followed. */
export type BookMovement = {
  readonly book: string;
  readonly title: string;
  /** `recorded`, `no_movement` or `not_recorded`; more may come. */
  readonly movement: string;
  /** Oldest first; times are ms since the epoch. */
  readonly steps: readonly {
    readonly at: number;
    readonly price: number;
    readonly point: number | undefined;
  }[];
};

/** Each book's steps, the most often changed first. */
export const listMovements = (
  series: FixtureSeries,
  marketKey: string,
  followed: Followed,
): readonly BookMovement[] =>
  marketsOf(series, marketKey)
    .map(({ book, market }) => ({
      book: book.key,
      title: book.title,
      movement: market.movement,
      steps: market.points.flatMap(({ recorded_at, outcomes }) => {
        const outcome = findOutcome(outcomes, followed);
        if (outcome === undefined) return [];
        return [{ at: Date.parse(String(recorded_at)), price: outcome.price, point: outcome.point }];
      }),
    }))
    .sort((a, b) => b.steps.length - a.steps.length || a.title.localeCompare(b.title));

/** A row of a chart: its time, and each drawn book's value then. */
export type ChartRow = { readonly at: number } & Readonly<Record<string, number>>;

/** The member of a chart's rows that holds a book's values: a book may be called `at`. */
export const rowKeyOf = (book: string): string => `book_${book}`;

/** Rows at every time at which a drawn book changed; between its changes a book's value stands. */
export const chartRows = (
  movements: readonly BookMovement[],
  value: "price" | "point",
  until: number,
): readonly ChartRow[] => {
  const times = [...new Set([...movements.flatMap(({ steps }) => steps.map(({ at }) => at)), until])].sort(
    (a, b) => a - b,
  );
  return times.map((at) => {
    const held = movements.flatMap(({ book, steps }) => {
      const drawn = steps.findLast((step) => step.at <= at)?.[value];
      return drawn === undefined ? [] : [[rowKeyOf(book), drawn] as const];
    });
    return { at, ...Object.fromEntries(held) };
  });
};

const minuteMs = 60_000;
const longestStepMs = 129_600 * minuteMs;
const stepsMs = [5, 15, 30, 60, 180, 360, 720, 1440, 2880, 10_080, 43_200].map(
  (minutes) => minutes * minuteMs,
);
const mostSteps = 6;

/** Round times from one to another (ms): where a chart of them writes its times. */
export const timeTicks = (from: number, to: number): readonly number[] => {
  const stepMs = stepsMs.find((step) => (to - from) / step <= mostSteps) ?? longestStepMs;
  const first = Math.ceil(from / stepMs);
  return Array.from({ length: Math.floor(to / stepMs) - first + 1 }, (_, index) => (first + index) * stepMs);
};
