import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { findSport } from "@/server/domain/catalogue/sports";
import { minuteMs } from "@/server/domain/durations";
import { deleteAlias, insertAlias } from "@/server/ingest/recorder/state/team-aliases";
import { recorderRig, start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import { eventOf, moneyline, snapshotOf } from "@/server/ingest/recorder/testing/snapshots";
import { listUnmatched } from "@/server/ingest/recorder/unmatched/store-unmatched";

const rig = recorderRig();

const fixture = "americanfootball_nfl-dallas-cowboys-at-new-york-giants-2026-11-21";
const alias = { name: "Gotham Giants", team: "New York Giants" };
const sport = findSport("americanfootball_nfl");
if (sport === undefined) throw new Error("no such sport");

const booksWithPrices = async () =>
  [...new Set((await rig.currentMarkets()).map(({ book_key }) => book_key))].sort();

describe.each([
  ["without a reference", {}],
  ["with a reference", { ref: "fd-88123" }],
])("events %s", (_, ref) => {
  const proper = (at: number) =>
    snapshotOf("draftkings", at, [
      eventOf(start, [moneyline(-150, 130)], { home: "New York Giants", away: "Dallas Cowboys" }),
    ]);
  const respelled = (book: string, at: number, complete = false) =>
    snapshotOf(
      book,
      at,
      [eventOf(start, [moneyline(-150, 130)], { home: "Gotham Giants", away: "Dallas Cowboys", ...ref })],
      complete ? { complete } : {},
    );

  test.each([false, true])(
    "after an alias is removed, a book's next snapshot withdraws prices joined through the alias (complete snapshot: %s)",
    async (complete) => {
      const { db } = rig.database();
      await insertAlias(db, sport, alias, new Date());
      await rig.record(proper(t0));
      await rig.record(respelled("fanduel", t0, complete));
      await rig.record(respelled("betmgm", t0, complete));
      expect(await booksWithPrices()).toEqual(["betmgm", "draftkings", "fanduel"]);

      expect(await deleteAlias(db, sport, alias)).toBe(true);
      const later = t0 + minuteMs;
      const report = await rig.record(respelled("fanduel", later, complete), later);

      expect(report.events).toMatchObject({ matched: 0, unmatched: 1 });
      expect(await booksWithPrices()).toEqual(["betmgm", "draftkings"]);
      expect(await listUnmatched(db, {})).toMatchObject([
        { book: "fanduel", home: "Gotham Giants", fixtures: [fixture] },
      ]);
      expect(await rig.rows(sql`select fixture_id, book_key from unmatched_notes`)).toEqual([
        { fixture_id: fixture, book_key: "fanduel" },
      ]);
      // The archive records the withdrawal too.
      const ends = await rig.rows(sql`
        select s.book_key, p.outcomes from archive_points p join archive_series s on s.id = p.series_id
        where p.recorded_at = to_timestamp(${later}::float8 / 1000)`);
      expect(ends).toEqual([{ book_key: "fanduel", outcomes: "" }]);

      // With the team's own name, the book's event is matched again.
      const again = { ...proper(later + minuteMs), book: "fanduel" };
      expect((await rig.record(again, later + minuteMs)).events).toMatchObject({ matched: 1 });
      expect(await booksWithPrices()).toEqual(["betmgm", "draftkings", "fanduel"]);
    },
  );

  test("after an alias is removed, an event that the alias matched becomes unmatched and stays unmatched", async () => {
    const { db } = rig.database();
    await insertAlias(db, sport, alias, new Date());
    await rig.record(proper(t0));
    await rig.record(respelled("fanduel", t0));
    await deleteAlias(db, sport, alias);
    for (const at of [t0 + minuteMs, t0 + 2 * minuteMs]) {
      const report = await rig.record(respelled("fanduel", at), at);
      expect([at, report.events.matched]).toEqual([at, 0]);
    }
    expect(await booksWithPrices()).toEqual(["draftkings"]);
  });
});

test("in an open sport, after an alias is removed, a book's next snapshot withdraws prices joined through the alias", async () => {
  const { db } = rig.database();
  const handball = findSport("handball_germany_bundesliga");
  if (handball === undefined) throw new Error("no such sport");
  const quote = (book: string, at: number, home: string) =>
    snapshotOf(
      book,
      at,
      [eventOf(start, [moneyline(-150, 130)], { home, away: "SC Magdeburg", ref: "e-88123" })],
      {
        sport: handball.key,
      },
    );
  await rig.record(quote("draftkings", t0, "THW Kiel"));
  const zebras = { name: "Ostsee Zebras", team: "THW Kiel" };
  await insertAlias(db, handball, zebras, new Date());
  await rig.record(quote("fanduel", t0, "Ostsee Zebras"));
  await deleteAlias(db, handball, zebras);
  await rig.record(quote("fanduel", t0 + minuteMs, "Ostsee Zebras"), t0 + minuteMs);
  const [kiel] = (await rig.fixtureIds()).filter((id) => id.includes("thw-kiel"));
  const books = (await rig.currentMarkets())
    .filter(({ fixture_id }) => fixture_id === kiel)
    .map(({ book_key }) => book_key);
  expect(books).toEqual(["draftkings"]);
});
