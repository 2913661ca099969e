import type { BoardRows } from "@/server/market/board/load-changes";

/** The content, at one moment, of the database tables from which a board is loaded. */
export type TableImage = Omit<BoardRows, "cursor">;

export const emptyImage: TableImage = {
  books: [],
  fixtures: [],
  checks: [],
  markets: [],
  sightings: [],
  players: [],
  withheld: [],
};

const upsert = <T>(rows: readonly T[], news: readonly T[], keyOf: (row: T) => string): T[] => [
  ...new Map([...rows, ...news].map((row) => [keyOf(row), row])).values(),
];

/** The content of the tables after the rows of `news` are written. */
export const written = (image: TableImage, news: Partial<TableImage>): TableImage => ({
  books: upsert(image.books, news.books ?? [], (row) => row.key),
  fixtures: upsert(image.fixtures, news.fixtures ?? [], (row) => row.id),
  checks: upsert(image.checks, news.checks ?? [], (row) => `${row.fixture_id} ${row.book_key}`),
  markets: upsert(
    image.markets,
    news.markets ?? [],
    (row) => `${row.fixture_id} ${row.book_key} ${row.market_key}`,
  ),
  sightings: upsert(image.sightings, news.sightings ?? [], (row) => `${row.fixture_id} ${row.book_key}`),
  players: upsert(
    image.players,
    news.players ?? [],
    (row) => `${row.fixture_id} ${row.book_key} ${row.name}`,
  ),
  withheld: upsert(
    image.withheld,
    news.withheld ?? [],
    (row) => `${row.fixture_id} ${row.book_key} ${row.since}`,
  ),
});

/** The rows that a board reads after a write, as `loadChanges` returns them. */
export const readChanges = (image: TableImage, news: Partial<TableImage>): BoardRows => {
  const fixtures = news.fixtures ?? [];
  const changedFixtures = new Set(fixtures.map(({ id }) => id));
  const whole = <T extends { fixture_id: string }>(rows: readonly T[], changed: readonly T[] = []): T[] => [
    ...changed,
    ...rows.filter((row) => changedFixtures.has(row.fixture_id)),
  ];
  return {
    cursor: "0",
    books: news.books ?? [],
    fixtures,
    checks: whole(image.checks, news.checks),
    markets: whole(image.markets, news.markets),
    sightings: whole(image.sightings, news.sightings),
    players: whole(image.players, news.players),
    withheld: whole(image.withheld, news.withheld),
  };
};
