import type { MarketShape } from "@/server/domain/catalogue/market-family";
import { type Side, sides } from "@/server/domain/catalogue/sides";
import type { Outcome, Size } from "@/server/domain/prices/outcome";
import type { Price } from "@/server/domain/prices/price";
import { linesNear } from "@/server/ingest/feeds/lines";
import type { RejectionReason } from "@/server/ingest/feeds/rejection-reasons";
import type { RejectionDetail } from "@/server/ingest/feeds/rejection-tally";
import { isAbsent, isObject, readText, shown, type UntrustedObject } from "@/server/ingest/feeds/untrusted";

const notations = ["american", "decimal", "probability"] as const;

/** Larger numbers are not prices: real decimal prices run from 1.01 to 1001. */
const maxPrice = 1_000_000;
const minProbability = 1 / maxPrice;
const maxPoint = 10_000;
const maxNameLength = 100;
/** The longest recorded name has 19 characters and 3 words. A team behind a name adds up to 30 characters and 5 words. */
const maxPlayerLength = 60;
const maxPlayerWords = 10;
const sizeKind = /^[a-z][a-z0-9_]{0,39}$/;

type Checked<T> = { readonly value: T } | RejectionDetail;

const rejection = (reason: RejectionReason, detail: string): RejectionDetail => ({ reason, detail });
const isRejection = <T>(checked: Checked<T>): checked is RejectionDetail => "reason" in checked;

const inRange: Readonly<Record<(typeof notations)[number], (price: number) => boolean>> = {
  american: (price) => Number.isInteger(price) && Math.abs(price) >= 100 && Math.abs(price) <= maxPrice,
  decimal: (price) => price >= 1 + minProbability && price <= maxPrice,
  probability: (price) => price >= minProbability && price <= 1 - minProbability,
};

const checkPrice = (outcome: UntrustedObject): Checked<Price> => {
  const stated = notations.filter((notation) => outcome[notation] !== undefined);
  const given = stated.length > 1 ? stated.filter((notation) => outcome[notation] !== null) : stated;
  const [notation] = given;
  if (notation === undefined || given.length > 1)
    return rejection("malformed_outcome", `needs exactly one of ${notations.join(", ")}`);
  const price = outcome[notation];
  if (typeof price !== "number" || !Number.isFinite(price))
    return rejection("price_not_finite", `${notation} ${shown(price)}`);
  if (!inRange[notation](price)) return rejection("price_out_of_range", `${notation} ${price}`);
  return { value: { [notation]: price } as Price };
};

const none: Checked<undefined> = { value: undefined };

const checkPoint = (point: unknown): Checked<number> => {
  if (isAbsent(point)) return rejection("point_missing", "no point");
  if (typeof point !== "number" || !Number.isFinite(point))
    return rejection("point_not_finite", `point ${shown(point)}`);
  if (Math.abs(point) > maxPoint) return rejection("point_out_of_range", `point ${point}`);
  // A negated pick'em line is -0. Adding zero turns it into 0.
  return { value: point + 0 };
};

const checkTeam = (team: unknown): Checked<"home" | "away"> => {
  if (isAbsent(team)) return rejection("team_missing", "no team");
  return team === "home" || team === "away"
    ? { value: team }
    : rejection("malformed_outcome", `team ${shown(team)}`);
};

const checkPlayer = (player: unknown): Checked<string> => {
  if (isAbsent(player) || (typeof player === "string" && player.trim() === ""))
    return rejection("player_missing", "no player");
  const name = readText(player, maxNameLength);
  if (name === null) return rejection("malformed_outcome", `player ${shown(player)}`);
  return name.length > maxPlayerLength || name.split(/[\s\p{P}]+/u).length > maxPlayerWords
    ? rejection("player_name_too_long", `player ${shown(player)}`)
    : { value: name };
};

const checkSize = (size: unknown): Checked<Size | undefined> => {
  if (isAbsent(size)) return { value: undefined };
  if (!isObject(size)) return rejection("malformed_outcome", `size ${shown(size)}`);
  const { kind, amount } = size;
  if (typeof kind !== "string" || !sizeKind.test(kind))
    return rejection("malformed_outcome", `size kind ${shown(kind)}`);
  if (typeof amount !== "number" || !Number.isFinite(amount) || amount < 0)
    return rejection("malformed_outcome", `size amount ${shown(amount)}`);
  return { value: { kind, amount: amount + 0 } };
};

/** The side of the outcome. Rejects an outcome that does not belong to the market. */
const checkSide = (
  outcome: UntrustedObject,
  { point, subject }: MarketShape,
  allowed: readonly Side[],
): Checked<Side> => {
  const side = sides.find((each) => each === outcome.side);
  if (side === undefined) return rejection("malformed_outcome", `side ${shown(outcome.side)}`);
  if (!allowed.includes(side)) return rejection("side_not_allowed", `side ${side}`);
  if (point === "none" && !isAbsent(outcome.point))
    return rejection("point_not_allowed", `point ${shown(outcome.point)}`);
  if (subject !== "team" && !isAbsent(outcome.team))
    return rejection("team_not_allowed", `team ${shown(outcome.team)}`);
  if (subject !== "player" && !isAbsent(outcome.player))
    return rejection("player_not_allowed", `player ${shown(outcome.player)}`);
  return { value: side };
};

const checkRest = (outcome: UntrustedObject, side: Side, shape: MarketShape): Checked<Outcome> => {
  const price = checkPrice(outcome);
  if (isRejection(price)) return price;
  const point: Checked<number | undefined> = shape.point === "required" ? checkPoint(outcome.point) : none;
  if (isRejection(point)) return point;
  const team: Checked<"home" | "away" | undefined> =
    shape.subject === "team" ? checkTeam(outcome.team) : none;
  if (isRejection(team)) return team;
  const player: Checked<string | undefined> = shape.subject === "player" ? checkPlayer(outcome.player) : none;
  if (isRejection(player)) return player;
  const size = checkSize(outcome.size);
  if (isRejection(size)) return size;
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

/** Why an outcome was rejected. */
export type RejectedOutcome = RejectionDetail & {
  /**
   * The keys of the lines that are rejected together with the outcome:
   * - If the outcome is not an object, or if it belongs to the market but has an unusable price or other value, the list is empty.
   * - If the outcome does not belong to the market (such as a draw in a spread), the list has the lines that the outcome may be on,
   *   according to its point, team and player.
   * - If such an outcome states no line, the list is null: all lines of the market are rejected.
   */
  readonly rejectedLines: readonly string[] | null;
};

export type CheckedOutcome = { readonly value: Outcome } | RejectedOutcome;

/**
 * Checks one outcome of a snapshot, independently of the others.
 * @param allowed the sides of the market in this sport.
 */
export const checkOutcome = (
  outcome: unknown,
  shape: MarketShape,
  allowed: readonly Side[],
): CheckedOutcome => {
  if (!isObject(outcome))
    return { ...rejection("malformed_outcome", `outcome ${shown(outcome)}`), rejectedLines: [] };
  const side = checkSide(outcome, shape, allowed);
  if (isRejection(side)) return { ...side, rejectedLines: linesNear(outcome, shape) };
  const checked = checkRest(outcome, side.value, shape);
  return isRejection(checked) ? { ...checked, rejectedLines: [] } : checked;
};
