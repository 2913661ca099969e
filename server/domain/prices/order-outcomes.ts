import { sides } from "@/server/domain/catalogue/sides";
import { compare } from "@/server/domain/collections";
import type { Outcome } from "@/server/domain/prices/outcome";

const sideRank = new Map(sides.map((side, rank) => [side, rank]));

const rankOf = ({ side }: Outcome): number => sideRank.get(side) ?? sides.length;

const compareOutcomes = (a: Outcome, b: Outcome): number => {
  const ofPoints = compare(a.point ?? Number.NEGATIVE_INFINITY, b.point ?? Number.NEGATIVE_INFINITY);
  // Teams are compared in reverse, so that "home" comes before "away".
  return (
    ofPoints ||
    rankOf(a) - rankOf(b) ||
    compare(b.team ?? "", a.team ?? "") ||
    compare(a.player ?? "", b.player ?? "")
  );
};

/**
 * Sorts a market's outcomes by point, then side (in the order of `sides`), then team, then player. Equal markets become equal lists, whatever
 * the order at the source.
 */
export const orderOutcomes = (outcomes: readonly Outcome[]): Outcome[] => [...outcomes].sort(compareOutcomes);
