import { z } from "zod";
import type { fixtureOdds } from "@/server/web/api/response-schemas";
import { shownPoint, shownPrice, shownText } from "@/server/web/mcp/shown-text";

export type FixtureOdds = z.infer<typeof fixtureOdds>;

/** One bet of one game, with each book's price. */
export type PriceLine = {
  readonly market: string;
  readonly name: string;
  /** The team of a team total, or the player of a prop. */
  readonly of?: string;
  readonly point?: number;
  /** Book key -> price. */
  readonly prices: Record<string, number>;
};

/** The schema of a `PriceLine`, for the output of a tool. */
export const priceLine = z.object({
  market: z.string(),
  name: z.string(),
  of: z.string().optional(),
  point: z.number().optional(),
  prices: z.record(z.string(), z.number()),
});

type Time = string | number | null;

/** Bets, and when their prices were fetched. */
export type PriceLines = {
  readonly lines: readonly PriceLine[];
  /** The fetch times of the prices of a line. */
  readonly timesOf: (line: PriceLine) => readonly Time[];
};

type Quote = Omit<PriceLine, "prices"> & { readonly book: string; readonly price: number; readonly at: Time };

/** Collects the quotes of one game by bet. */
export const createLines = (): PriceLines & { readonly add: (quote: Quote) => void } => {
  const byKey = new Map<string, PriceLine>();
  const lines: PriceLine[] = [];
  const times = new Map<PriceLine, Time[]>();
  return {
    lines,
    timesOf: (line) => times.get(line) ?? [],
    add: ({ market, name, of, point, book, price, at }) => {
      // No name has a NUL, so the parts of a key cannot run into each other. JSON as the key would take half of the time of this function.
      const key = `${market}\0${of ?? ""}\0${point ?? ""}\0${name}`;
      let line = byKey.get(key);
      if (line === undefined) {
        const prices = Object.create(null) as Record<string, number>;
        line = {
          market,
          name,
          ...(of !== undefined && { of }),
          ...(point !== undefined && { point }),
          prices,
        };
        byKey.set(key, line);
        lines.push(line);
        times.set(line, []);
      }
      Object.assign(line.prices, { [book]: price });
      times.get(line)?.push(at);
    },
  };
};

/** The bets of a game; those that most books quote come first within their market. */
export const linesOf = (fixture: FixtureOdds): PriceLines => {
  const { add, lines, timesOf } = createLines();
  for (const book of fixture.bookmakers)
    for (const market of book.markets)
      for (const { name, description, point, price } of market.outcomes)
        add({
          market: market.key,
          name,
          book: book.key,
          price,
          at: market.last_update,
          ...(description !== undefined && { of: description }),
          ...(point !== undefined && { point }),
        });
  return { lines: bestSupportedFirst(lines), timesOf };
};

/** Both sides of a line have the same key. */
const lineKey = ({ market, of, point }: PriceLine): string =>
  JSON.stringify([market, of, point === undefined ? undefined : Math.abs(point)]);

/** Puts the lines that most books quote first within their market, with both sides together. */
const bestSupportedFirst = (lines: readonly PriceLine[]): PriceLine[] => {
  const markets = new Map<string, number>();
  const groups = new Map<string, { readonly lines: PriceLine[]; readonly market: number; books: number }>();
  for (const line of lines) {
    if (!markets.has(line.market)) markets.set(line.market, markets.size);
    const key = lineKey(line);
    const group = groups.get(key) ?? { lines: [], market: markets.get(line.market) ?? 0, books: 0 };
    groups.set(key, group);
    group.lines.push(line);
    group.books = Math.max(group.books, Object.keys(line.prices).length);
  }
  return [...groups.values()]
    .sort((a, b) => a.market - b.market || b.books - a.books)
    .flatMap((group) => group.lines);
};

/** The highest price of a line and a book that quotes it, for a summary. */
export const bestOf = ({ market, name, of, point, prices }: PriceLine): string => {
  const [book, price] = Object.entries(prices).reduce(
    (best, quote) => (quote[1] > best[1] ? quote : best),
    ["", Number.NEGATIVE_INFINITY],
  );
  const subject = of === undefined ? "" : `${shownText(of)} `;
  return `${market} ${subject}${shownText(name)}${shownPoint(market, point)}: best ${shownPrice(price)} at ${book}, of ${Object.keys(prices).length} books`;
};
