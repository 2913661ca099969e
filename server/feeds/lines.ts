import type { MarketShape } from "@/server/catalogue/markets";
import type { UntrustedObject } from "@/server/feeds/untrusted";
import type { Outcome } from "@/server/prices/outcome";

const isHandicap = ({ sides, point }: MarketShape): boolean => point === "required" && sides.includes("home");

// Zero is one point, whichever team it is seen from: a template writes -0 as 0.
const identify = (point: number | undefined, team?: string, player?: string): string =>
  `${point ?? ""}|${team ?? ""}|${player ?? ""}`;

/**
 * The line that an outcome is a bet on. The sides of a line exclude each other and one of them wins: a handicap's are home at a point
 * and away at its negative, others' share their point, team and player. A market without points, teams and players is one line.
 */
export const lineOf = ({ side, point, team, player }: Outcome, shape: MarketShape): string => {
  const ofHome = point !== undefined && isHandicap(shape) && side === "away" ? -point : point;
  return identify(ofHome, team, player);
};

/** The lines that an outcome which does not belong to its market may stand on; null where it may be any of them. */
export const linesNear = ({ point, team, player }: UntrustedObject, shape: MarketShape): string[] | null => {
  if (shape.point === "required" && (typeof point !== "number" || !Number.isFinite(point))) return null;
  const ownPoint = shape.point === "required" ? Number(point) : undefined;
  const ownTeam = shape.subject === "team" && (team === "home" || team === "away") ? team : undefined;
  const ownPlayer = shape.subject === "player" && typeof player === "string" ? player.trim() : undefined;
  const isOfNobody = shape.subject !== "none" && (ownTeam ?? ownPlayer) === undefined;
  if (isOfNobody) return null;
  const points = ownPoint !== undefined && isHandicap(shape) ? [ownPoint, -ownPoint] : [ownPoint];
  return points.map((one) => identify(one, ownTeam, ownPlayer));
};
