import type { z } from "zod";
import { ownValue } from "@/server/domain/catalogue/own-value";
import {
  eventSchema,
  type KalshiEvent,
  type KalshiMarket,
  type KalshiMilestone,
  type KalshiOrderBook,
  marketSchema,
  milestoneSchema,
  orderBookSchema,
} from "@/server/ingest/feeds/kalshi/schemas";
import { findSeries } from "@/server/ingest/feeds/kalshi/series";
import { type RejectedItem, rejectedItem } from "@/server/ingest/feeds/reader";
import { isAbsent, isObject, shown, type UntrustedObject } from "@/server/ingest/feeds/untrusted";

/** The readable parts of response bodies. A later event, market or order book replaces an earlier one with the same ticker. */
export type Collected = {
  /** By ticker, without their markets. */
  readonly events: Map<string, KalshiEvent>;
  readonly markets: Map<string, KalshiMarket>;
  readonly milestones: KalshiMilestone[];
  /** By the market's ticker. */
  readonly orderBooks: Map<string, KalshiOrderBook>;
  /** Tickers of events with a market that could not be read. */
  readonly damagedEvents: Set<string>;
  /** Series whose last page of markets is not among the bodies. */
  readonly truncatedSeries: Set<string>;
  readonly rejected: RejectedItem[];
};

/** The series part of an event's or a market's ticker. */
export const seriesOfTicker = (ticker: string): string => ticker.split("-", 1)[0] ?? "";

/** The part of an event's ticker after the series. All events of a game share this part. */
export const gameOfTicker = (eventTicker: string): string =>
  eventTicker.slice(seriesOfTicker(eventTicker).length + 1);

const parse = <T>(schema: z.ZodType<T>, value: unknown): T | string => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return `${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`;
};

const nameOf = (value: unknown, key: string): string => {
  const name = isObject(value) ? ownValue(value, key) : undefined;
  return typeof name === "string" ? name.slice(0, 80) : shown(value);
};

const addMarket = (into: Collected, raw: unknown, parent?: string): void => {
  const stated = isObject(raw) && typeof raw.event_ticker === "string" ? raw.event_ticker : parent;
  if (stated !== undefined && findSeries(seriesOfTicker(stated)) === undefined) {
    into.rejected.push(rejectedItem("unknown_series", nameOf(raw, "ticker")));
    return;
  }
  const market = parse(marketSchema, raw);
  const isOwn = (one: KalshiMarket): boolean =>
    (parent === undefined || one.event_ticker === parent) &&
    (one.ticker === one.event_ticker || one.ticker.startsWith(`${one.event_ticker}-`));
  if (typeof market !== "string" && isOwn(market)) {
    into.markets.set(market.ticker, market);
    return;
  }
  for (const event of [parent, stated]) if (event !== undefined) into.damagedEvents.add(event);
  const detail = typeof market === "string" ? market : "its ticker does not match its event";
  into.rejected.push(rejectedItem("malformed_market", `${nameOf(raw, "ticker")} ${detail}`));
};

const addEvent = (into: Collected, raw: UntrustedObject, markets: readonly unknown[]): void => {
  const event = parse(eventSchema, raw);
  const count = Math.max(1, markets.length);
  if (typeof event === "string" || seriesOfTicker(event.event_ticker) !== event.series_ticker) {
    const detail = typeof event === "string" ? event : "its ticker does not match its series";
    into.rejected.push(rejectedItem("malformed_event", `${nameOf(raw, "event_ticker")} ${detail}`, count));
    return;
  }
  if (findSeries(event.series_ticker) === undefined) {
    into.rejected.push(rejectedItem("unknown_series", event.event_ticker, count));
    return;
  }
  into.events.set(event.event_ticker, { ...event, markets: null });
  for (const market of markets) addMarket(into, market, event.event_ticker);
};

