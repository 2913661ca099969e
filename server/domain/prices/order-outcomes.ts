import { sides } from "@/server/domain/catalogue/sides";
import type { Outcome } from "@/server/domain/prices/outcome";

const sideRank = new Map(sides.map((side, rank) => [side, rank]));

const rankOf = ({ side }: Outcome): number => sideRank.get(side) ?? sides.length;

const compareTexts = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

const compareOutcomes = (a: Outcome, b: Outcome): number => {
  const pointA = a.point ?? Number.NEGATIVE_INFINITY;
  const pointB = b.point ?? Number.NEGATIVE_INFINITY;
  if (pointA !== pointB) return pointA < pointB ? -1 : 1;
  // Teams are compared in reverse, so that "home" comes before "away".
  return (
    rankOf(a) - rankOf(b) ||
    compareTexts(b.team ?? "", a.team ?? "") ||
    compareTexts(a.player ?? "", b.player ?? "")
  );
};

/**
 * Sorts a market's outcomes by point, then side (in the order of `sides`), then team, then player. Equal markets become equal lists, whatever
 * the order at the source.
 */
export const orderOutcomes = (outcomes: readonly Outcome[]): Outcome[] => [...outcomes].sort(compareOutcomes);
