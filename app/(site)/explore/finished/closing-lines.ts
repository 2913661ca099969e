import type { z } from "zod";
import { groupLines, type PriceLine, sidesIn } from "@/app/(site)/explore/game/price-lines";
import type { Side } from "@/server/domain/catalogue/sides";
import type { MarketQuote } from "@/server/market/board/quote-markets";
import type { fixtureEdge } from "@/server/web/api/response-schemas";

export type ClosingEdge = z.infer<typeof fixtureEdge>;

export type ClosingLines = {
  readonly lines: readonly PriceLine[];
  readonly sides: readonly Side[];
  /** Book -> its title. */
  readonly titles: ReadonlyMap<string, string>;
  /** Book -> when its last price was recorded (ms). */
  readonly recordedAt: ReadonlyMap<string, number>;
};

const namedSides: ReadonlyMap<string, Side> = new Map([
  ["Draw", "draw"],
  ["Over", "over"],
  ["Under", "under"],
  ["Yes", "yes"],
  ["No", "no"],
]);

/** The closing prices of a market, grouped by line as current prices are. */
export const closingLines = (edge: ClosingEdge, market: string): ClosingLines => {
  const sideOf = (name: string): Side | undefined =>
    name === edge.home_team ? "home" : name === edge.away_team ? "away" : namedSides.get(name);
  const recordedAt = new Map<string, number>();
  const titles = new Map<string, string>();
  const quotes = edge.bookmakers.flatMap(({ key, title, markets }): readonly MarketQuote[] => {
    const recorded = markets.find((each) => each.key === market);
    if (recorded === undefined || recorded.outcomes.length === 0) return [];
    recordedAt.set(key, Date.parse(String(recorded.recorded_at)));
    titles.set(key, title);
    const outcomes = recorded.outcomes.flatMap(({ name, description, price, point }) => {
      const side = sideOf(name);
      if (side === undefined) return [];
      return [
        {
          side,
          price: { decimal: price },
          ...(point !== undefined && { point }),
          ...(description !== undefined && { subject: description }),
        },
      ];
    });
    return [{ book: key, market, updatedAt: null, leavesAt: 0, lifeMs: 0, outcomes }];
  });
  return { lines: groupLines(quotes), sides: sidesIn(quotes), titles, recordedAt };
};
