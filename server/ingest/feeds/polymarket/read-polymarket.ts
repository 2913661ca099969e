import { findMarket, isLegalFor } from "@/server/domain/catalogue/markets";
import { findSport, type Sport } from "@/server/domain/catalogue/sports";
import { getOrInsert } from "@/server/domain/collections";
import { type BookEvent, createGatherer, type Gatherer } from "@/server/ingest/feeds/gather-snapshots";
import { chooseMainLine } from "@/server/ingest/feeds/main-line";
import { parseJson } from "@/server/ingest/feeds/parse-json";
import {
  findKind,
  keysOf,
  type MarketKind,
  readableKeys,
} from "@/server/ingest/feeds/polymarket/market-kinds";
import {
  type ClobBook,
  countQuotes,
  countQuotesOf,
  type GammaMarket,
  type ListedGame,
  readMarket,
  readPayload,
} from "@/server/ingest/feeds/polymarket/payload";
import {
  type Game,
  parseGammaTime,
  type Rejection,
  readGame,
} from "@/server/ingest/feeds/polymarket/read-game";
import { type Line, readLine } from "@/server/ingest/feeds/polymarket/read-line";
import { type Leg, readThreeWay } from "@/server/ingest/feeds/polymarket/read-three-way";
import { readTopOfBook } from "@/server/ingest/feeds/polymarket/top-of-book";
import {
  type ReadItem,
  type RejectedItem,
  type ResponseFormat,
  rejectedItem,
} from "@/server/ingest/feeds/reader";
import { isObject, shown } from "@/server/ingest/feeds/untrusted";

/** If a market is rejected for one of these reasons, it may still be offered. So its recorded prices are not withdrawn. */
const unclear: ReadonlySet<string> = new Set(["unreadable", "disagreement", "unknown_start", "crossed_book"]);

/** If an event is rejected for one of these reasons, it has no pre-match prices. So the list of events can be complete without it. */
const notOffered: ReadonlySet<string> = new Set(["unknown_event", "unknown_start", "in_play", "not_open"]);

type EventReader = {
  readonly game: Game;
  readonly sport: Sport;
  readonly books: ReadonlyMap<string, ClobBook>;
  readonly gatherer: Gatherer;
  readonly record: BookEvent;
  readonly rejected: RejectedItem[];
};

/** The lines of one ladder, about the game or about one player. */
type Ladder = { readonly kind: MarketKind; readonly lines: Line[] };

const legalKeys = (sport: Sport): string[] =>
  readableKeys.filter((key) => {
    const market = findMarket(key);
    return market !== undefined && isLegalFor(market, sport);
  });

const rejectIn = (
  { record, gatherer, rejected }: EventReader,
  keys: readonly string[],
  { reason, detail }: Rejection,
  prices: number,
): void => {
  rejected.push(rejectedItem(reason, `${record.away} at ${record.home}: ${detail}`, prices));
  if (unclear.has(reason)) for (const key of keys) gatherer.unread(record, key);
};

const kindOf = (type: string | null | undefined, sport: Sport): MarketKind | undefined => {
  const kind = findKind(type ?? "");
  const market = kind && findMarket(kind.key);
  // In a sport with draws, a first half has three results, so our two-way market does not fit.
  const isThreeWayHalf = sport.canDraw && kind?.shape === "moneyline" && kind.prefix !== "";
  return market !== undefined && isLegalFor(market, sport) && !isThreeWayHalf ? kind : undefined;
};

const findClosure = (market: GammaMarket, game: Game): Rejection | undefined => {
  const start = parseGammaTime(market.gameStartTime);
  if (
    !market.active ||
    market.closed ||
    market.archived ||
    !market.acceptingOrders ||
    !market.enableOrderBook
  )
    return { reason: "not_open", detail: `${shown(market.question)} takes no orders` };
  if (Number.isNaN(start))
    return { reason: "unknown_start", detail: `${shown(market.question)} states no start` };
  return start === game.startMs
    ? undefined
    : {
        reason: "disagreement",
        detail: `${shown(market.question)} starts ${market.gameStartTime}, but its event starts at another time`,
      };
};

