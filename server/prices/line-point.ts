import type { Side } from "@/server/catalogue/sides";

/** The point that identifies a line: away +3.5 and home -3.5 are the line -3.5. Undefined if the market has no lines. */
export const linePoint = ({
  side,
  point,
}: {
  readonly side: Side;
  readonly point?: number | undefined;
}): number | undefined => (point === undefined ? undefined : sidePoint(side, point));

/** The point of a side on a line. The same function converts back. It uses `0 - x` instead of `-x`, because -0 would be shown as "-0". */
export const sidePoint = (side: Side, linePoint: number): number =>
  side === "away" ? 0 - linePoint : linePoint;
