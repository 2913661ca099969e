/** `iso`: ISO-8601 in UTC, ending in Z. `unix`: whole seconds. */
export type DateFormat = "iso" | "unix";
export type OddsFormat = "american" | "decimal";

/** A time in the format that `dateFormat` asks for. */
export type Timestamp<D extends DateFormat = "iso"> = D extends "unix" ? number : string;

/**
 * A price in the format that `oddsFormat` asks for. At runtime it is a plain number. The optional field never exists: it keeps the compiler
 * from mixing American and decimal prices.
 */
export type Price<O extends OddsFormat = "american"> = number & { readonly __oddsFormat?: O };
