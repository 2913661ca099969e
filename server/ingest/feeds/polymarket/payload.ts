import { z } from "zod";
import { parseJson } from "@/server/ingest/feeds/parse-json";
import { type RejectedItem, rejectedItem } from "@/server/ingest/feeds/reader";
import { isAbsent, isObject, shown, type UntrustedObject } from "@/server/ingest/feeds/untrusted";

const maxListLength = 2_000;

/** A JSON array inside a string. Gamma, the venue's API of events and markets, writes lists in this form. */
const listInText = z
  .string()
  .max(maxListLength)
  .transform((text, context): string[] => {
    const list = z.array(z.string()).safeParse(parseJson(text));
    if (list.success) return list.data;
    context.addIssue({ code: "custom", message: "not a list of texts" });
    return z.NEVER;
  });

const bestPrice = z.number().min(0).max(1).nullish();

const tagSchema = z.object({ slug: z.string().nullish() });

const teamSchema = z.object({
  name: z.string().nullish(),
  alias: z.string().nullish(),
  abbreviation: z.string().nullish(),
  ordering: z.string().nullish(),
});

const eventSchema = z.object({
  id: z.string().min(1),
  slug: z.string(),
  title: z.string(),
  startTime: z.string().nullish(),
  eventDate: z.string().nullish(),
  active: z.boolean(),
  closed: z.boolean(),
  archived: z.boolean().nullish(),
  ended: z.boolean().nullish(),
  live: z.boolean().nullish(),
  period: z.string().nullish(),
  seriesSlug: z.string().nullish(),
  tags: z.array(tagSchema).nullish(),
  teams: z.array(teamSchema).nullish(),
});

const marketSchema = z.object({
  id: z.string().min(1),
  slug: z.string().nullish(),
  question: z.string(),
  groupItemTitle: z.string().nullish(),
  description: z.string().nullish(),
  conditionId: z.string().min(1),
  outcomes: listInText,
  clobTokenIds: listInText,
  bestBid: bestPrice,
  bestAsk: bestPrice,
  sportsMarketType: z.string().nullish(),
  line: z.number().nullish(),
  gameStartTime: z.string().nullish(),
  active: z.boolean(),
  closed: z.boolean(),
  archived: z.boolean().nullish(),
  acceptingOrders: z.boolean(),
  enableOrderBook: z.boolean(),
  negRisk: z.boolean().nullish(),
});

const decimalText = z
  .string()
  .max(40)
  .regex(/^\d+(?:\.\d+)?$/)
  .transform(Number);

const levelSchema = z.object({ price: decimalText.pipe(z.number().gt(0).lt(1)), size: decimalText });

const bookSchema = z.object({
  market: z.string(),
  asset_id: z.string().min(1),
  bids: z.array(levelSchema),
  asks: z.array(levelSchema),
});

/** An event without its markets. An event is a game, or a question that is not about one game. */
export type GammaEvent = z.output<typeof eventSchema>;
export type GammaMarket = z.output<typeof marketSchema>;
/**
 * The order book of one token, which stands for one outcome of a market. The order book is an element of a response to `POST /books`, or a
 * `book` message of the venue's WebSocket channel `market`.
 */
export type ClobBook = z.output<typeof bookSchema>;

/**
 * An event with its raw markets. If a response lists markets instead of events, each market contains its event. In this case, `event`
 * comes from the market, and `markets` has only this market.
 */
export type ListedGame = {
  readonly event: GammaEvent;
  readonly markets: readonly unknown[];
  readonly hasAllMarkets: boolean;
};

type Payload = {
  readonly games: readonly ListedGame[];
  readonly books: readonly ClobBook[];
  readonly rejected: readonly RejectedItem[];
  readonly hasNextPage: boolean;
  /** For a list or a page, the number of its elements, including unreadable ones. For any other body, 1. */
  readonly length: number;
};

/** The number of prices that gamma states for a market, at least 1. */
export const countQuotes = (market: unknown): number => {
  if (!isObject(market)) return 1;
  const isPrice = (price: unknown) => typeof price === "number" && price > 0 && price < 1;
  return Math.max(1, [market.bestBid, market.bestAsk].filter(isPrice).length);
};

export const countQuotesOf = (markets: readonly unknown[]): number =>
  markets.reduce<number>((sum, market) => sum + countQuotes(market), 0);

const describe = (error: z.ZodError): string => {
  const [issue] = error.issues;
  return issue === undefined ? "" : `${issue.path.join(".")}: ${issue.message}`;
};

/** Parses a market. If the market does not look as documented, returns a description of the first problem. */
export const readMarket = (market: unknown): GammaMarket | string => {
  const parsed = marketSchema.safeParse(market);
  return parsed.success ? parsed.data : describe(parsed.error);
};

type Part = { readonly game: ListedGame } | { readonly book: ClobBook } | { readonly rejected: RejectedItem };

const rejectPart = (reason: string, detail: string, prices = 1): Part => ({
  rejected: rejectedItem(reason, detail, prices),
});

const readEvent = (value: UntrustedObject, markets: readonly unknown[], hasAllMarkets: boolean): Part => {
  const parsed = eventSchema.safeParse(value);
  return parsed.success
    ? { game: { event: parsed.data, markets, hasAllMarkets } }
    : rejectPart(
        "unreadable",
        `event ${shown(value.slug)}: ${describe(parsed.error)}`,
        countQuotesOf(markets),
      );
};

const readBareMarket = (value: UntrustedObject): Part => {
  const events: readonly unknown[] = Array.isArray(value.events) ? value.events : [];
  const [event] = events;
  return events.length === 1 && isObject(event)
    ? readEvent(event, [value], false)
    : rejectPart(
        "unknown_event",
        `market ${shown(value.question)} does not name exactly one event`,
        countQuotes(value),
      );
};

const readBook = (value: UntrustedObject): Part => {
  const parsed = bookSchema.safeParse(value);
  return parsed.success ? { book: parsed.data } : rejectPart("unreadable", `book: ${describe(parsed.error)}`);
};

const readPart = (value: unknown): Part => {
  if (!isObject(value)) return rejectPart("unreadable", shown(value));
  if (Array.isArray(value.markets)) return readEvent(value, value.markets, true);
  if ("asset_id" in value) return readBook(value);
  if ("conditionId" in value) return readBareMarket(value);
  return rejectPart("unreadable", `neither an event, a market nor a book: ${shown(value)}`);
};

const pageLists = ["events", "markets"] as const;

/** A page and a single event can both contain a list of markets, but only an event has a `slug`. */
const listOf = (body: unknown): readonly unknown[] => {
  if (Array.isArray(body)) return body;
  if (!isObject(body) || "slug" in body) return [body];
  const lists = pageLists.map((name) => body[name]).filter((list) => Array.isArray(list));
  return lists[0] ?? [body];
};

const hasCursor = (body: unknown): boolean =>
  isObject(body) && !isAbsent(body.next_cursor) && body.next_cursor !== "";

/**
 * Reads one response body: a list, a page with a cursor, or a single element. Each element is recognized by its content as a gamma event,
 * a gamma market or an order book. Never throws: an element that does not look as documented is rejected.
 */
export const readPayload = (body: unknown): Payload => {
  const list = listOf(body);
  const parts = list.map(readPart);
  return {
    games: parts.flatMap((part) => ("game" in part ? [part.game] : [])),
    books: parts.flatMap((part) => ("book" in part ? [part.book] : [])),
    rejected: parts.flatMap((part) => ("rejected" in part ? [part.rejected] : [])),
    hasNextPage: hasCursor(body),
    length: list.length,
  };
};
