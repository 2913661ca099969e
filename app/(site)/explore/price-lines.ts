import type { Side } from "@/server/catalogue/sides";
import { priceIn } from "@/server/prices/convert";
import { consensusOf, holdOf } from "@/server/prices/fair-odds";
import { impliedProbability } from "@/server/prices/implied-probability";
import { linePoint } from "@/server/prices/line-point";
import type { MarketQuote, ScreenOutcome } from "@/server/screen/views";

/** One book's prices of a line. */
export type LineRow = {
  readonly quote: MarketQuote;
  /** One per side; undefined if the book does not quote that side. */
  readonly outcomes: readonly (ScreenOutcome | undefined)[];
  /** Undefined if a side is missing. */
  readonly hold: number | undefined;
  /** The expected profit per unit staked on the book's most profitable side, if the consensus is right; -1 without a consensus. */
  readonly edge: number;
};

/** The books that quote one line. Prices of different lines are not comparable. */
export type PriceLine = {
  readonly id: string;
  /** The player or team that the line is about, if the sides do not name it. */
  readonly subject: string | undefined;
  /** The point of the line; for a spread, the home team's point. Undefined in a market without points, such as `h2h`. */
  readonly point: number | undefined;
  readonly rows: readonly LineRow[];
  /** One margin-free probability per side; undefined if no book quotes all sides. */
  readonly consensus: readonly number[] | undefined;
  /** The best price of each side, in American odds. */
  readonly best: readonly (number | undefined)[];
  /** The hold of the best prices of all sides. */
  readonly bestHold: number | undefined;
};

const sideOrder: readonly Side[] = ["away", "home", "draw", "over", "under", "yes", "no"];

/** The sides that are quoted. The away team is first, as in a fixture's title. */
export const sidesIn = (quotes: readonly MarketQuote[]): readonly Side[] => {
  const quoted = new Set(quotes.flatMap(({ outcomes }) => outcomes.map(({ side }) => side)));
  return sideOrder.filter((side) => quoted.has(side));
};

const isComplete = (outcomes: readonly (ScreenOutcome | undefined)[]): outcomes is readonly ScreenOutcome[] =>
  outcomes.every((outcome) => outcome !== undefined);

const impliedOf = (outcomes: readonly ScreenOutcome[]): readonly number[] =>
  outcomes.map(({ price }) => impliedProbability(price));

const bestOutcome = (
  rows: readonly (readonly (ScreenOutcome | undefined)[])[],
  side: number,
): ScreenOutcome | undefined =>
  rows
    .flatMap((outcomes) => outcomes[side] ?? [])
    .reduce<ScreenOutcome | undefined>(
      (best, outcome) =>
        best === undefined || impliedProbability(outcome.price) < impliedProbability(best.price)
          ? outcome
          : best,
      undefined,
    );

const edgeOf = (
  outcomes: readonly (ScreenOutcome | undefined)[],
  consensus: readonly number[] | undefined,
): number =>
  Math.max(
    ...outcomes.map((outcome, side) => {
      const probability = consensus?.[side];
      if (outcome === undefined || probability === undefined) return -1;
      return probability / impliedProbability(outcome.price) - 1;
    }),
  );

type Group = Pick<PriceLine, "id" | "subject" | "point"> & {
  readonly quotes: Map<MarketQuote, ScreenOutcome[]>;
};

const finishLine = (
  { quotes, ...line }: Group,
  sides: readonly Side[],
  isShown: (book: string) => boolean,
): PriceLine => {
  const all = [...quotes].map(([quote, outcomes]) => ({
    quote,
    outcomes: sides.map((side) => outcomes.find((outcome) => outcome.side === side)),
  }));
  const rows = all.filter(({ quote }) => isShown(quote.book));
  const complete = all.flatMap(({ outcomes }) => (isComplete(outcomes) ? [impliedOf(outcomes)] : []));
  const consensus = consensusOf(complete);
  const best = sides.map((_, side) =>
    bestOutcome(
      rows.map(({ outcomes }) => outcomes),
      side,
    ),
  );
  return {
    ...line,
    rows: rows.map(({ quote, outcomes }) => ({
      quote,
      outcomes,
      hold: isComplete(outcomes) ? holdOf(impliedOf(outcomes)) : undefined,
      edge: edgeOf(outcomes, consensus),
    })),
    consensus,
    best: best.map((outcome) => outcome && priceIn("american", outcome.price)),
    bestHold: isComplete(best) ? holdOf(impliedOf(best)) : undefined,
  };
};

