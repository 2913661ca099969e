import { describe, expect, test } from "vitest";
import { hourMs, minuteMs } from "@/server/domain/durations";
import { serve } from "@/server/ingest/recorder/testing/board-rig";
import { recorderRig, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import { eventOf, moneyline, snapshotOf } from "@/server/ingest/recorder/testing/snapshots";

const rig = recorderRig();
const sport = "mma_mixed_martial_arts";
const evening = t0 + 30 * hourMs;
const books = ["fanduel", "pinnacle", "betmgm"];
const old = "mma_mixed_martial_arts-arman-tsarukyan-at-ilia-topuria-2026-11-22";
const replacement = "mma_mixed_martial_arts-justin-gaethje-at-ilia-topuria-2026-11-22";

const quote = (book: string, at: number, opponent: string, more = {}) =>
  rig.record(
    snapshotOf(
      book,
      at,
      [eventOf(evening, [moneyline(-150, 130)], { home: "Ilia Topuria", away: opponent, ...more })],
      { sport, complete: true },
    ),
    at,
  );

const served = async (now: number) => {
  const { list, byId } = await serve(rig.database().db, sport, now, [old, replacement]);
  return {
    list: list.map(({ id, bookmakers, unmatched_bookmakers }) => [
      id,
      bookmakers.map(({ key }) => key),
      unmatched_bookmakers,
    ]),
    byId: byId.map(({ id, bookmakers }) => [id, bookmakers.length]),
  };
};

describe("a replaced opponent", () => {
  test("when all books quote another opponent, the old bout is no longer listed and its id returns no prices", async () => {
    for (const book of books) await quote(book, t0, "Arman Tsarukyan");
    expect((await served(t0)).list).toEqual([[old, [...books].sort(), []]]);

    const later = t0 + minuteMs;
    for (const book of books) await quote(book, later, "Justin Gaethje");
    expect(await served(later)).toEqual({
      list: [[replacement, [...books].sort(), []]],
      byId: [
        [old, 0],
        [replacement, books.length],
      ],
    });
  });

  test("a bout stays listed while most books quote it, and a book that quotes another opponent is in unmatched_bookmakers", async () => {
    for (const book of books) await quote(book, t0, "Arman Tsarukyan");
    await quote("fanduel", t0 + 30_000, "Justin Gaethje");
    expect((await served(t0 + 31_000)).list).toEqual([[old, ["betmgm", "pinnacle"], ["fanduel"]]]);
    await quote("pinnacle", t0 + 40_000, "Justin Gaethje");
    expect((await served(t0 + 41_000)).list).toEqual([[replacement, ["fanduel", "pinnacle"], ["betmgm"]]]);
  });

  test("a replaced bout is listed again when the books quote it again", async () => {
    for (const book of books) await quote(book, t0, "Arman Tsarukyan");
    for (const book of books) await quote(book, t0 + minuteMs, "Justin Gaethje");
    for (const book of books) await quote(book, t0 + 2 * minuteMs, "Arman Tsarukyan");
    expect((await served(t0 + 2 * minuteMs)).list).toEqual([[old, [...books].sort(), []]]);
  });

  test("another spelling of the same opponent's name does not replace the opponent", async () => {
    await quote("fanduel", t0, "Arman Tsarukyan");
    await quote("pinnacle", t0, "A. Tsarukyan");
    expect(await rig.fixtureIds()).toEqual([old]);
  });
});

test("a return match three days later is a separate fixture with its own prices", async () => {
  const nations = "soccer_uefa_nations_league";
  const threeWay = {
    key: "h2h",
    outcomes: [
      { side: "home" as const, decimal: 2.5 },
      { side: "away" as const, decimal: 2.8 },
      { side: "draw" as const, decimal: 3.3 },
    ],
  };
  const leg = (book: string, start: number, home: string, away: string) =>
    rig.record(snapshotOf(book, t0, [eventOf(start, [threeWay], { home, away })], { sport: nations }), t0);
  const first = t0 + 10 * hourMs;
  for (const book of books) await leg(book, first, "Netherlands", "Spain");
  for (const book of books) await leg(book, first + 72 * hourMs, "Spain", "Netherlands");
  const { list } = await serve(rig.database().db, nations, t0);
  expect(list.map(({ id, bookmakers }) => [id, bookmakers.length])).toEqual([
    ["soccer_uefa_nations_league-spain-at-netherlands-2026-11-21", 3],
    ["soccer_uefa_nations_league-netherlands-at-spain-2026-11-24", 3],
  ]);
});
