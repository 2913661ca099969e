import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { fixedClock } from "@/server/clock/testing/fixed-clock";
import { findCatalogueBook } from "@/server/domain/catalogue/books";
import { largeFixtureNames, maxNamesPerBook, maxStoredNames } from "@/server/domain/players/name-players";
import type { SnapshotEvent } from "@/server/ingest/feeds/snapshot";
import { loadSpellings } from "@/server/ingest/recorder/compare/name-fixture-players";
import { recorderRig, start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import { eventOf, playerMarket, silentLog, snapshotOf } from "@/server/ingest/recorder/testing/snapshots";
import { createArchive } from "@/server/market/archive/create-archive";
import type { PriceQuery } from "@/server/market/board/board";
import { createBoard } from "@/server/market/board/create-board";
import { quoteMarkets } from "@/server/market/board/quote-markets";

const rig = recorderRig();
const sport = "basketball_nba";
const stat = "player_points";
const query: PriceQuery = {
  markets: [stat],
  bookmakers: undefined,
  oddsFormat: "american",
  dateFormat: "iso",
};

const gameOf = (players: readonly string[], american = -110): SnapshotEvent =>
  eventOf(
    start,
    [
      playerMarket(
        stat,
        players.map((player) => ({ side: "over" as const, player, point: 9.5, american })),
      ),
    ],
    { home: "Oklahoma City Thunder", away: "Los Angeles Lakers" },
  );

let now = t0;
const list = (book: string, players: readonly string[], american?: number) => {
  now += 1000;
  return rig.record(snapshotOf(book, now, [gameOf(players, american)], { sport }), now);
};

type Named = {
  readonly key: string;
  readonly markets: readonly { readonly outcomes: readonly { description: string }[] }[];
};
type Moves = {
  readonly key: string;
  readonly markets: readonly { readonly points: Named["markets"] }[];
};
type Row = { readonly bookmaker: { readonly key: string }; readonly player: string };

const sortedNames = (books: readonly (readonly [string, readonly string[]])[]): Record<string, string[]> =>
  Object.fromEntries(books.map(([book, names]) => [book, [...names].sort()]));

/** Book -> the names that it shows, at every place that shows names. All places must agree. */
const servedNames = async (): Promise<Record<string, string[]>> => {
  const { db } = rig.database();
  const read = async (rendered: Promise<{ bytes: (encoding: "identity") => unknown }>) =>
    JSON.parse(Buffer.from((await (await rendered).bytes("identity")) as Uint8Array).toString());
  const board = await createBoard(
    db,
    silentLog,
    fixedClock(() => now),
  );
  try {
    const [game] = board.upcoming(sport, now);
    if (game === undefined) throw new Error("no fixture");
    const props: { props: Row[] } = await read(Promise.resolve(board.props(game, query)));
    const byBook = new Map<string, string[]>();
    for (const { bookmaker, player } of props.props)
      byBook.set(bookmaker.key, [...(byBook.get(bookmaker.key) ?? []), player]);
    const current = sortedNames([...byBook]);
    const ofBooks = (books: readonly Named[]) =>
      sortedNames(
        books
          .map(
            ({ key, markets }) =>
              [
                key,
                [
                  ...new Set(
                    markets.flatMap(({ outcomes }) => outcomes.map(({ description }) => description)),
                  ),
                ],
              ] as const,
          )
          .filter(([, names]) => names.length > 0),
      );
    const odds: { bookmakers: Named[] } = await read(Promise.resolve(board.odds(game, query)));
    expect(ofBooks(odds.bookmakers)).toEqual(current);
    const { quotes } = quoteMarkets(game, [stat], board.findBook, now).value;
    expect(
      sortedNames(quotes.map(({ book, outcomes }) => [book, outcomes.map(({ subject }) => subject ?? "")])),
    ).toEqual(current);
    const archive = createArchive({ db, archiveFrom: 0, findBook: findCatalogueBook, clock: () => now });
    const series: { bookmakers: Moves[] } = await read(archive.series(game, query));
    const last = series.bookmakers.map(({ key, markets }) => ({
      key,
      markets: markets.flatMap(({ points }) => points.slice(-1)),
    }));
    expect(ofBooks(last)).toEqual(current);
    return current;
  } finally {
    await board.close();
  }
};

describe("players' names in responses", () => {
  test("father and son keep their own names at every endpoint, in every order of arrival", async () => {
    await list("draftkings", ["LeBron James"]);
    await list("fanduel", ["LeBron James Jr."]);
    expect(await servedNames()).toEqual({ draftkings: ["LeBron James"], fanduel: ["LeBron James Jr."] });
    await list("betmgm", ["LeBron James", "Bronny James"]);
    expect(await servedNames()).toEqual({
      betmgm: ["LeBron James", "LeBron James Jr."],
      draftkings: ["LeBron James"],
      fanduel: ["LeBron James Jr."],
    });
  });

  test("initials that fit a known teammate keep their own name, before and after a third book lists both players", async () => {
    await list("draftkings", ["Jalen Williams"]);
    await list("fanduel", ["J. Williams"]);
    const before = { draftkings: ["Jalen Williams"], fanduel: ["J. Williams"] };
    expect(await servedNames()).toEqual(before);
    await list("betmgm", ["Jalen Williams", "Jaylin Williams"]);
    expect(await servedNames()).toEqual({ ...before, betmgm: ["Jalen Williams", "Jaylin Williams"] });
  });

  test("initials that fitted one player are shown as a player of their own once they fit two, and stay so when one is no longer listed", async () => {
    await list("draftkings", ["Alex Miller"]);
    await list("fanduel", ["A. Miller"]);
    expect(await servedNames()).toEqual({ draftkings: ["Alex Miller"], fanduel: ["Alex Miller"] });
    await list("betmgm", ["Alex Miller", "Aaron Miller"]);
    const apart = { draftkings: ["Alex Miller"], fanduel: ["A. Miller"] };
    expect(await servedNames()).toEqual({ ...apart, betmgm: ["Aaron Miller", "Alex Miller"] });
    await list("betmgm", ["Aaron Miller"]);
    await list("draftkings", ["Aaron Miller"]);
    await list("williamhill_us", ["Paul Other"]);
    expect(await servedNames()).toEqual({
      betmgm: ["Aaron Miller"],
      draftkings: ["Aaron Miller"],
      fanduel: ["A. Miller"],
      williamhill_us: ["Paul Other"],
    });
  });

  test("nicknames and the team behind a name lead to the player's name", async () => {
    await list("draftkings", ["Luguentz Dort", "LeBron James"]);
    await list("fanduel", ["Luguentz Dort", "LeBron James"]);
    await list("betmgm", ["Lu Dort", "LeBron James (LAL)"]);
    await list("williamhill_us", ["L. Dort - OKC"]);
    expect(await servedNames()).toEqual({
      betmgm: ["LeBron James", "Luguentz Dort"],
      draftkings: ["LeBron James", "Luguentz Dort"],
      fanduel: ["LeBron James", "Luguentz Dort"],
      williamhill_us: ["Luguentz Dort"],
    });
  });

  test("a spelling that an older version stored without a displayed name is shown by the same rules", async () => {
    await list("draftkings", ["Paolo Banchero"]);
    await list("fanduel", ["P. Banchero"]);
    await rig.database().db.execute(sql`update fixture_players set shown_as = null`);
    expect(await servedNames()).toEqual({ draftkings: ["Paolo Banchero"], fanduel: ["Paolo Banchero"] });
    await list("betmgm", ["PAOLO BANCHERO"]);
    expect(await rig.rows(sql`select name from fixture_players where shown_as is null`)).toEqual([]);
  });

  test("a spelling without effect can be deleted after the fixture's last recording: history shows the same names", async () => {
    await list("draftkings", ["Alex Miller", "Paolo Banchero"]);
    await list("fanduel", ["A. Miller", "P. Banchero"]);
    await list("betmgm", ["Aaron Miller"]);
    const before = await servedNames();
    await rig.database().db.execute(sql`delete from fixture_players where shown_as = name`);
    expect(await servedNames()).toEqual(before);
    expect(before.fanduel).toEqual(["A. Miller", "Paolo Banchero"]);
  });
});

describe("stored spellings", () => {
  const flood = (part: number) =>
    Array.from({ length: maxNamesPerBook - 10 }, (_, index) => `Part${part} Player${index}`);

  test("a book that replaces its players again and again has a limited number of stored spellings, and the names of other books are still joined", async () => {
    await list("draftkings", ["Paolo Banchero"]);
    for (const part of [1, 2, 3]) await list("fanduel", flood(part));
    await list("betmgm", ["P. Banchero"]);
    const [stored] = await rig.rows<{ count: number }>(
      sql`select count(*)::int as count from fixture_players where book_key = 'fanduel'`,
    );
    expect(stored?.count).toBe(maxNamesPerBook + 1);
    const served = await servedNames();
    expect(served.fanduel).toEqual(flood(3).sort());
    expect(served.betmgm).toEqual(["Paolo Banchero"]);
  });

  const storeRows = (book: string, count: number) =>
    rig.database().db.execute(sql`
      insert into fixture_players (fixture_id, book_key, name, shown_as)
      select id, ${book}, ${book} || ' Player' || n, ${book} || ' Player' || n
      from fixtures, generate_series(1, ${count}::int) n`);
  const countRows = async (book: string) =>
    (await rig.rows(sql`select from fixture_players where book_key = ${book}`)).length;
  const countLoaded = async (book: string) => {
    const [fixture = ""] = await rig.fixtureIds();
    const wanted = [{ fixture, book, name: "New Name" }];
    return (await loadSpellings(rig.database().db, wanted)).size;
  };

  test("new spellings of a book that has its most spellings load no spelling of the fixture", async () => {
    await list("draftkings", ["Paolo Banchero"]);
    await storeRows("fanduel", maxNamesPerBook);
    expect(await countLoaded("fanduel")).toBe(1);
    await list("fanduel", ["One More"]);
    expect(await countLoaded("fanduel")).toBe(0);
    expect(await countLoaded("betmgm")).toBe(1);
    await list("fanduel", ["Two More"]);
    expect((await servedNames()).fanduel).toEqual(["Two More"]);
  });

  test("a fixture with very many spellings gets fewer spellings of each book, and from the maximum on no more: names are then shown unchanged", async () => {
    await list("draftkings", ["Paolo Banchero"]);
    for (let stored = 0; stored < largeFixtureNames; stored += maxNamesPerBook)
      await storeRows(`flood${stored}`, maxNamesPerBook);
    await storeRows("fanduel", 101);
    expect(await countLoaded("fanduel")).toBe(0);
    await list("betmgm", ["P. Banchero"]);
    expect((await servedNames()).betmgm).toEqual(["Paolo Banchero"]);
    const rest = maxStoredNames - largeFixtureNames - 103;
    await storeRows("rest", rest - 1);
    await list("williamhill_us", ["PAOLO BANCHERO", "P Banchero"]);
    expect(await countRows("williamhill_us")).toBe(1);
    expect(await countLoaded("pointsbetus")).toBe(0);
    expect(await servedNames()).toMatchObject({ betmgm: ["Paolo Banchero"], draftkings: ["Paolo Banchero"] });
  });

  test("a delivery with too many players of one event is rejected and counted, and the book's earlier prices stay", async () => {
    await list("fanduel", ["Paolo Banchero"]);
    const report = await list(
      "fanduel",
      Array.from({ length: maxNamesPerBook + 1 }, (_, n) => `Player ${n}`),
    );
    expect(report.rejected).toEqual({ too_many_players: maxNamesPerBook + 1 });
    expect(await servedNames()).toEqual({ fanduel: ["Paolo Banchero"] });
  });

  test("a change of prices writes no spelling again", async () => {
    await list("draftkings", ["Paolo Banchero"]);
    const rows = () => rig.rows<{ xid: string }>(sql`select changed_xid::text as xid from fixture_players`);
    const before = await rows();
    await list("draftkings", ["Paolo Banchero"], -120);
    expect(await rows()).toEqual(before);
  });
});
