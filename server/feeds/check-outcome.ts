import type { MarketShape } from "@/server/catalogue/markets";
import { linesNear } from "@/server/feeds/lines";
import type { RejectionReason } from "@/server/feeds/rejection-reasons";
import type { RejectionDetail } from "@/server/feeds/rejection-tally";
import { isAbsent, isObject, readText, shown, type UntrustedObject } from "@/server/feeds/untrusted";
import { type Outcome, type Side, type Size, sides } from "@/server/prices/outcome";
import type { Price } from "@/server/prices/price";

const notations = ["american", "decimal", "probability"] as const;

/** Beyond it a number is no price: real ladders end at 1001 decimal, exchanges at 1000, either at 1.01. */
const highestPrice = 1_000_000;
const lowestProbability = 1 / highestPrice;
const furthestPoint = 10_000;
const longestName = 100;
const sizeKind = /^[a-z][a-z0-9_]{0,39}$/;

type Checked<T> = { readonly value: T } | RejectionDetail;

const refuse = (reason: RejectionReason, detail: string): RejectionDetail => ({ reason, detail });
const isRefusal = <T>(checked: Checked<T>): checked is RejectionDetail => "reason" in checked;

const inRange: Readonly<Record<(typeof notations)[number], (price: number) => boolean>> = {
  american: (price) => Number.isInteger(price) && Math.abs(price) >= 100 && Math.abs(price) <= highestPrice,
  decimal: (price) => price >= 1 + lowestProbability && price <= highestPrice,
  probability: (price) => price >= lowestProbability && price <= 1 - lowestProbability,
};

const checkPrice = (outcome: UntrustedObject): Checked<Price> => {
  const stated = notations.filter((notation) => outcome[notation] !== undefined);
  const given = stated.length > 1 ? stated.filter((notation) => outcome[notation] !== null) : stated;
  const [notation] = given;
  if (notation === undefined || given.length > 1)
    return refuse("malformed_outcome", `needs exactly one of ${notations.join(", ")}`);
  const price = outcome[notation];
  if (typeof price !== "number" || !Number.isFinite(price))
    return refuse("price_not_finite", `${notation} ${shown(price)}`);
  if (!inRange[notation](price)) return refuse("price_out_of_range", `${notation} ${price}`);
  return { value: { [notation]: price } as Price };
};

const none: Checked<undefined> = { value: undefined };

const checkPoint = (point: unknown): Checked<number> => {
  if (isAbsent(point)) return refuse("point_missing", "no point");
  if (typeof point !== "number" || !Number.isFinite(point))
    return refuse("point_not_finite", `point ${shown(point)}`);
  if (Math.abs(point) > furthestPoint) return refuse("point_out_of_range", `point ${point}`);
  // Adding zero turns -0, which a negated pick'em line is, into 0.
  return { value: point + 0 };
};

const checkTeam = (team: unknown): Checked<"home" | "away"> => {
  if (isAbsent(team)) return refuse("team_missing", "no team");
  return team === "home" || team === "away"
    ? { value: team }
    : refuse("malformed_outcome", `team ${shown(team)}`);
};

const checkPlayer = (player: unknown): Checked<string> => {
  if (isAbsent(player) || (typeof player === "string" && player.trim() === ""))
    return refuse("player_missing", "no player");
  const name = readText(player, longestName);
  return name === null ? refuse("malformed_outcome", `player ${shown(player)}`) : { value: name };
};

const checkSize = (size: unknown): Checked<Size | undefined> => {
  if (isAbsent(size)) return { value: undefined };
  if (!isObject(size)) return refuse("malformed_outcome", `size ${shown(size)}`);
  const { kind, amount } = size;
  if (typeof kind !== "string" || !sizeKind.test(kind))
    return refuse("malformed_outcome", `size kind ${shown(kind)}`);
  if (typeof amount !== "number" || !Number.isFinite(amount) || amount < 0)
    return refuse("malformed_outcome", `size amount ${shown(amount)}`);
  return { value: { kind, amount: amount + 0 } };
};

/** The side, unless the outcome is a bet of another market than the one that lists it. */
const checkSide = (
  outcome: UntrustedObject,
  { point, subject }: MarketShape,
  allowed: readonly Side[],
): Checked<Side> => {
  const side = sides.find((known) => known === outcome.side);
  if (side === undefined) return refuse("malformed_outcome", `side ${shown(outcome.side)}`);
  if (!allowed.includes(side)) return refuse("side_not_allowed", `side ${side}`);
  if (point === "none" && !isAbsent(outcome.point))
    return refuse("point_not_allowed", `point ${shown(outcome.point)}`);
  if (subject !== "team" && !isAbsent(outcome.team))
    return refuse("team_not_allowed", `team ${shown(outcome.team)}`);
  if (subject !== "player" && !isAbsent(outcome.player))
    return refuse("player_not_allowed", `player ${shown(outcome.player)}`);
  return { value: side };
};

const checkRest = (outcome: UntrustedObject, side: Side, shape: MarketShape): Checked<Outcome> => {
  const price = checkPrice(outcome);
  if (isRefusal(price)) return price;
  const point: Checked<number | undefined> = shape.point === "required" ? checkPoint(outcome.point) : none;
  if (isRefusal(point)) return point;
  const team: Checked<"home" | "away" | undefined> =
    shape.subject === "team" ? checkTeam(outcome.team) : none;
  if (isRefusal(team)) return team;
  const player: Checked<string | undefined> = shape.subject === "player" ? checkPlayer(outcome.player) : none;
  if (isRefusal(player)) return player;
  const size = checkSize(outcome.size);
  if (isRefusal(size)) return size;
  return {
    value: {
      side,
      price: price.value,
      ...(point.value !== undefined && { point: point.value }),
      ...(team.value !== undefined && { team: team.value }),
      ...(player.value !== undefined && { player: player.value }),
      ...(size.value !== undefined && { size: size.value }),
    },
  };
};

/** A price that cannot be used. */
export type RefusedOutcome = RejectionDetail & {
  /**
   * The lines that are none because it stands among their sides; null: all of the market. Empty where the outcome belongs to the
   * market and its price alone is lost.
   */
  readonly spoils: readonly string[] | null;
};

export type CheckedOutcome = { readonly value: Outcome } | RefusedOutcome;

/**
 * Judges one outcome of a snapshot by itself.
 *
 * @param allowed the sides that the market has in this sport.
 */
export const checkOutcome = (
  outcome: unknown,
  shape: MarketShape,
  allowed: readonly Side[],
): CheckedOutcome => {
  if (!isObject(outcome)) return { ...refuse("malformed_outcome", `outcome ${shown(outcome)}`), spoils: [] };
  const side = checkSide(outcome, shape, allowed);
  if (isRefusal(side)) return { ...side, spoils: linesNear(outcome, shape) };
  const checked = checkRest(outcome, side.value, shape);
  return isRefusal(checked) ? { ...checked, spoils: [] } : checked;
};
