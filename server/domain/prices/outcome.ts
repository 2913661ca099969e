import type { Side } from "@/server/domain/catalogue/sides";
import type { Price } from "@/server/domain/prices/price";

/**
 * How much can be bet at a price. `kind` is `posted_limit`, `resting_depth` or `contracts` today; the list may grow.
 * `amount` is in the book's own currency, or in contracts.
 */
export type Size = { readonly kind: string; readonly amount: number };

/** An outcome of a market with its price, in the service's internal form. */
export type Outcome = {
  readonly side: Side;
  readonly price: Price;
  /** The points of a spread or total; absent if the market has none. */
  readonly point?: number;
  /** Team totals only: the team that the total belongs to. */
  readonly team?: "home" | "away";
  /** Player props only. */
  readonly player?: string;
  readonly size?: Size;
};
