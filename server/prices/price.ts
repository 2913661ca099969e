/** A price in its source's notation. It is converted only when it is read. */
export type Price =
  | { readonly american: number }
  | { readonly decimal: number }
  | { readonly probability: number };

/** The notation of prices in a response (`oddsFormat`). */
export type OddsFormat = "american" | "decimal";
