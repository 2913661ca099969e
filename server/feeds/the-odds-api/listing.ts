/** One price as the source gives it, in a vocabulary common to its JSON and CSV forms. */
export type ListedQuote = {
  readonly name: string;
  /** The player or team that the price is about, where the market is about one; "" otherwise. */
  readonly description: string;
  /** NaN where the source has no number. */
  readonly price: number;
  readonly point: number | undefined;
  readonly betLimit: number | undefined;
};

export type ListedMarket = {
  /** The source's own key. */
  readonly key: string;
  readonly lastUpdate: string | null;
  readonly quotes: readonly ListedQuote[];
  /** Something stands in it beside the quotes. */
  readonly isDamaged?: boolean;
};

/** What the source lists for one event at one book. Missing texts are "". */
export type Listing = {
  readonly id: string | undefined;
  readonly sport: string;
  readonly commenceTime: string;
  readonly home: string;
  readonly away: string;
  readonly book: string;
  readonly bookTitle: string | undefined;
  readonly lastUpdate: string | null;
  /** Where the source states when the recording was made. */
  readonly recordedAt: string | undefined;
  readonly markets: readonly ListedMarket[];
};
