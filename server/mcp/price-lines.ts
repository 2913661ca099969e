import type { z } from "zod";
import type { fixtureOdds } from "@/server/api/response-schemas";
import { shownPoint, shownPrice, shownText } from "@/server/mcp/shown-text";

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

/** The bets of a game, in the order in which books list them, and the fetch times of all prices. */
export const linesOf = (
  fixture: FixtureOdds,
): { readonly lines: PriceLine[]; readonly times: (string | number | null)[] } => {
  const lines = new Map<string, PriceLine>();
  const times: (string | number | null)[] = [];
  for (const book of fixture.bookmakers)
    for (const market of book.markets) {
      times.push(market.last_update);
      for (const { name, description, point, price } of market.outcomes) {
        const key = JSON.stringify([market.key, description, point, name]);
        const line = lines.get(key) ?? {
          market: market.key,
          name,
          ...(description !== undefined && { of: description }),
          ...(point !== undefined && { point }),
          prices: Object.create(null) as Record<string, number>,
        };
        lines.set(key, line);
        line.prices[book.key] = price;
      }
    }
  // The lines that most books quote come first within a market.
  const markets = [...new Set([...lines.values()].map(({ market }) => market))];
  const support = (line: PriceLine): number => Object.keys(line.prices).length;
  const order = new Map([...lines.values()].map((line) => [line, pairSupport(lines, line, support)]));
  const sorted = markets.flatMap((market) =>
    [...lines.values()]
      .filter((line) => line.market === market)
      .sort((a, b) => (order.get(b) ?? 0) - (order.get(a) ?? 0)),
  );
  return { lines: sorted, times };
};

/** How many books quote the line or its other side, so that both sides stay together. */
const pairSupport = (
  lines: ReadonlyMap<string, PriceLine>,
  line: PriceLine,
  support: (line: PriceLine) => number,
): number => {
  if (line.point === undefined) return support(line);
  const others = [...lines.values()].filter(
    (other) =>
      other.market === line.market &&
      other.of === line.of &&
      (other.point === line.point || other.point === -(line.point ?? 0)),
  );
  return Math.max(...others.map(support));
};

const signedMarket = /^(?:alternate_)?spreads/;

/** The highest price of a line and a book that quotes it, for a summary. */
export const bestOf = ({ market, name, of, point, prices }: PriceLine): string => {
  const [book, price] = Object.entries(prices).reduce(
    (best, quote) => (quote[1] > best[1] ? quote : best),
    ["", Number.NEGATIVE_INFINITY],
  );
  const subject = of === undefined ? "" : `${shownText(of)} `;
  return `${market} ${subject}${shownText(name)}${shownPoint(point, signedMarket.test(market))}: best ${shownPrice(price)} at ${book}, of ${Object.keys(prices).length} books`;
};

/** A game for a summary: both teams, start and id. */
export const shownGame = ({
  home_team,
  away_team,
  commence_time,
}: Pick<FixtureOdds, "home_team" | "away_team" | "commence_time">): string =>
  `${shownText(away_team)} at ${shownText(home_team)}, ${commence_time}`;
