import { markets as catalogueMarkets, findMarket, type Market } from "@/server/domain/catalogue/markets";
import { ApiError, quoted } from "@/server/domain/errors/api-error";
import type { OddsFormat } from "@/server/domain/prices/price";
import type { DateFormat } from "@/server/domain/serialize/serialize";
import type { Board, ListQuery } from "@/server/market/board/board";
import { parseList, parseWindow } from "@/server/web/api/input/parameters";
import { didYouMean } from "@/server/web/api/input/suggest-keys";

/**
 * Which markets an endpoint serves.
 * - `main`: main markets, for a whole sport.
 * - `best`: as `main`, for best prices.
 * - `main_or_few`: as `main`, and every game market if `eventIds` names few fixtures.
 * - `any`: all markets, for one fixture. `all` stands for every game market.
 * - `history`: all markets, for one fixture.
 * - `props`: player props, for a whole sport.
 * - `event_props`: player props, for one fixture. `all` stands for every player prop.
 */
type ServedMarkets = "main" | "best" | "main_or_few" | "any" | "history" | "props" | "event_props";

const maxMarkets = 400;
/** If `eventIds` names at most this many fixtures, one response may contain every game market. */
const fewFixtures = 20;
const allMarkets = "all";

type PriceInput = {
  readonly markets: string;
  readonly bookmakers?: string | undefined;
  readonly oddsFormat: OddsFormat;
  readonly dateFormat: DateFormat;
  readonly measured?: "true" | "false" | undefined;
  /** Only list endpoints have `eventIds`, `commenceTimeFrom` and `commenceTimeTo`. */
  readonly eventIds?: string | undefined;
  readonly commenceTimeFrom?: string | undefined;
  readonly commenceTimeTo?: string | undefined;
};

const marketKeys = catalogueMarkets.map(({ key }) => key);
const gameMarketKeys = catalogueMarkets.filter(({ role }) => role !== "prop").map(({ key }) => key);
const propMarketKeys = catalogueMarkets.filter(({ role }) => role === "prop").map(({ key }) => key);

const invalid = (message: string): ApiError => new ApiError("INVALID_MARKET", { message });

/** What `served` allows for a call that names these fixtures. */
const servedFor = (
  served: ServedMarkets,
  eventIds: readonly string[] | undefined,
): ServedMarkets | "game" => {
  if (served !== "main_or_few") return served;
  return eventIds !== undefined && eventIds.length <= fewFixtures ? "game" : "main";
};

/** The keys that `all` stands for; undefined if the endpoint does not know `all`. */
const keysOfAll = (served: ServedMarkets | "game"): readonly string[] | undefined => {
  if (served === "any" || served === "game") return gameMarketKeys;
  return served === "event_props" ? propMarketKeys : undefined;
};

const notServed = (market: Market, served: ServedMarkets | "game"): ApiError | undefined => {
  // A function, so that the key is quoted only for an error message.
  const key = (): string => quoted(market.key);
  if (served === "best" && market.role !== "main")
    return invalid(
      `markets: ${key()} is served for one fixture at a time. Use GET /v1/sports/{sport}/events/{id}/best.`,
    );
  if ((served === "main" || served === "game") && market.role === "prop")
    return invalid(
      `markets: ${key()} is a player prop. GET /v1/sports/{sport}/props and GET /v1/sports/{sport}/events/{id}/odds serve it.`,
    );
  if (served === "main" && market.role === "other")
    return invalid(
      `markets: ${key()} is served for one fixture at a time. Use GET /v1/sports/{sport}/events/{id}/odds, or name at most ${fewFixtures} fixtures in eventIds of GET /v1/sports/{sport}/odds.`,
    );
  if ((served === "props" || served === "event_props") && market.role !== "prop")
    return invalid(
      `markets: ${key()} is not a player prop. GET /v1/sports/{sport}/events/{id}/odds serves it.`,
    );
  return undefined;
};

