import type { Side } from "@/server/domain/catalogue/sides";

/** The point that identifies a line: away +3.5 and home -3.5 are the line -3.5. Undefined in a market without points. */
export const linePoint = ({
  side,
  point,
}: {
  readonly side: Side;
  readonly point?: number | undefined;
}): number | undefined => (point === undefined ? undefined : sidePoint(side, point));

/**
 * Converts the point of a line to the point of one of its sides. The same function converts a side's point to the point of its line.
 * `0 - linePoint` avoids the result -0 for a line of 0.
 */
export const sidePoint = (side: Side, linePoint: number): number =>
  side === "away" ? 0 - linePoint : linePoint;
