import { ownValue } from "@/server/domain/catalogue/own-value";
import { compare } from "@/server/domain/collections";
import { namePlayers } from "@/server/domain/players/name-players";
import { priceLifeMs } from "@/server/domain/prices/freshness";
import { decodeOutcomes } from "@/server/domain/prices/outcome-text";
import {
  serializeFixture,
  serializeOutcome,
  serializePropOutcome,
  toWireTimeOrNull,
} from "@/server/domain/serialize/serialize";
import type { ListQuery, PriceQuery } from "@/server/market/board/board";
import type { TableImage } from "@/server/market/board/testing/table-image";

/*
 * A naive renderer for tests. It computes each response from the tables alone, without state, caches or the board's own code for
 * freshness.
 */

type FixtureRow = TableImage["fixtures"][number];

const recordOf = (row: FixtureRow) => ({
  id: row.id,
  sportKey: row.sport_key,
  homeTeam: row.home_team,
  awayTeam: row.away_team,
  commenceTime: row.start,
});

const isWithheld = (image: TableImage, row: FixtureRow, bookKey: string): boolean =>
  image.withheld.some(
    ({ fixture_id, book_key, until }) => fixture_id === row.id && book_key === bookKey && until === null,
  );

const quotedMarkets = (image: TableImage, row: FixtureRow, bookKey: string, now: number) => {
  const check = image.checks.find((c) => c.fixture_id === row.id && c.book_key === bookKey);
  const life = priceLifeMs(image.books.find((book) => book.key === bookKey)?.update_interval_seconds ?? null);
  if (check === undefined || row.start <= now || row.replaced) return [];
  if (check.own_start !== null && check.own_start <= now) return [];
  if (isWithheld(image, row, bookKey)) return [];
  return image.markets
    .filter((m) => m.fixture_id === row.id && m.book_key === bookKey && m.outcomes !== "")
    .map((m) => {
      const [checked, fetched] = ownValue(check.market_times, m.market_key) ?? [check.checked, check.fetched];
      const shown = fetched === null ? null : Math.min(fetched, checked, now);
      return { key: m.market_key, checked, fetched: shown, outcomes: decodeOutcomes(m.outcomes) };
    })
    .filter(({ checked }) => now - checked <= life)
    .sort((a, b) => compare(a.key, b.key));
};

/** A book's listing of an event that is, or may be, the fixture. `checked`: when the book last listed it. */
type Mention = Pick<TableImage["sightings"][number], "fixture_id" | "book_key" | "checked">;

/**
 * The books that recently mentioned the fixture but serve no price. Such a book listed an event that may be the fixture, states a start that
 * has passed although the fixture's has not, or is withheld.
 */
const unmatched = (image: TableImage, row: FixtureRow, query: PriceQuery, now: number): string[] => {
  if (row.start <= now || row.replaced) return [];
  const startedAtBook = image.checks
    .filter(({ own_start }) => own_start !== null && own_start <= now)
    .map(({ own_start_stated, ...check }): Mention => ({ ...check, checked: own_start_stated ?? 0 }));
  const withheld: Mention[] = image.markets
    .filter((m) => m.fixture_id === row.id && m.outcomes !== "" && isWithheld(image, row, m.book_key))
    .flatMap(({ book_key, market_key }) => {
      const check = image.checks.find((c) => c.fixture_id === row.id && c.book_key === book_key);
      return check === undefined
        ? []
        : [{ ...check, checked: ownValue(check.market_times, market_key)?.[0] ?? check.checked }];
    });
  const fresh = [...image.sightings, ...startedAtBook, ...withheld]
    .filter((mention) => mention.fixture_id === row.id)
    .filter((mention) => {
      const book = image.books.find(({ key }) => key === mention.book_key);
      return now - mention.checked <= priceLifeMs(book?.update_interval_seconds ?? null);
    });
  return [...new Set(fresh.map((mention) => mention.book_key))]
    .filter((key) => query.bookmakers === undefined || query.bookmakers.includes(key))
    .filter((key) => quotedMarkets(image, row, key, now).length === 0)
    .sort();
};