const addMilestone = (into: Collected, raw: unknown): void => {
  const milestone = parse(milestoneSchema, raw);
  if (typeof milestone !== "string") into.milestones.push(milestone);
  else into.rejected.push(rejectedItem("malformed_milestone", `${nameOf(raw, "title")} ${milestone}`));
};

const addBook = (into: Collected, raw: unknown): void => {
  const book = parse(orderBookSchema, raw);
  if (typeof book === "string") {
    into.rejected.push(rejectedItem("malformed_book", `${nameOf(raw, "ticker")} ${book}`));
    return;
  }
  if (findSeries(seriesOfTicker(book.ticker)) !== undefined) into.orderBooks.set(book.ticker, book);
  else into.rejected.push(rejectedItem("unknown_series", book.ticker));
};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * Adds an object of unknown kind. Its members show whether it is an event, a market, a milestone or an order book. The order of the checks
 * matters: an order book has a `ticker` like a market, and a market has an `event_ticker` like an event.
 */
const addItem = (into: Collected, raw: unknown): void => {
  if (!isObject(raw)) into.rejected.push(rejectedItem("malformed_file", shown(raw)));
  else if (Object.hasOwn(raw, "orderbook_fp") || Object.hasOwn(raw, "orderbook")) addBook(into, raw);
  else if (Object.hasOwn(raw, "related_event_tickers")) addMilestone(into, raw);
  else if (Object.hasOwn(raw, "ticker")) addMarket(into, raw);
  else if (Object.hasOwn(raw, "event_ticker")) addEvent(into, raw, listOf(raw.markets));
  else into.rejected.push(rejectedItem("malformed_file", shown(raw)));
};

const listKeys = ["events", "markets", "milestones", "orderbooks"] as const;
const singleKeys = ["event", "market", "milestone"] as const;

const addBody = (into: Collected, open: Set<string>, closed: Set<string>, body: unknown): void => {
  if (Array.isArray(body)) {
    for (const item of body) addItem(into, item);
    return;
  }
  const isWrapped = isObject(body) && [...listKeys, ...singleKeys].some((key) => Object.hasOwn(body, key));
  // A body can be an event itself, or an object that wraps events, markets or other items. Both can have a list `markets`, but only an
  // event has an `event_ticker`.
  if (!isWrapped || Object.hasOwn(body, "event_ticker")) {
    addItem(into, body);
    return;
  }
  if (isObject(body.event)) addEvent(into, body.event, listOf(body.event.markets));
  if (isObject(body.market)) addMarket(into, body.market);
  if (isObject(body.milestone)) addMilestone(into, body.milestone);
  for (const event of listOf(body.events)) addItem(into, event);
  for (const market of listOf(body.markets)) addMarket(into, market);
  for (const milestone of listOf(body.milestones)) addMilestone(into, milestone);
  for (const book of listOf(body.orderbooks)) addBook(into, book);
  for (const key of listKeys)
    if (!isAbsent(body[key]) && !Array.isArray(body[key]))
      into.rejected.push(rejectedItem("malformed_file", `${key} is not a list`));
  const pages = typeof body.cursor === "string" && body.cursor !== "" ? open : closed;
  for (const market of listOf(body.markets))
    if (isObject(market) && typeof market.event_ticker === "string")
      pages.add(seriesOfTicker(market.event_ticker));
};

/** Sorts the parsed bodies of responses into events, markets, milestones and order books. It never throws. */
export const collect = (bodies: readonly unknown[]): Collected => {
  const into: Collected = {
    events: new Map(),
    markets: new Map(),
    milestones: [],
    orderBooks: new Map(),
    damagedEvents: new Set(),
    truncatedSeries: new Set(),
    rejected: [],
  };
  const open = new Set<string>();
  const closed = new Set<string>();
  for (const body of bodies) addBody(into, open, closed, body);
  for (const series of open) if (!closed.has(series)) into.truncatedSeries.add(series);
  return into;
};
