import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { hourMs, minuteMs } from "@/server/domain/durations";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import { recorderRig, start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import {
  eventOf,
  iso,
  moneyline,
  playerMarket,
  snapshotOf,
  testRecorder,
  totals,
} from "@/server/ingest/recorder/testing/snapshots";

const rig = recorderRig();
const { currentMarkets, fixtureIds, points, record, rows } = rig;

describe("joining", () => {
  test("two books that spell and order the teams differently are matched to one fixture, and each price is assigned to its team", async () => {
    await record(snapshotOf("draftkings", t0, [eventOf(start, [moneyline(-150, 130)])]));
    await record(
      snapshotOf("fanduel", t0, [
        eventOf(start + 5 * minuteMs, [moneyline(125, -145)], { home: "KC Chiefs", away: "Bills" }),
      ]),
    );
    expect(await fixtureIds()).toEqual([
      "americanfootball_nfl-kansas-city-chiefs-at-buffalo-bills-2026-11-21",
    ]);
    expect((await currentMarkets()).map(({ book_key, outcomes }) => [book_key, outcomes])).toEqual([
      ["draftkings", "h-150\na+130"],
      ["fanduel", "h-145\na+125"],
    ]);
  });

  test("an event with a name that fits two teams is unmatched, and the possible fixture gets a sighting with the event's book", async () => {
    const events = [
      eventOf(start, [moneyline(-150, 130)], { home: "New York Jets", away: "Miami Dolphins" }),
      eventOf(start, [moneyline(-150, 130)], { home: "New York Giants", away: "Dallas Cowboys" }),
    ];
    await record(snapshotOf("draftkings", t0, events));
    const report = await record(
      snapshotOf("fanduel", t0, [
        eventOf(start, [moneyline(-150, 130)], { home: "New York", away: "Miami Dolphins" }),
      ]),
    );
    expect(report.events).toEqual({ seen: 1, matched: 0, unmatched: 1, rejected: 0 });
    expect(report.prices.unmatched).toBe(2);
    expect(await rows(sql`select fixture_id, book_key from unmatched_notes`)).toEqual([
      { fixture_id: "americanfootball_nfl-miami-dolphins-at-new-york-jets-2026-11-21", book_key: "fanduel" },
    ]);
    expect((await currentMarkets()).every(({ book_key }) => book_key === "draftkings")).toBe(true);
  });
});

describe("repetition", () => {
  test("recording the same snapshot again changes nothing and reports no change", async () => {
    const snapshot = snapshotOf("draftkings", t0, [
      eventOf(start, [moneyline(-150, 130), totals(47.5, -110, -110)]),
    ]);
    const first = await record(snapshot, t0, "recorded");
    expect(first.prices).toMatchObject({ seen: 4, changed: 4, unchanged: 0 });
    const before = [await currentMarkets(), await points(), await rows(sql`select * from checks`)];
    const second = await record(snapshot, t0 + hourMs, "recorded");
    expect(second.prices).toMatchObject({ seen: 4, changed: 0, unchanged: 4 });
    expect([await currentMarkets(), await points(), await rows(sql`select * from checks`)]).toEqual(before);
  });

  test("a snapshot without a price change updates the time of the check and adds no point to the archive", async () => {
    const quote = (at: number) => snapshotOf("draftkings", at, [eventOf(start, [moneyline(-150, 130)])]);
    await record(quote(t0), t0);
    const report = await record(quote(t0 + minuteMs), t0 + minuteMs);
    expect(report.prices).toMatchObject({ seen: 2, changed: 0, unchanged: 2 });
    expect(await points()).toHaveLength(1);
    expect(await rows(sql`select fetched_at::text from checks`)).toEqual([
      { fetched_at: "2026-11-21 12:01:00+00" },
    ]);
  });
});

describe("coverage", () => {
  const both = () =>
    snapshotOf("draftkings", t0, [eventOf(start, [moneyline(-150, 130), totals(47.5, -110, -110)])]);
  const keys = async () => (await currentMarkets()).map(({ market_key }) => market_key);

  test("a market outside a snapshot's scope stays, with the time of its last check", async () => {
    await record(both(), t0);
    await record(
      snapshotOf("draftkings", t0 + minuteMs, [eventOf(start, [moneyline(-160, 140)])], { scope: ["h2h"] }),
      t0 + minuteMs,
    );
    expect(await keys()).toEqual(["h2h", "totals"]);
    expect(await rows(sql`select market_times from checks`)).toEqual([
      { market_times: { totals: [t0, t0] } },
    ]);
  });

  test("a market that belongs to a snapshot's scope but is missing from the snapshot is withdrawn", async () => {
    await record(both(), t0);
    await record(
      snapshotOf("draftkings", t0 + minuteMs, [eventOf(start, [moneyline(-160, 140)])]),
      t0 + minuteMs,
    );
    expect(await keys()).toEqual(["h2h"]);
  });

  test("if an event is missing from a complete snapshot, its prices are withdrawn, but only at the snapshot's book", async () => {
    await record(both(), t0);
    await record({ ...both(), book: "fanduel" }, t0);
    await record(snapshotOf("draftkings", t0 + minuteMs, [], { complete: true }), t0 + minuteMs);
    expect((await currentMarkets()).map(({ book_key }) => book_key)).toEqual(["fanduel", "fanduel"]);
  });

  test("if an event is missing from a snapshot that is not complete, its prices stay", async () => {
    await record(both(), t0);
    const other = eventOf(start, [moneyline(-110, -110)], {
      home: "Dallas Cowboys",
      away: "New York Giants",
    });
    await record(snapshotOf("draftkings", t0 + minuteMs, [other]), t0 + minuteMs);
    expect((await keys()).sort()).toEqual(["h2h", "h2h", "totals"]);
  });
});

describe("time", () => {
  const quote = (at: number, home: number) =>
    snapshotOf("draftkings", at, [eventOf(start, [moneyline(home, 130)])]);

  test("an out-of-order snapshot is inserted into the archive and does not change the current price", async () => {
    await record(quote(t0, -150), t0 + hourMs, "recorded");
    await record(quote(t0 + 20 * minuteMs, -170), t0 + hourMs, "recorded");
    await record(quote(t0 + 10 * minuteMs, -160), t0 + hourMs, "recorded");
    expect((await currentMarkets()).map(({ outcomes }) => outcomes)).toEqual(["h-170\na+130"]);
    expect(
      (await points()).map(({ at, outcomes }) => [(at - t0) / minuteMs, outcomes.split("\n")[0]]),
    ).toEqual([
      [0, "h-150"],
      [10, "h-160"],
      [20, "h-170"],
    ]);
  });

  test("the price of a late snapshot is valid only until the next observation, even if the observations before and after the snapshot state the same price", async () => {
    await record(quote(t0, -150), t0 + hourMs, "recorded");
    await record(quote(t0 + 20 * minuteMs, -150), t0 + hourMs, "recorded");
    await record(quote(t0 + 10 * minuteMs, -160), t0 + hourMs, "recorded");
    expect((await points()).map(({ outcomes }) => outcomes.split("\n")[0])).toEqual([
      "h-150",
      "h-160",
      "h-150",
    ]);
    expect((await currentMarkets()).map(({ outcomes }) => outcomes)).toEqual(["h-150\na+130"]);
  });

  test("a poll whose prices were fetched earlier than the previous poll's prices does not change the current price", async () => {
    await record(quote(t0, -150), t0);
    await record(quote(t0 - minuteMs, -140), t0 + minuteMs);
    expect((await currentMarkets()).map(({ outcomes }) => outcomes)).toEqual(["h-150\na+130"]);
  });

  test("prices with a recording time before the beginning of the archive are counted as rejected and not stored", async () => {
    const report = await recordSnapshots(testRecorder(rig.database().db, t0), [quote(t0 - minuteMs, -150)], {
      clock: "recorded",
      now: t0 + hourMs,
    });
    expect(report.rejected).toEqual({ before_archive: 2 });
    expect(await points()).toEqual([]);
  });

  test("if a book states several starts, the start in the snapshot with the latest recording time applies, in any order of arrival", async () => {
    const moved = (at: number, commence: number) =>
      snapshotOf("draftkings", at, [eventOf(commence, [moneyline(-150, 130)])]);
    const startReports = [
      moved(t0, start),
      moved(t0 + 10 * minuteMs, start + 15 * minuteMs),
      moved(t0 + 20 * minuteMs, start + 5 * minuteMs),
    ];
    for (const order of [
      startReports,
      [...startReports].reverse(),
      [startReports[1], startReports[2], startReports[0]],
    ]) {
      await rig.empty();
      for (const snapshot of order)
        if (snapshot !== undefined) await record(snapshot, t0 + hourMs, "recorded");
      const [fixture] = await rows<{ start: number }>(
        sql`select (extract(epoch from commence_time) * 1000)::float8 as start from fixtures`,
      );
      expect(fixture?.start).toBe(start + 5 * minuteMs);
    }
  });

  test("a game seen only in play is not listed, and its prices are rejected", async () => {
    const report = await record(
      snapshotOf("draftkings", t0, [eventOf(t0 - minuteMs, [moneyline(-150, 130)])]),
    );
    expect(report.rejected).toEqual({ in_play: 2 });
    expect(await rows(sql`select id from fixtures where listed`)).toEqual([]);
    expect(await currentMarkets()).toEqual([]);
  });
});

test("a snapshot that fails halfway is rolled back completely", async () => {
  const event = eventOf(start, [moneyline(-150, 130)], { ref: "r1" });
  await rig
    .database()
    .db.execute(sql`alter table archive_points add constraint planted check (outcomes not like '%-666%')`);
  try {
    await expect(
      record(
        snapshotOf("draftkings", t0, [
          event,
          eventOf(start, [moneyline(-666, 500)], { home: "Dallas Cowboys", away: "New York Giants" }),
        ]),
      ),
    ).rejects.toThrow();
  } finally {
    await rig.database().db.execute(sql`alter table archive_points drop constraint planted`);
  }
  expect(await fixtureIds()).toEqual([]);
  expect(await rows(sql`select * from event_refs`)).toEqual([]);
  expect(await rows(sql`select * from observations`)).toEqual([]);
});

test("if only the size available at a price changes, the current price gets the new size and no point is added to the archive", async () => {
  const quote = (amount: number): BookSnapshot =>
    snapshotOf("draftkings", t0, [
      eventOf(start, [
        {
          key: "h2h",
          outcomes: [
            { side: "home", american: -110, size: { kind: "resting_depth", amount } },
            { side: "away", american: -110, size: { kind: "resting_depth", amount } },
          ],
        },
      ]),
    ]);
  await record(quote(10), t0);
  await record(quote(20), t0 + minuteMs);
  expect((await currentMarkets()).map(({ outcomes }) => outcomes)).toEqual(["h-110$d:20\na-110$d:20"]);
  expect(await points()).toHaveLength(1);
});

test("a book whose title contains a null character is recorded with its key as its title", async () => {
  const event = eventOf(start, [moneyline(-150, 130)]);
  await record(snapshotOf("newbook", t0, [event], { book_title: "Bad\u0000Book" }));
  expect(await rows(sql`select title from books where key = 'newbook'`)).toEqual([{ title: "newbook" }]);
});

test("fixtures whose names have no Latin letters stay separate", async () => {
  const sport = "soccer_japan_j_league";
  const letters = [..."あいうえおかきくけこさしすせそたちつてとなに"];
  const events = Array.from({ length: 11 }, (_, index) =>
    eventOf(start, [{ key: "h2h", outcomes: moneyline(-150, 130).outcomes }], {
      home: `${letters[index * 2]}組`,
      away: `${letters[index * 2 + 1]}組`,
    }),
  );
  const report = await record(snapshotOf("draftkings", t0, events, { sport }));
  expect(report.events.matched).toBe(11);
  expect(await fixtureIds()).toHaveLength(11);
});

test("player props keep their player, and the book's spelling of the name is stored", async () => {
  const market = playerMarket("player_pass_yds", [
    { side: "over", player: "Bills QB1", american: -115, point: 249.5 },
    { side: "under", player: "Bills QB1", american: -105, point: 249.5 },
  ]);
  await record(snapshotOf("draftkings", t0, [eventOf(start, [market])]));
  expect((await currentMarkets()).map(({ outcomes }) => outcomes)).toEqual([
    "o-115@249.5~Bills QB1\nu-105=~",
  ]);
  expect(await rows(sql`select book_key, name from fixture_players`)).toEqual([
    { book_key: "draftkings", name: "Bills QB1" },
  ]);
});

test("a book that is not in the catalogue is added from its snapshot", async () => {
  await record(
    snapshotOf("northline", null, [eventOf(start, [moneyline(-150, 130)])], {
      book_title: "Northline",
      book_kind: "exchange",
      update_interval_seconds: 45,
    }),
  );
  expect(
    await rows(
      sql`select key, title, kind, update_interval_seconds, last_update_measured from books where key = 'northline'`,
    ),
  ).toEqual([
    {
      key: "northline",
      title: "Northline",
      kind: "exchange",
      update_interval_seconds: 45,
      last_update_measured: false,
    },
  ]);
  expect(iso(t0)).toBe("2026-11-21T12:00:00.000Z");
});
