/** A price in the one notation that its source gave. Converted only when read. */
export type Price =
  | { readonly american: number }
  | { readonly decimal: number }
  | { readonly probability: number };

/** How a price is written on the wire (`oddsFormat`). */
export type OddsFormat = "american" | "decimal";
