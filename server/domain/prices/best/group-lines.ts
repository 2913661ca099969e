import type { Side } from "@/server/domain/catalogue/sides";
import { getOrInsert } from "@/server/domain/collections";
import { linePoint } from "@/server/domain/prices/line-point";
import type { Size } from "@/server/domain/prices/outcome";
import type { Price } from "@/server/domain/prices/price";

/** An outcome as responses and pages show it. */
export type PricedOutcome = {
  readonly side: Side;
  readonly point?: number;
  /** The player of a prop, or the team of a team total. */
  readonly subject?: string;
  readonly price: Price;
  readonly size?: Size;
};

/** One book's prices of one market. */
export type BookPrices = { readonly book: string; readonly outcomes: readonly PricedOutcome[] };

/** One book's prices of one line: an outcome per side, undefined if the book does not quote that side. */
export type LineRow<Quote> = {
  readonly quote: Quote;
  readonly outcomes: readonly (PricedOutcome | undefined)[];
};

/** The books that quote one line. Prices of different lines are not comparable. */
export type Line<Quote> = {
  readonly id: string;
  /** The player or team that the line is about, if the sides do not name it. */
  readonly subject: string | undefined;
  /** The point of the line; for a spread, the home team's point. Undefined in a market without points, such as `h2h`. */
  readonly point: number | undefined;
  readonly rows: readonly LineRow<Quote>[];
};

type Group<Quote> = Omit<Line<Quote>, "rows"> & { readonly quotes: Map<Quote, PricedOutcome[]> };

/** Groups the prices of one market by line. The lines are sorted by subject, then by point. */
export const groupByLine = <Quote extends BookPrices>(
  quotes: readonly Quote[],
  sides: readonly Side[],
): readonly Line<Quote>[] => {
  const groups = new Map<string, Group<Quote>>();
  for (const quote of quotes)
    for (const outcome of quote.outcomes) {
      const point = linePoint(outcome);
      const id = `${outcome.subject ?? ""}|${point ?? ""}`;
      const group = getOrInsert(groups, id, () => ({
        id,
        subject: outcome.subject,
        point,
        quotes: new Map(),
      }));
      getOrInsert(group.quotes, quote, () => []).push(outcome);
    }
  return [...groups.values()]
    .map(({ quotes: ofLine, ...line }) => ({
      ...line,
      rows: [...ofLine].map(([quote, outcomes]) => ({
        quote,
        outcomes: sides.map((side) => outcomes.find((outcome) => outcome.side === side)),
      })),
    }))
    .sort((a, b) => (a.subject ?? "").localeCompare(b.subject ?? "") || (a.point ?? 0) - (b.point ?? 0));
};
