import type { MarketShape } from "@/server/domain/catalogue/market-family";
import type { Outcome } from "@/server/domain/prices/outcome";
import type { UntrustedObject } from "@/server/ingest/feeds/untrusted";

const isHandicap = ({ sides, point }: MarketShape): boolean => point === "required" && sides.includes("home");

// A template string writes -0 as 0, so a handicap of 0 has the same key for both teams.
const identify = (point: number | undefined, team?: string, player?: string): string =>
  `${point ?? ""}|${team ?? ""}|${player ?? ""}`;

/** Returns the key of an outcome's line. On a handicap line, away's point is the negative of home's, so the key has home's point. */
export const lineOf = ({ side, point, team, player }: Outcome, shape: MarketShape): string => {
  const ofHome = point !== undefined && isHandicap(shape) && side === "away" ? -point : point;
  return identify(ofHome, team, player);
};

/**
 * For an outcome that does not belong to the market, such as a draw in a spread: returns the keys of the lines that the outcome may be on.
 * Null if the outcome lacks the point, team or player that identifies a line of the market. It may then be on any line.
 */
export const linesNear = ({ point, team, player }: UntrustedObject, shape: MarketShape): string[] | null => {
  if (shape.point === "required" && (typeof point !== "number" || !Number.isFinite(point))) return null;
  const ownPoint = shape.point === "required" ? Number(point) : undefined;
  const ownTeam = shape.subject === "team" && (team === "home" || team === "away") ? team : undefined;
  const ownPlayer = shape.subject === "player" && typeof player === "string" ? player.trim() : undefined;
  const lacksSubject = shape.subject !== "none" && (ownTeam ?? ownPlayer) === undefined;
  if (lacksSubject) return null;
  const points = ownPoint !== undefined && isHandicap(shape) ? [ownPoint, -ownPoint] : [ownPoint];
  return points.map((point) => identify(point, ownTeam, ownPlayer));
};
