import { type ReadItem, rejectedItem } from "@/server/ingest/feeds/reader";
import type {
  EventListing,
  SourceMarket,
  SourceQuote,
} from "@/server/ingest/feeds/the-odds-api/event-listing";
import { isAbsent, isObject, readNumber, shown, type UntrustedObject } from "@/server/ingest/feeds/untrusted";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const isoOfSeconds = (seconds: number): string => {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString();
};

/**
 * Returns a stated time as text, or null if the source states no time. In responses with `dateFormat=unix`, times are seconds since the
 * epoch.
 */
const timeOf = (value: unknown): string | null => {
  if (isAbsent(value) || value === "") return null;
  return typeof value === "number" ? isoOfSeconds(value) : textOf(value);
};

const optionalNumber = (value: unknown): number | undefined =>
  isAbsent(value) || value === "" ? undefined : readNumber(value);

const readQuote = (outcome: UntrustedObject): SourceQuote => ({
  name: textOf(outcome.name),
  description: textOf(outcome.description).trim(),
  price: readNumber(outcome.price),
  point: optionalNumber(outcome.point),
  betLimit: optionalNumber(outcome.bet_limit),
});

type Reject = (reason: string, detail: string) => void;

const readMarket = (market: unknown, reject: Reject): SourceMarket[] => {
  if (!isObject(market) || typeof market.key !== "string") {
    reject("malformed_market", shown(market));
    return [];
  }
  if (!Array.isArray(market.outcomes)) {
    reject("malformed_market", shown(market));
    return [{ key: market.key, lastUpdate: timeOf(market.last_update), quotes: [], isDamaged: true }];
  }
  const quotes = market.outcomes.flatMap((outcome: unknown) => {
    if (isObject(outcome)) return [readQuote(outcome)];
    reject("malformed_outcome", shown(outcome));
    return [];
  });
  const isDamaged = quotes.length < market.outcomes.length;
  return [{ key: market.key, lastUpdate: timeOf(market.last_update), quotes, isDamaged }];
};

/** A book's own id of the event and its link: present only if the request set `includeSids` and `includeLinks`. */
const bookReferenceOf = ({ sid, link }: UntrustedObject): Pick<EventListing, "bookEventId" | "link"> => ({
  ...(typeof sid === "string" && { bookEventId: sid }),
  ...(typeof link === "string" && { link }),
});

const readListings = (event: unknown, recordedAt: string | undefined, reject: Reject): EventListing[] => {
  if (!isObject(event) || !Array.isArray(event.bookmakers)) {
    reject("malformed_event", `no list of bookmakers: ${shown(event)}`);
    return [];
  }
  return event.bookmakers.flatMap((bookmaker: unknown) => {
    if (!isObject(bookmaker) || !Array.isArray(bookmaker.markets)) {
      reject("malformed_bookmaker", shown(bookmaker));
      return [];
    }
    return {
      id: typeof event.id === "string" && event.id !== "" ? event.id : undefined,
      sport: textOf(event.sport_key),
      commenceTime: timeOf(event.commence_time) ?? "",
      home: textOf(event.home_team),
      away: textOf(event.away_team),
      book: textOf(bookmaker.key),
      bookTitle: typeof bookmaker.title === "string" ? bookmaker.title : undefined,
      ...bookReferenceOf(bookmaker),
      lastUpdate: timeOf(bookmaker.last_update),
      recordedAt,
      markets: bookmaker.markets.flatMap((market: unknown) => readMarket(market, reject)),
    };
  });
};

/**
 * Returns the events of a response. For a `/historical` response, pass its member `data`. Undefined if the response is
 * neither a list nor a single event.
 */
const eventsOf = (response: unknown): readonly unknown[] | undefined => {
  if (Array.isArray(response)) return response;
  return isObject(response) && "bookmakers" in response ? [response] : undefined;
};

export type ParsedFile = { readonly listings: EventListing[]; readonly rejected: readonly ReadItem[] };

/**
 * Reads a parsed response of The Odds API v4: of `/odds`, of `/events/{id}/odds`, or of either path under `/historical`. A `/historical`
 * response is an object with a `timestamp`. Its member `data` is what the path without `/historical` returns.
 */
export const readJsonResponse = (response: unknown): ParsedFile => {
  const isWrapper = isObject(response) && "data" in response;
  const events = eventsOf(isWrapper ? response.data : response);
  if (events === undefined) {
    const message = isObject(response) && typeof response.message === "string" ? response.message : undefined;
    const detail = message ?? (response === undefined ? "no JSON" : "no list of events");
    return { listings: [], rejected: [rejectedItem("malformed_file", detail)] };
  }
  const recordedAt = isWrapper ? (timeOf(response.timestamp) ?? undefined) : undefined;
  const rejected: ReadItem[] = [];
  const reject: Reject = (reason, detail) => rejected.push(rejectedItem(reason, detail));
  const listings = events.flatMap((event) => readListings(event, recordedAt, reject));
  return { listings, rejected };
};
