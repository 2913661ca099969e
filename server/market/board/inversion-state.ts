import type { Book } from "@/server/domain/catalogue/books";
import type { Sport } from "@/server/domain/catalogue/sports";
import { priceLifeMs } from "@/server/domain/prices/freshness";
import { judgeSides } from "@/server/domain/prices/inverted/judge-sides";
import { readSides, type SidesQuote, type SidesReading } from "@/server/domain/prices/inverted/read-sides";
import { nextSidesState, type SidesState } from "@/server/domain/prices/inverted/sides-state";
import type { BoardMarket, OwnStart } from "@/server/market/board/board";
import type { CheckRow, WithheldRow } from "@/server/market/board/load-changes";

type InversionMarkets = { readonly [key in keyof SidesQuote]: BoardMarket | undefined };

/** What the board keeps for each book of a fixture, to detect an inverted book. */
export type InversionState = {
  /** The markets that show which side the book favours, as they were last checked. */
  markets: InversionMarkets;
  /** The prices that were read last. A market that was not fresh enough at that time is undefined. */
  quote: SidesQuote;
  /** How far `quote` favours one side. */
  reading: SidesReading | undefined;
  /** The reading that was judged last. Undefined if there was no reading, or if the book has to be judged again. */
  judgedBy: SidesReading | undefined;
  /** The book's source when it was judged last. */
  judgedSource: string;
  state: SidesState;
  /** Recording time (ms) of the check that last ended a withheld period. */
  servedFrom: number;
};

export type JudgedBook = {
  readonly key: string;
  readonly check: CheckRow | undefined;
  readonly ownStart: OwnStart | undefined;
  readonly inversion: InversionState;
};

/** A decision to withhold a book (`until` is null) or to serve it again. Both times are recording times in ms. */
export type WithheldPeriod = Pick<WithheldRow, "since" | "until">;

export const noInversion = (): InversionState => ({
  markets: {},
  quote: {},
  reading: undefined,
  judgedBy: undefined,
  judgedSource: "",
  state: null,
  servedFrom: 0,
});

export const inversionMarkets = (markets: ReadonlyMap<string, BoardMarket>): InversionMarkets => ({
  h2h: markets.get("h2h"),
  h2h_3_way: markets.get("h2h_3_way"),
  spreads: markets.get("spreads"),
});

const checkedAt = (market: BoardMarket | undefined): number => market?.checkedAt ?? Number.NEGATIVE_INFINITY;

const newestCheck = (books: ReadonlyMap<string, JudgedBook>): number => {
  let newest = Number.NEGATIVE_INFINITY;
  for (const { inversion } of books.values()) {
    const { h2h, h2h_3_way, spreads } = inversion.markets;
    newest = Math.max(newest, checkedAt(h2h), checkedAt(h2h_3_way), checkedAt(spreads));
  }
  return newest;
};

/** Reads the markets that were checked at `oldest` or later. Returns the same object until these markets change. */
const readBook = (inversion: InversionState, oldest: number, sport: Sport): SidesReading | undefined => {
  const { markets, quote } = inversion;
  const h2h = checkedAt(markets.h2h) >= oldest ? markets.h2h?.outcomes : undefined;
  const h2h_3_way = checkedAt(markets.h2h_3_way) >= oldest ? markets.h2h_3_way?.outcomes : undefined;
  const spreads = checkedAt(markets.spreads) >= oldest ? markets.spreads?.outcomes : undefined;
  if (h2h === quote.h2h && h2h_3_way === quote.h2h_3_way && spreads === quote.spreads)
    return inversion.reading;
  inversion.quote = { h2h, h2h_3_way, spreads };
  const isEmpty = h2h === undefined && h2h_3_way === undefined && spreads === undefined;
  inversion.reading = isEmpty ? undefined : readSides(inversion.quote, sport);
  return inversion.reading;
};

