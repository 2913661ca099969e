import { parseJson } from "@/server/feeds/parse-json";
import { type ReadItem, rejectedItem } from "@/server/feeds/reader";
import type { ListedMarket, ListedQuote, Listing } from "@/server/feeds/the-odds-api/listing";
import { isAbsent, isObject, readNumber, shown, type UntrustedObject } from "@/server/feeds/untrusted";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const isoOfSeconds = (seconds: number): string => {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString();
};

/** A time as text; `dateFormat=unix` answers have seconds. Null where the source has none. */
const timeOf = (value: unknown): string | null => {
  if (isAbsent(value) || value === "") return null;
  return typeof value === "number" ? isoOfSeconds(value) : textOf(value);
};

const optionalNumber = (value: unknown): number | undefined =>
  isAbsent(value) || value === "" ? undefined : readNumber(value);

const readQuote = (outcome: UntrustedObject): ListedQuote => ({
  name: textOf(outcome.name),
  description: textOf(outcome.description).trim(),
  price: readNumber(outcome.price),
  point: optionalNumber(outcome.point),
  betLimit: optionalNumber(outcome.bet_limit),
});

type Refuse = (reason: string, detail: string, prices?: number) => void;

const readMarket = (market: unknown, refuse: Refuse): ListedMarket[] => {
  if (!isObject(market) || typeof market.key !== "string") {
    refuse("malformed_market", shown(market));
    return [];
  }
  if (!Array.isArray(market.outcomes)) {
    refuse("malformed_market", shown(market));
    return [{ key: market.key, lastUpdate: timeOf(market.last_update), quotes: [], isDamaged: true }];
  }
  const quotes = market.outcomes.flatMap((outcome: unknown) => {
    if (isObject(outcome)) return [readQuote(outcome)];
    refuse("malformed_outcome", shown(outcome));
    return [];
  });
  const isDamaged = quotes.length < market.outcomes.length;
  return [{ key: market.key, lastUpdate: timeOf(market.last_update), quotes, isDamaged }];
};

const readEvent = (event: unknown, recordedAt: string | undefined, refuse: Refuse): Listing[] => {
  if (!isObject(event) || !Array.isArray(event.bookmakers)) {
    refuse("malformed_event", `no list of bookmakers: ${shown(event)}`);
    return [];
  }
  return event.bookmakers.flatMap((bookmaker: unknown) => {
    if (!isObject(bookmaker) || !Array.isArray(bookmaker.markets)) {
      refuse("malformed_bookmaker", shown(bookmaker));
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
      lastUpdate: timeOf(bookmaker.last_update),
      recordedAt,
      markets: bookmaker.markets.flatMap((market: unknown) => readMarket(market, refuse)),
    };
  });
};

/** The events of an answer: a list, a single event, or either inside the wrapper of the historical endpoints. */
const eventsOf = (answer: unknown): readonly unknown[] | undefined => {
  if (Array.isArray(answer)) return answer;
  return isObject(answer) && "bookmakers" in answer ? [answer] : undefined;
};

export type Answer = { readonly listings: Listing[]; readonly rejected: readonly ReadItem[] };

/** A JSON answer of v4: `/odds`, `/events/{id}/odds`, or one of them inside the wrapper of `/historical`. */
export const readAnswer = (text: string): Answer => {
  const answer = parseJson(text);
  const isWrapper = isObject(answer) && "data" in answer;
  const events = eventsOf(isWrapper ? answer.data : answer);
  if (events === undefined) {
    const message = isObject(answer) && typeof answer.message === "string" ? answer.message : undefined;
    const detail = message ?? (answer === undefined ? "no JSON" : "no list of events");
    return { listings: [], rejected: [rejectedItem("malformed_file", detail)] };
  }
  const recordedAt = isWrapper ? (timeOf(answer.timestamp) ?? undefined) : undefined;
  const rejected: ReadItem[] = [];
  const refuse: Refuse = (reason, detail) => rejected.push(rejectedItem(reason, detail));
  const listings = events.flatMap((event) => readEvent(event, recordedAt, refuse));
  return { listings, rejected };
};