const addLadder = ({ gatherer, record }: EventReader, { kind, lines }: Ladder): void => {
  const add = gatherer.event(record);
  const main = chooseMainLine(lines, (line) => line);
  for (const line of lines) {
    const key = line === main ? kind.key : (kind.ladderKey ?? kind.key);
    for (const outcome of line.outcomes) add(key, outcome);
  }
};

const addThreeWay = (reader: EventReader, legs: readonly Leg[]): void => {
  const outcomes = readThreeWay(legs, reader.game);
  if ("reason" in outcomes) {
    rejectIn(reader, ["h2h"], outcomes, countQuotesOf(legs.map(({ market }) => market)));
    return;
  }
  const add = reader.gatherer.event(reader.record);
  for (const outcome of outcomes) add("h2h", outcome);
};

const readMarkets = (reader: EventReader, markets: readonly unknown[]): void => {
  const { game, sport, books, record, gatherer } = reader;
  gatherer.event(record);
  const ladders = new Map<string, Ladder>();
  const legs: Leg[] = [];
  for (const given of markets) {
    const type = isObject(given) && typeof given.sportsMarketType === "string" ? given.sportsMarketType : "";
    const kind = kindOf(type, sport);
    const keys = kind === undefined ? legalKeys(sport) : keysOf(kind);
    const prices = countQuotes(given);
    const market = readMarket(given);
    if (typeof market === "string") {
      rejectIn(reader, keys, { reason: "unreadable", detail: `market: ${market}` }, prices);
      continue;
    }
    if (kind === undefined) {
      rejectIn(
        reader,
        [],
        { reason: "unknown_market", detail: `${type}: ${shown(market.question)}` },
        prices,
      );
      continue;
    }
    const closure = findClosure(market, game);
    const top = closure ?? readTopOfBook(market, books);
    if (sport.canDraw && kind.shape === "moneyline") {
      legs.push({ market, top });
      continue;
    }
    const line = "reason" in top ? top : readLine(market, kind, game, top);
    if ("reason" in line) {
      rejectIn(reader, keys, { ...line, detail: `${market.question}: ${line.detail}` }, prices);
      continue;
    }
    const ladderKey = `${kind.key} ${line.outcomes[0]?.player ?? ""}`;
    const ladder = getOrInsert(ladders, ladderKey, () => ({ kind, lines: [] }));
    ladder.lines.push(line);
  }
  for (const ladder of ladders.values()) addLadder(reader, ladder);
  if (legs.length > 0) addThreeWay(reader, legs);
};

type PolymarketOptions = {
  readonly fetchedAtMs: number;
  /** Present if the bodies contain every page of `sport`'s list of games. `pageSize` is the most events that one page can have. */
  readonly whole?: { readonly sport: string; readonly pageSize: number };
};

type Bodies = {
  readonly games: readonly ListedGame[];
  readonly books: ReadonlyMap<string, ClobBook>;
  readonly rejected: readonly RejectedItem[];
  readonly hasLastPage: boolean;
};

/**
 * If the list changes between two requests, two pages can contain the same game. The game is then read from the later page, because the
 * prices there are newer.
 */
const withoutRepeats = (games: readonly ListedGame[]): ListedGame[] => [
  ...new Map(
    games.map((game, index) => [game.hasAllMarkets ? game.event.id : `${index} bare`, game] as const),
  ).values(),
];

const readBodies = (bodies: readonly unknown[], pageSize: number): Bodies => {
  const payloads = bodies.map(readPayload);
  const pages = payloads.filter(({ games }) => games.length > 0);
  const last = pages.at(-1);
  return {
    games: withoutRepeats(payloads.flatMap(({ games }) => games)),
    books: new Map(payloads.flatMap(({ books }) => books.map((book) => [book.asset_id, book] as const))),
    rejected: payloads.flatMap(({ rejected }) => rejected),
    hasLastPage: last !== undefined && !last.hasNextPage && last.length < pageSize,
  };
};

const tokensOf = (markets: readonly unknown[]): string[] =>
  markets.flatMap((given) => {
    const market = readMarket(given);
    return typeof market === "string" ? [] : market.clobTokenIds;
  });

