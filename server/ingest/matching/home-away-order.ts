import type { FixtureIndex } from "@/server/ingest/matching/fixture-index";
import type { HomeAwayOrder, MatchupEvent } from "@/server/ingest/matching/matchup";

const noOrder: HomeAwayOrder = { kept: 0, reversed: 0 };

/** The `HomeAwayOrder` of each pair of teams. Counts only events that start within `sameMs` of a known fixture of the pair. */
export const homeAwayOrders = (
  pairs: ReadonlyMap<string, readonly MatchupEvent[]>,
  fixtures: FixtureIndex,
  sameMs: number,
): ReadonlyMap<string, HomeAwayOrder> => {
  const orders = new Map<string, HomeAwayOrder>();
  for (const [key, events] of pairs)
    for (const { home, away, start } of events) {
      const fixture = fixtures
        .ofPair(home, away)
        .find(({ commenceTime }) => Math.abs(commenceTime - start) <= sameMs);
      if (fixture === undefined) continue;
      const { kept, reversed } = orders.get(key) ?? noOrder;
      const isKept = fixture.homeTeam === home;
      orders.set(key, { kept: kept + (isKept ? 1 : 0), reversed: reversed + (isKept ? 0 : 1) });
    }
  return orders;
};

/** The counts of all pairs except `pair`, added up. */
export const homeAwayOrderElsewhere = (
  orders: ReadonlyMap<string, HomeAwayOrder>,
  pair: string,
): HomeAwayOrder => {
  let [kept, reversed] = [0, 0];
  for (const [key, order] of orders) {
    if (key === pair) continue;
    kept += order.kept;
    reversed += order.reversed;
  }
  return { kept, reversed };
};
