import { type MarketRole, periods } from "@/server/domain/catalogue/market-family";
import type { Market } from "@/server/domain/catalogue/markets";

const roleRank: Readonly<Record<MarketRole, number>> = { main: 0, other: 1, prop: 2 };
const familyRank: ReadonlyMap<string, number> = new Map(
  [
    "h2h",
    "spreads",
    "totals",
    "h2h_3_way",
    "alternate_spreads",
    "alternate_totals",
    "team_totals",
    "alternate_team_totals",
  ].map((family, rank) => [family, rank]),
);
const unranked = familyRank.size;

/** Orders markets for display. */
export const byDisplayOrder = (a: Market, b: Market): number =>
  roleRank[a.role] - roleRank[b.role] ||
  periods.indexOf(a.period) - periods.indexOf(b.period) ||
  (familyRank.get(a.family) ?? unranked) - (familyRank.get(b.family) ?? unranked) ||
  a.description.localeCompare(b.description);
