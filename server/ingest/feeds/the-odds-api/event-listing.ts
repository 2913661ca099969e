/** One price of the source, from its JSON or CSV format. */
export type SourceQuote = {
  readonly name: string;
  /** The player or team that the price is about, if the market has one; else "". */
  readonly description: string;
  /** NaN if the source has no number. */
  readonly price: number;
  readonly point: number | undefined;
  readonly betLimit: number | undefined;
};

export type SourceMarket = {
  /** The source's own key. */
  readonly key: string;
  readonly lastUpdate: string | null;
  readonly quotes: readonly SourceQuote[];
  /** Whether a part of the market could not be read. `quotes` lacks this part. */
  readonly isDamaged?: boolean;
};

/** One event at one book, as the source lists it. Missing texts are "". */
export type EventListing = {
  /** The Odds API's own id of the event. */
  readonly id: string | undefined;
  /** The book's own id of the event (`sid`) and its link to the event, if the source states them. */
  readonly bookEventId?: string | undefined;
  readonly link?: string | undefined;
  readonly sport: string;
  readonly commenceTime: string;
  readonly home: string;
  readonly away: string;
  readonly book: string;
  readonly bookTitle: string | undefined;
  readonly lastUpdate: string | null;
  /** Undefined if the source does not state when the listing was recorded. */
  readonly recordedAt: string | undefined;
  readonly markets: readonly SourceMarket[];
};
