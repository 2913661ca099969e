import { parseList, parseWindow } from "@/server/api/parameters";
import type { Board, DateFormat, ListQuery, PriceQuery } from "@/server/board/board";
import { findMarket, type Market } from "@/server/catalogue/markets";
import { ApiError, quoted } from "@/server/errors/api-error";
import type { OddsFormat } from "@/server/prices/price";

/** What an endpoint serves: the odds list only main families, one fixture and history any key, the props endpoints only props. */
type ServedMarkets = "main" | "any" | "props";

type PriceInput = {
  readonly markets: string;
  readonly bookmakers?: string | undefined;
  readonly oddsFormat: OddsFormat;
  readonly dateFormat: DateFormat;
};

type ListInput = PriceInput & {
  readonly eventIds?: string | undefined;
  readonly commenceTimeFrom?: string | undefined;
  readonly commenceTimeTo?: string | undefined;
};

const invalid = (message: string): ApiError => new ApiError("INVALID_MARKET", { message });

const notServed = (market: Market, served: ServedMarkets): ApiError | undefined => {
  const key = quoted(market.key);
  if (served === "main" && market.role === "prop")
    return invalid(
      `markets: ${key} is a player prop. GET /v1/sports/{sport}/props and GET /v1/sports/{sport}/events/{id}/odds serve it.`,
    );
  if (served === "main" && market.role === "other")
    return invalid(
      `markets: ${key} is served for one fixture at a time, by GET /v1/sports/{sport}/events/{id}/odds.`,
    );
  if (served === "props" && market.role !== "prop")
    return invalid(
      `markets: ${key} is not a player prop. GET /v1/sports/{sport}/events/{id}/odds serves it.`,
    );
  return undefined;
};

const checkMarkets = (keys: readonly string[], served: ServedMarkets): readonly Market[] =>
  keys.map((key) => {
    const market = findMarket(key);
    if (market === undefined)
      throw invalid(`markets: ${quoted(key)} is not a market key. GET /v1/markets lists them.`);
    const refusal = notServed(market, served);
    if (refusal !== undefined) throw refusal;
    return market;
  });

const checkBooks = (board: Board, keys: readonly string[]): void => {
  const unknown = keys.find((key) => board.findBook(key) === undefined);
  if (unknown !== undefined)
    throw invalid(`bookmakers: ${quoted(unknown)} is not a book key. GET /v1/bookmakers lists them.`);
};

/**
 * The priced question of endpoints 5 to 11. Malformed parameters are found before those that are well-formed but not valid.
 * @throws BAD_REQUEST, INVALID_MARKET
 */
export const parseListQuery = (
  board: Board,
  served: ServedMarkets,
  input: ListInput,
): ListQuery & { readonly asksForProps: boolean } => {
  const markets = parseList("markets", input.markets);
  const bookmakers = input.bookmakers === undefined ? undefined : parseList("bookmakers", input.bookmakers);
  const eventIds = input.eventIds === undefined ? undefined : parseList("eventIds", input.eventIds);
  const window = parseWindow(input);
  const known = checkMarkets(markets, served);
  if (bookmakers !== undefined) checkBooks(board, bookmakers);
  return {
    markets,
    bookmakers,
    eventIds,
    oddsFormat: input.oddsFormat,
    dateFormat: input.dateFormat,
    commenceFrom: window.from,
    commenceTo: window.to,
    asksForProps: known.some((market) => market.role === "prop"),
  };
};

/** The same for one fixture. */
export const parsePriceQuery = (
  board: Board,
  served: ServedMarkets,
  input: PriceInput,
): PriceQuery & { readonly asksForProps: boolean } => {
  const { markets, bookmakers, oddsFormat, dateFormat, asksForProps } = parseListQuery(board, served, input);
  return { markets, bookmakers, oddsFormat, dateFormat, asksForProps };
};
