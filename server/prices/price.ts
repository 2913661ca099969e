/** A price as its source gave it: exactly one notation. It is converted only when it is read. */
export type Price =
  | { readonly american: number }
  | { readonly decimal: number }
  | { readonly probability: number };

/** How a price is written on the wire (`oddsFormat`). */
export type OddsFormat = "american" | "decimal";