/**
 * Groups the prices of one market by line. The lines are sorted by subject, then by point.
 * @param isShown whether the prices of a book are shown and compared. The consensus includes all books.
 */
export const groupLines = (
  quotes: readonly MarketQuote[],
  isShown: (book: string) => boolean = () => true,
): readonly PriceLine[] => {
  const groups = new Map<string, Group>();
  for (const quote of quotes)
    for (const outcome of quote.outcomes) {
      const point = linePoint(outcome);
      const id = `${outcome.subject ?? ""}|${point ?? ""}`;
      const group = groups.get(id) ?? { id, subject: outcome.subject, point, quotes: new Map() };
      groups.set(id, group);
      group.quotes.set(quote, [...(group.quotes.get(quote) ?? []), outcome]);
    }
  const sides = sidesIn(quotes);
  return [...groups.values()]
    .map((group) => finishLine(group, sides, isShown))
    .filter(({ rows }) => rows.length > 0)
    .sort((a, b) => (a.subject ?? "").localeCompare(b.subject ?? "") || (a.point ?? 0) - (b.point ?? 0));
};

const unevenness = ({ consensus }: PriceLine): number => Math.abs((consensus?.[0] ?? 1) - 0.5);

/** The line with the most books. A tie goes to the line whose first side has a chance closest to 50%. */
export const mainLine = (lines: readonly PriceLine[]): PriceLine | undefined =>
  [...lines].sort((a, b) => b.rows.length - a.rows.length || unevenness(a) - unevenness(b))[0];

/** The main line first, then the other lines in the order of `lines`. */
export const mainLineFirst = (lines: readonly PriceLine[]): readonly PriceLine[] => {
  const main = mainLine(lines);
  return main === undefined ? lines : [main, ...lines.filter((line) => line !== main)];
};

/** Whether the outcome has the line's best price for this side. False if the line has only one row. */
export const isBestPrice = ({ best, rows }: PriceLine, outcome: ScreenOutcome, side: number): boolean =>
  rows.length > 1 && priceIn("american", outcome.price) === best[side];

/** The rows with the best price of a side. */
export const bestRows = ({ rows, best }: PriceLine, side: number): readonly LineRow[] =>
  rows.filter(({ outcomes }) => {
    const outcome = outcomes[side];
    return outcome !== undefined && priceIn("american", outcome.price) === best[side];
  });

/**
 * What rows are sorted by. `best` means the edge, and `book` means the book's title. A number is the index of the side whose prices are
 * compared.
 */
export type SortKey = "best" | "book" | "hold" | "age" | number;

const byPrice =
  (side: number) =>
  (a: LineRow, b: LineRow): number => {
    const [first, second] = [a.outcomes[side], b.outcomes[side]];
    if (first === undefined || second === undefined)
      return Number(first === undefined) - Number(second === undefined);
    return impliedProbability(first.price) - impliedProbability(second.price);
  };

const orders: Readonly<Record<Exclude<SortKey, number | "book">, (a: LineRow, b: LineRow) => number>> = {
  best: (a, b) => b.edge - a.edge,
  hold: (a, b) => (a.hold ?? 1) - (b.hold ?? 1),
  age: (a, b) => (b.quote.updatedAt ?? 0) - (a.quote.updatedAt ?? 0),
};

/**
 * Sorts the rows of a line by `key`, best first: the highest edge, best price, lowest hold, newest price or first title.
 * @param titleOf returns the title of a book.
 */
export const sortRows = (
  rows: readonly LineRow[],
  key: SortKey,
  titleOf: (book: string) => string,
): readonly LineRow[] => {
  const byTitle = (a: LineRow, b: LineRow): number =>
    titleOf(a.quote.book).localeCompare(titleOf(b.quote.book)) || (a.quote.book < b.quote.book ? -1 : 1);
  if (key === "book") return [...rows].sort(byTitle);
  const order = typeof key === "number" ? byPrice(key) : orders[key];
  return [...rows].sort((a, b) => order(a, b) || byTitle(a, b));
};

/** Rows in the order in which their books are already shown. New books come last. */
export const keepOrder = (rows: readonly LineRow[], shown: readonly string[]): readonly LineRow[] => {
  const places = new Map(shown.map((book, place) => [book, place]));
  const placeOf = ({ quote }: LineRow): number => places.get(quote.book) ?? shown.length;
  return [...rows].sort((a, b) => placeOf(a) - placeOf(b));
};