/** Where `all` is served, for endpoints that do not know it. */
const placesOfAll: Partial<Record<ServedMarkets | "game", string>> = {
  main: `Use GET /v1/sports/{sport}/events/{id}/odds, or name at most ${fewFixtures} fixtures in eventIds of GET /v1/sports/{sport}/odds.`,
  best: "Use GET /v1/sports/{sport}/events/{id}/best.",
  props: "Use GET /v1/sports/{sport}/events/{id}/props.",
};

/** The error for `all` among other keys, or on an endpoint that does not know it. */
const allNotServed = (served: ServedMarkets | "game"): ApiError => {
  const all = quoted(allMarkets);
  if (keysOfAll(served) !== undefined) return invalid(`markets: ${all} must be the only key.`);
  const place = placesOfAll[served];
  return invalid(
    place === undefined
      ? `markets: ${all} is not served here. Name the market keys.`
      : `markets: ${all} is served for one fixture at a time. ${place}`,
  );
};

const checkMarkets = (keys: readonly string[], served: ServedMarkets | "game"): readonly Market[] =>
  keys.map((key) => {
    const market = findMarket(key);
    if (market === undefined && key === allMarkets) throw allNotServed(served);
    if (market === undefined)
      throw invalid(
        `markets: ${quoted(key)} is not a market key.${didYouMean(key, marketKeys)} GET /v1/markets lists the market keys.`,
      );
    const error = notServed(market, served);
    if (error !== undefined) throw error;
    return market;
  });

const bookKeysOf = (board: Board): readonly string[] => board.books().map(({ key }) => key);

const checkBooks = (board: Board, keys: readonly string[]): void => {
  const unknown = keys.find((key) => board.findBook(key) === undefined);
  if (unknown !== undefined)
    throw invalid(
      `bookmakers: ${quoted(unknown)} is not a book key.${didYouMean(unknown, bookKeysOf(board))} GET /v1/bookmakers lists the book keys.`,
    );
};

export type ParsedQuery = ListQuery & { readonly requestsProps: boolean };

/** Caches parsed queries by input object. On `/v1`, calls with the same path and query string can share one input object. */
const parsed: Readonly<Record<ServedMarkets, WeakMap<PriceInput, ParsedQuery>>> = {
  main: new WeakMap(),
  best: new WeakMap(),
  main_or_few: new WeakMap(),
  any: new WeakMap(),
  history: new WeakMap(),
  props: new WeakMap(),
  event_props: new WeakMap(),
};

const parse = (board: Board, served: ServedMarkets, input: PriceInput): ParsedQuery => {
  const listed = parseList("markets", input.markets, maxMarkets);
  const bookmakers = input.bookmakers === undefined ? undefined : parseList("bookmakers", input.bookmakers);
  const eventIds = input.eventIds === undefined ? undefined : parseList("eventIds", input.eventIds);
  const window = parseWindow(input);
  const servedHere = servedFor(served, eventIds);
  const isAll = listed.length === 1 && listed[0] === allMarkets;
  const markets = (isAll && keysOfAll(servedHere)) || listed;
  const requested = checkMarkets(markets, servedHere);
  if (bookmakers !== undefined) checkBooks(board, bookmakers);
  return {
    markets,
    bookmakers,
    eventIds,
    oddsFormat: input.oddsFormat,
    dateFormat: input.dateFormat,
    commenceFrom: window.from,
    commenceTo: window.to,
    isMeasuredOnly: input.measured === "true",
    requestsProps: requested.some((market) => market.role === "prop"),
  };
};

/**
 * Parses the parameters of a call for prices.
 * @throws BAD_REQUEST if a parameter is malformed.
 * @throws INVALID_MARKET if no parameter is malformed, but a book is unknown or the endpoint does not serve a requested market.
 */
export const parsePriceQuery = (board: Board, served: ServedMarkets, input: PriceInput): ParsedQuery => {
  const cached = parsed[served].get(input);
  if (cached !== undefined) return cached;
  const query = parse(board, served, input);
  parsed[served].set(input, query);
  return query;
};
