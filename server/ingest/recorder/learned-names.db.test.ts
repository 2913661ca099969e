import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { findCatalogueBook } from "@/server/domain/catalogue/books";
import { findSport } from "@/server/domain/catalogue/sports";
import { dayMs, hourMs, minuteMs } from "@/server/domain/durations";
import type { SnapshotEvent } from "@/server/ingest/feeds/snapshot";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import { mainMarketsQuery, serve } from "@/server/ingest/recorder/testing/board-rig";
import { recorderRig, start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import { eventOf, moneyline, snapshotOf, testRecorder } from "@/server/ingest/recorder/testing/snapshots";
import { createArchive } from "@/server/market/archive/create-archive";
import { addAlias } from "@/server/ops/change-aliases";

const rig = recorderRig();
const sport = "mma_mixed_martial_arts";

type Bout = {
  readonly home: string;
  readonly away: string;
  readonly at?: number;
  readonly ref?: string;
  /** American prices of home and away. */
  readonly prices?: readonly [number, number];
};
const bout = ({ home, away, at = start, ref, prices = [-150, 130] }: Bout): SnapshotEvent =>
  eventOf(at, [moneyline(...prices)], { home, away, ...(ref !== undefined && { ref }) });

/** Records what one book lists, `minutes` after the first snapshot. */
const list = (book: string, minutes: number, bouts: readonly Bout[], token?: string) =>
  recordSnapshots(
    testRecorder(rig.database().db),
    [snapshotOf(book, t0 + minutes * minuteMs, bouts.map(bout), { sport, complete: true })],
    {
      clock: "now",
      now: t0 + minutes * minuteMs,
      ...(token !== undefined && { origin: { kind: "token", id: token } as const }),
    },
  );

const served = async (minutes: number) => {
  const { list: fixtures } = await serve(rig.database().db, sport, t0 + minutes * minuteMs);
  return fixtures.map(({ home_team, away_team, bookmakers, unmatched_bookmakers }) => ({
    teams: [home_team, away_team].sort(),
    books: bookmakers.map(({ key }) => key),
    unmatched: unmatched_bookmakers,
  }));
};
const honest = { home: "Jon Jones", away: "Stipe Miocic" };

describe("two independent sources agree after one book delivered other names first", () => {
  test.each([
    ["each name one letter off, same start", [{ home: "Jon Jonse", away: "Stipe Miocik" }]],
    [
      "each name one letter off, three days later",
      [{ home: "Jon Jonnes", away: "Stipe Mioccic", at: start + 3 * dayMs }],
    ],
    ["surnames only", [{ home: "Jones", away: "Miocic" }]],
    ["initials only", [{ home: "JJ", away: "SM" }]],
    ["initials and surnames", [{ home: "J. Jones", away: "S. Miocic" }]],
    [
      "the real names and suffixed variants",
      [honest, ..."abcdefgh"].map((suffix) =>
        typeof suffix === "string"
          ? { home: `${honest.home}${suffix}`, away: `${honest.away}${suffix}` }
          : suffix,
      ),
    ],
    [
      "suffixed variants only",
      [..."abcdefgh"].map((suffix) => ({ home: `${honest.home}${suffix}`, away: `${honest.away}${suffix}` })),
    ],
    [
      "invented opponents",
      [
        { home: "Jon Jones", away: "Some Body" },
        { home: "Stipe Miocic", away: "Any Body", at: start + 5 * hourMs },
      ],
    ],
  ])("%s: the game is served under the names of the two", async (_, bad) => {
    for (const round of [0, 10]) {
      await list("badbook", round, bad, "bad");
      await list("draftkings", round + 1, [honest]);
      await list("fanduel", round + 2, [honest]);
    }
    const fixtures = await served(13);
    expect(fixtures).toContainEqual(
      expect.objectContaining({
        teams: ["Jon Jones", "Stipe Miocic"],
        books: expect.arrayContaining(["draftkings", "fanduel"]),
      }),
    );
    for (const { unmatched } of fixtures) {
      expect(unmatched).not.toContain("draftkings");
      expect(unmatched).not.toContain("fanduel");
    }
    const rows = await rig.rows(sql`select book_key, home from unmatched_events where book_key <> 'badbook'`);
    expect(rows).toEqual([]);
  });
});

const fixtureOf = async (home: string): Promise<string> => {
  const [row] = await rig.rows<{ id: string }>(
    sql`select id from fixtures where home_team = ${home} or away_team = ${home} order by number limit 1`,
  );
  return row?.id ?? "";
};

/** Jon Jones's price in each recorded point of a book, oldest first, in the history of the fixture with this id. */
const historyOf = async (id: string, book: string, minutes: number) => {
  const { byId } = await serve(rig.database().db, sport, t0 + minutes * minuteMs, [id]);
  const [fixture] = byId;
  const archive = createArchive({
    db: rig.database().db,
    archiveFrom: 0,
    findBook: findCatalogueBook,
    clock: () => t0 + minutes * minuteMs,
  });
  const record = {
    id: fixture?.id ?? "",
    sportKey: sport,
    homeTeam: fixture?.home_team ?? "",
    awayTeam: fixture?.away_team ?? "",
    commenceTime: Date.parse(fixture?.commence_time ?? ""),
  };
  const query = { ...mainMarketsQuery, markets: ["h2h"], bookmakers: [book] };
  const rendered = await archive.series(record, { ...query, oddsFormat: "american" });
  const body = JSON.parse(Buffer.from(await rendered.bytes("identity")).toString());
  return body.bookmakers[0].markets[0].points.map(
    ({ outcomes }: { outcomes: { name: string; price: number }[] }) =>
      outcomes.find(({ name }) => name === honest.home)?.price,
  );
};

describe("two fixtures that turn out to be one game", () => {
  const typo = { home: "Jon Jonse", away: "Stipe Miocik", ref: "4711" };

  test.each([
    ["in the same order", typo, { ...honest, ref: "4711" }],
    [
      "with home and away reversed",
      { home: typo.away, away: typo.home, ref: "4711" },
      { home: honest.away, away: honest.home, ref: "4711" },
    ],
  ])(
    "if a book corrects its names under the same reference, %s, its fixture becomes an id of the listed one, with one history",
    async (_, wrong, right) => {
      const quote = (jones: number, miocic: number): Pick<Bout, "prices"> => ({
        prices: wrong.home === typo.away ? [miocic, jones] : [jones, miocic],
      });
      await list("unibet", 0, [{ ...wrong, ...quote(-110, 100) }]);
      const old = await fixtureOf(typo.home);
      await list("draftkings", 1, [honest]);
      await list("fanduel", 2, [honest]);
      await list("unibet", 3, [{ ...wrong, ...quote(-120, 105) }]);
      expect(await served(3)).toEqual([
        { teams: ["Jon Jones", "Stipe Miocic"], books: ["draftkings", "fanduel"], unmatched: ["unibet"] },
      ]);
      await list("unibet", 4, [{ ...right, ...quote(-130, 110) }]);
      const id = await fixtureOf(honest.home);
      expect(id).not.toBe(old);
      expect(await served(4)).toEqual([
        { teams: ["Jon Jones", "Stipe Miocic"], books: ["draftkings", "fanduel", "unibet"], unmatched: [] },
      ]);
      const { byId } = await serve(rig.database().db, sport, t0 + 4 * minuteMs, [old, id]);
      expect(byId[0]).toEqual(byId[1]);
      expect(byId[0]).toMatchObject({ id, home_team: "Jon Jones" });
      for (const each of [old, id]) expect(await historyOf(each, "unibet", 4)).toEqual([-110, -120, -130]);
    },
  );

  test("an alias for the other spelling merges the fixtures from the book's next snapshot", async () => {
    await list("unibet", 0, [{ home: "Jon Jonse", away: honest.away }]);
    const old = await fixtureOf("Jon Jonse");
    await list("draftkings", 1, [honest]);
    await list("fanduel", 2, [honest]);
    const found = findSport(sport);
    if (found === undefined) throw new Error("no such sport");
    await addAlias(rig.database().db, { sport: found, team: "Jon Jones", name: "Jon Jonse" });
    await list("unibet", 3, [{ home: "Jon Jonse", away: honest.away }]);
    const id = await fixtureOf("Jon Jones");
    expect((await served(3)).map(({ books }) => books)).toEqual([["draftkings", "fanduel", "unibet"]]);
    const { byId } = await serve(rig.database().db, sport, t0 + 3 * minuteMs, [old]);
    expect(byId.map((fixture) => fixture.id)).toEqual([id]);
  });

  test("two bouts that one book lists side by side stay two, however similar the names", async () => {
    const ana = { home: "Ana Silvana", away: "Mia Kowal" };
    const anna = { home: "Anna Silvana", away: "Mya Kowal" };
    await list("draftkings", 0, [ana, anna]);
    await list("fanduel", 1, [ana]);
    await list("unibet", 2, [ana]);
    expect((await served(2)).map(({ teams }) => teams)).toEqual([
      ["Ana Silvana", "Mia Kowal"],
      ["Anna Silvana", "Mya Kowal"],
    ]);
  });
});

describe("which names are listed", () => {
  const other = { home: "Jon Jonse", away: "Stipe Miocik" };
  const listed = async (minutes: number) =>
    (await served(minutes)).map(({ teams, books, unmatched }) => [teams[0], books, unmatched]);

  test("three books of one feed token are one source, and do not outvote two independent books", async () => {
    for (const [at, book] of ["one", "two", "three"].entries()) await list(book, at, [other], "token");
    await list("draftkings", 3, [honest]);
    await list("fanduel", 4, [honest]);
    expect(await listed(4)).toEqual([["Jon Jones", ["draftkings", "fanduel"], []]]);
  });

  test("in a tie, a book of the catalogue counts more than an unknown book that came first", async () => {
    await list("unknown", 0, [other], "token");
    await list("draftkings", 1, [honest]);
    expect(await listed(1)).toEqual([["Jon Jones", ["draftkings"], []]]);
  });

  test("in a tie of books of the catalogue, the names that were stated first stay, and the other book is unmatched", async () => {
    await list("fanduel", 0, [other]);
    await list("draftkings", 1, [honest]);
    expect(await listed(1)).toEqual([["Jon Jonse", ["fanduel"], ["draftkings"]]]);
  });
});

test("a book with more look-alikes than one snapshot judges gets all of them judged, in turn", async () => {
  const givenNames = [
    "Bruno",
    "Casper",
    "Dmitri",
    "Edgar",
    "Felipe",
    "Gustav",
    "Hector",
    "Ivan",
    "Joaquin",
    "Kwame",
  ];
  const surnames = ["Abernathy", "Okonkwo", "Vandermeer", "Quintero"];
  const opponents = ["Wilhelmsson", "Tsukamoto"];
  const right = surnames.flatMap((surname, row) =>
    Array.from({ length: 5 }, (_, column) => ({
      home: `${givenNames[(row % 2) * 5 + column]} ${surname}`,
      away: `${givenNames[9 - ((row % 2) * 5 + column)]} ${opponents[row < 2 ? 0 : 1]}`,
      at: start + (row * 5 + column) * 7 * dayMs,
    })),
  );
  const misspelled = right.map((each) => ({ ...each, home: `${each.home}e`, away: `${each.away}e` }));
  await list("draftkings", 0, right);
  await list("fanduel", 1, right);
  const hiddenSince = async (minutes: number): Promise<number> => {
    const since = new Date(t0 + minutes * minuteMs).toISOString();
    const [row] = await rig.rows<{ count: number }>(sql`
      select count(distinct f.id)::int as count from fixtures f join checks c on c.fixture_id = f.id
      where f.look_alike and c.book_key = 'badbook' and c.recorded_at >= ${since}::timestamptz`);
    return row?.count ?? 0;
  };
  /** [recorded prices, current prices] of the book at hidden fixtures. */
  const prices = async (): Promise<unknown> => {
    const [row] = await rig.rows<{ recorded: number; current: number }>(sql`
      select
        (select count(*)::int from archive_points p join archive_series s on s.id = p.series_id
          join fixtures f on f.number = s.fixture_number where f.look_alike and s.book_key = 'badbook') as recorded,
        (select count(*)::int from current_markets m join fixtures f on f.id = m.fixture_id
          where f.look_alike and m.book_key = 'badbook' and m.outcomes <> '') as current`);
    return [row?.recorded, row?.current];
  };
  await list("badbook", 2, misspelled);
  expect(await hiddenSince(2)).toBe(16);
  await list("badbook", 3, misspelled);
  expect(await hiddenSince(3)).toBe(misspelled.length);
  const before = await prices();
  expect(before).toEqual([misspelled.length, misspelled.length]);
  for (const minutes of [4, 5, 6]) await list("badbook", minutes, misspelled);
  expect(await hiddenSince(6)).toBe(misspelled.length);
  // No price was withdrawn and recorded again.
  expect(await prices()).toEqual(before);
});