const applyVerdict = (
  { check, inversion }: JudgedBook,
  verdict: Parameters<typeof nextSidesState>[1],
): WithheldPeriod | undefined => {
  const before = inversion.state;
  const recordedAt = check?.recorded ?? 0;
  inversion.state = nextSidesState(before, verdict, recordedAt);
  if (before === null && inversion.state !== null) return { since: inversion.state.since, until: null };
  if (before === null || inversion.state !== null) return undefined;
  inversion.servedFrom = Math.max(inversion.servedFrom, recordedAt);
  return { since: before.since, until: recordedAt };
};

/**
 * Judges the books of a fixture by the markets that were fresh at the fixture's newest check. The current time has no influence, so all
 * instances reach the same result from the same data. If no reading and no source has changed, only the withheld books are judged. Each of their checks
 * counts, even with unchanged prices: after two checks that agree with the other books, a withheld book is served again.
 */
export const judgeBooks = (
  books: ReadonlyMap<string, JudgedBook>,
  sport: Sport,
  findBook: (key: string) => Book | undefined,
): ReadonlyMap<string, WithheldPeriod> => {
  const newest = newestCheck(books);
  const withheld: string[] = [];
  let isSame = true;
  for (const book of books.values()) {
    const { inversion } = book;
    const lifeMs = priceLifeMs(findBook(book.key)?.updateIntervalSeconds ?? null);
    // A book may quote in-play prices after the start that the book states.
    const isComparable = book.ownStart === undefined || book.ownStart.start > newest;
    const reading = isComparable ? readBook(inversion, newest - lifeMs, sport) : undefined;
    const source = book.check?.source ?? book.key;
    if (reading !== inversion.judgedBy || source !== inversion.judgedSource) isSame = false;
    inversion.judgedBy = reading;
    inversion.judgedSource = source;
    if (inversion.state !== null && reading !== undefined) withheld.push(book.key);
  }
  const decisions = new Map<string, WithheldPeriod>();
  if (isSame && withheld.length === 0) return decisions;
  const readings = new Map<string, SidesReading>();
  for (const { key, inversion } of books.values())
    if (inversion.judgedBy !== undefined) readings.set(key, inversion.judgedBy);
  const sourceOf = (key: string): string => books.get(key)?.inversion.judgedSource ?? key;
  for (const [key, verdict] of judgeSides(readings, sourceOf, isSame ? withheld : readings.keys())) {
    const book = books.get(key);
    const decision = book && applyVerdict(book, verdict);
    if (decision !== undefined) decisions.set(key, decision);
  }
  return decisions;
};

/**
 * Adopts a withheld period that an instance has stored in the database. Adopting the same period twice has no further effect.
 * @returns the decision that this board makes because of the period, if any.
 */
export const adoptWithheldPeriod = (
  inversion: InversionState,
  { since, until }: WithheldPeriod,
): WithheldPeriod | undefined => {
  if (until === null) {
    // The check at `servedFrom` ended a withheld period. If the adopted period began before this check, the check ends the adopted period
    // too. This case can occur if two instances store decisions at the same time.
    if (since < inversion.servedFrom) return { since, until: inversion.servedFrom };
    if (inversion.state === null) inversion.judgedBy = undefined;
    inversion.state ??= { since, lastJudgedAt: since, fittingChecks: 0 };
    return undefined;
  }
  const isKnown = until <= inversion.servedFrom;
  inversion.servedFrom = Math.max(inversion.servedFrom, until);
  const { state } = inversion;
  if (state === null) return undefined;
  // While the adopted period was open, the database rejected any newer period of this book. If this board has begun a newer period, and
  // learns only now that the adopted period has ended, the board tries again to store the newer period.
  if (state.since >= until) return isKnown ? undefined : { since: state.since, until: null };
  // The instance that ended the period may have read other checks than this board, so this board judges the book again.
  inversion.judgedBy = undefined;
  const isInvertedAgain = state.lastJudgedAt > until && state.fittingChecks === 0;
  inversion.state = isInvertedAgain ? { ...state, since: state.lastJudgedAt } : null;
  return inversion.state === null ? undefined : { since: inversion.state.since, until: null };
};
