import type { Side } from "@/server/domain/catalogue/sides";
import type { SportGroup } from "@/server/domain/catalogue/sports";

/** `f5` is baseball's first five innings. */
export const periods = ["full", "h1", "h2", "q1", "q2", "q3", "q4", "f5"] as const;

export type Period = (typeof periods)[number];

/** `main`: served for a whole sport at once. `other`: ladders, team totals and similar. `prop`: about one player. */
export type MarketRole = "main" | "other" | "prop";

export type MarketShape = {
  readonly sides: readonly Side[];
  /** Whether the draw is a third side in sports with a draw. */
  readonly addsDraw?: boolean;
  readonly point: "required" | "none";
  /** The team or player that an outcome names in addition to its side. */
  readonly subject: "none" | "team" | "player";
};

export type Availability = { readonly group: SportGroup; readonly periods: readonly Period[] };

/** In which sports of its groups a market is offered: in all, in those with a draw, or in those without. */
export type DrawCondition = "any" | "with_draw" | "without_draw";

/** A family of markets and where it is offered. */
export type Family = {
  readonly family: string;
  readonly description: string;
  readonly role: MarketRole;
  readonly shape: MarketShape;
  readonly availability: readonly Availability[];
  readonly drawCondition?: DrawCondition;
  /** Whether all sides are needed to know which bet a price means. If a side is missing, the other sides are rejected. */
  readonly needsAllSides?: boolean;
};
