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

/** The bets of a game, in the order in which books list them, and the fetch times of all prices. */
export const linesOf = (
  fixture: FixtureOdds,
): { readonly lines: PriceLine[]; readonly times: (string | number | null)[] } => {
  // No name has a NUL, so the parts of a key cannot run into each other. JSON as the key would take half of the time of this function.
  const lines = new Map<string, PriceLine>();
  const times: (string | number | null)[] = [];
  for (const book of fixture.bookmakers)
    for (const market of book.markets) {
      times.push(market.last_update);
      for (const { name, description, point, price } of market.outcomes) {
        const key = `${market.key}\0${description ?? ""}\0${point ?? ""}\0${name}`;
        const line = lines.get(key) ?? {
          market: market.key,
          name,
          ...(description !== undefined && { of: description }),
          ...(point !== undefined && { point }),
          prices: Object.create(null) as Record<string, number>,
        };
        lines.set(key, line);
        Object.assign(line.prices, { [book.key]: price });
      }
    }
  return { lines: bestSupportedFirst([...lines.values()]), times };
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
