/** A price in its source's notation. The service stores this notation, and converts a price only where another notation is needed. */
export type Price =
  | { readonly american: number }
  | { readonly decimal: number }
  | { readonly probability: number };

/** The notation of prices in a response (`oddsFormat`). */
export type OddsFormat = "american" | "decimal";
