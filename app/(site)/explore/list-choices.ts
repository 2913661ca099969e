import type { Board } from "@/server/board/board";
import { isLegalFor, type MarketRole, markets } from "@/server/catalogue/markets";
import { type Sport, sports } from "@/server/catalogue/sports";

export type SportChoice = {
  readonly key: string;
  readonly group: string;
  readonly title: string;
  /** Fixtures that have not started. */
  readonly fixtures: number;
};

export type MarketChoice = { readonly key: string; readonly description: string; readonly role: MarketRole };

/** Sports with upcoming fixtures, most fixtures first. */
export const listSportChoices = (board: Board, now: number): readonly SportChoice[] =>
  sports
    .map(({ key, group, title }) => ({ key, group, title, fixtures: board.upcoming(key, now).length }))
    .filter(({ fixtures }) => fixtures > 0)
    .sort((a, b) => b.fixtures - a.fixtures || a.title.localeCompare(b.title));

const roleRank: Readonly<Record<MarketRole, number>> = { main: 0, other: 1, prop: 2 };

/** The markets of a sport: main markets first, then ladders and other markets, then player props. */
export const listMarketChoices = (sport: Sport): readonly MarketChoice[] =>
  markets
    .filter((market) => isLegalFor(market, sport))
    .map(({ key, description, role }) => ({ key, description, role }))
    .sort((a, b) => roleRank[a.role] - roleRank[b.role]);