const booksOf = (image: TableImage, row: FixtureRow, query: PriceQuery, now: number) =>
  image.books
    .filter(({ key }) => query.bookmakers === undefined || query.bookmakers.includes(key))
    .sort((a, b) => compare(a.key, b.key))
    .map((book) => {
      const quoted = quotedMarkets(image, row, book.key, now);
      const markets = quoted.filter(
        ({ key, fetched }) => query.markets.includes(key) && (!query.isMeasuredOnly || fetched !== null),
      );
      const fetched = markets.flatMap((market) => (market.fetched === null ? [] : [market.fetched]));
      const newest = fetched.length === 0 ? null : Math.max(...fetched);
      const last_update = toWireTimeOrNull(newest, query.dateFormat);
      const check = image.checks.find((c) => c.fixture_id === row.id && c.book_key === book.key);
      const eventFields = {
        ...(check?.book_event_id != null && { book_event_id: check.book_event_id }),
        ...(check?.link != null && { link: check.link }),
      };
      return { wire: { key: book.key, title: book.title, last_update, ...eventFields }, markets };
    })
    .filter(({ markets }) => markets.length > 0);

const namesOf = (image: TableImage, row: FixtureRow) => {
  const stored = image.players.filter(({ fixture_id }) => fixture_id === row.id);
  const spellings = new Map<string, string[]>();
  for (const { book_key, name } of stored)
    spellings.set(book_key, [...(spellings.get(book_key) ?? []), name]);
  const computed = stored.some(({ shown_as }) => shown_as === null)
    ? namePlayers(recordOf(row), spellings)
    : undefined;
  return (book: string, player: string): string =>
    computed === undefined
      ? (stored.find(({ book_key, name }) => book_key === book && name === player)?.shown_as ?? player)
      : (computed.get(book)?.get(player) ?? player);
};

export const plainOdds = (image: TableImage, row: FixtureRow, query: PriceQuery, now: number) => {
  const shownName = namesOf(image, row);
  return {
    ...serializeFixture(recordOf(row), query.dateFormat),
    bookmakers: booksOf(image, row, query, now).map(({ wire, markets }) => ({
      ...wire,
      markets: markets.map((market) => ({
        key: market.key,
        last_update: toWireTimeOrNull(market.fetched, query.dateFormat),
        outcomes: market.outcomes.map((outcome) =>
          serializeOutcome(outcome, recordOf(row), query.oddsFormat, (player) => shownName(wire.key, player)),
        ),
      })),
    })),
    unmatched_bookmakers: unmatched(image, row, query, now),
  };
};

export const plainProps = (image: TableImage, row: FixtureRow, query: PriceQuery, now: number) => {
  const shownName = namesOf(image, row);
  const rowsOf = ({ wire, markets }: ReturnType<typeof booksOf>[number]) =>
    markets.flatMap((market) => {
      const named = market.outcomes.flatMap((outcome) =>
        outcome.player === undefined ? [] : [{ outcome, player: shownName(wire.key, outcome.player) }],
      );
      const lines = new Set(named.map(({ outcome, player }) => JSON.stringify([player, outcome.point])));
      return [...lines]
        .map((line) =>
          named.filter(({ outcome, player }) => JSON.stringify([player, outcome.point]) === line),
        )
        .map((outcomes) => ({
          bookmaker: wire,
          player: outcomes[0]?.player ?? "",
          stat: market.key,
          ...(outcomes[0]?.outcome.point !== undefined && { point: outcomes[0].outcome.point }),
          outcomes: outcomes.map(({ outcome }) =>
            serializePropOutcome(outcome, recordOf(row), query.oddsFormat),
          ),
        }))
        .sort((a, b) => a.player.localeCompare(b.player, "en") || (a.point ?? 0) - (b.point ?? 0));
    });
  return {
    ...serializeFixture(recordOf(row), query.dateFormat),
    props: booksOf(image, row, query, now).flatMap(rowsOf),
    unmatched_bookmakers: unmatched(image, row, query, now),
  };
};

/** The fixtures of a list response, in order. */
export const plainListed = (
  image: TableImage,
  sportKey: string,
  query: ListQuery,
  now: number,
): FixtureRow[] =>
  image.fixtures
    .filter((row) => row.sport_key === sportKey && row.start > now && !row.replaced)
    .filter((row) => query.eventIds === undefined || query.eventIds.includes(row.id))
    .filter((row) => row.start >= (query.commenceFrom ?? 0) && row.start <= (query.commenceTo ?? 1e15))
    .sort((a, b) => a.start - b.start || compare(a.id, b.id));