const rejectStrayBooks = ({ games, books }: Bodies): RejectedItem[] => {
  const tokens = new Set(games.flatMap(({ markets }) => tokensOf(markets)));
  return [...books.keys()]
    .filter((token) => !tokens.has(token))
    .map((token) => rejectedItem("unknown_event", `order book of the unlisted token ${token}`, 2));
};

/** Whether two events of one game state different starts or different home and away teams. */
const conflicts = (game: Game, earlier: Game | undefined): boolean =>
  earlier !== undefined &&
  (earlier.startMs !== game.startMs || earlier.home !== game.home || earlier.away !== game.away);

const byMainFirst = (a: ListedGame, b: ListedGame): number => a.event.slug.length - b.event.slug.length;

/** If `hasAllMarkets`, reads the events that list all their markets. Otherwise reads the markets that were listed on their own. */
const readGames = (
  bodies: Bodies,
  hasAllMarkets: boolean,
  { fetchedAtMs, whole }: PolymarketOptions,
): ReadItem[] => {
  const rejected: RejectedItem[] = [];
  const seen = new Map<string, Game>();
  const fetchedAt = new Date(fetchedAtMs).toISOString();
  let isWhole = whole !== undefined && hasAllMarkets && bodies.hasLastPage && bodies.rejected.length === 0;
  const gatherer = createGatherer(({ sport: key, events }) => {
    const sport = findSport(key);
    const listed = new Set(events.flatMap(({ markets }) => markets.map((market) => market.key)));
    return sport === undefined ? [] : legalKeys(sport).filter((each) => hasAllMarkets || listed.has(each));
  });
  const games = bodies.games.filter((game) => game.hasAllMarkets === hasAllMarkets);
  for (const { event, markets } of games.toSorted(byMainFirst)) {
    const read = readGame(event, markets);
    const game: Game | Rejection =
      "reason" in read || !conflicts(read, seen.get(read.ref))
        ? read
        : {
            reason: "disagreement",
            detail: `${event.slug} states a different start, home team or away team than ${read.ref}`,
          };
    const sport = "reason" in game ? undefined : findSport(game.sport);
    if ("reason" in game || sport === undefined) {
      const { reason, detail } = "reason" in game ? game : { reason: "unknown_series", detail: event.slug };
      rejected.push(rejectedItem(reason, detail, countQuotesOf(markets)));
      isWhole &&= notOffered.has(reason);
      continue;
    }
    seen.set(game.ref, game);
    const { ref, home, away } = game;
    const commenceTime = new Date(game.startMs).toISOString();
    const record = { book: "polymarket", sport: game.sport, fetchedAt, ref, commenceTime, home, away };
    readMarkets({ game, sport, books: bodies.books, gatherer, record, rejected }, markets);
  }
  const snapshots = gatherer.snapshots().map(
    (snapshot): ReadItem => ({
      kind: "snapshot",
      snapshot: isWhole && snapshot.sport === whole?.sport ? { ...snapshot, complete: true } : snapshot,
    }),
  );
  return [...rejected, ...snapshots];
};

/**
 * Reads response bodies of Polymarket's two APIs together: gamma (events and markets) and the CLOB (order books). The prices and sizes of
 * order books replace gamma's. Unexpected content is rejected and counted. Never throws.
 *
 * Prices are a taker's, before fees: the first outcome at the best ask, the second at 1 minus the best bid.
 */
export const readPolymarket = (bodies: readonly unknown[], options: PolymarketOptions): ReadItem[] => {
  const read = readBodies(bodies, options.whole?.pageSize ?? Number.POSITIVE_INFINITY);
  return [
    ...read.rejected,
    ...rejectStrayBooks(read),
    ...readGames(read, true, options),
    ...readGames(read, false, options),
  ];
};

/** Raw responses of Polymarket: gamma events and markets, and order books. */
export const polymarketFormat: ResponseFormat = {
  name: "polymarket",
  readTogether: (files, times) => {
    const bodies = files.map(({ text }) => parseJson(text.replace(/^\uFEFF/, "")));
    return readPolymarket(bodies, times);
  },
};
