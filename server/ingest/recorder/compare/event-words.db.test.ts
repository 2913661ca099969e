import { expect, test } from "vitest";
import { fixedClock } from "@/server/clock/testing/fixed-clock";
import { minuteMs } from "@/server/domain/durations";
import type { Rendered } from "@/server/domain/serialize/rendered";
import type { SnapshotEvent } from "@/server/ingest/feeds/snapshot";
import { mainMarketsQuery } from "@/server/ingest/recorder/testing/board-rig";
import { recorderRig, start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import { eventOf, iso, moneyline, silentLog, snapshotOf } from "@/server/ingest/recorder/testing/snapshots";
import { createBoard } from "@/server/market/board/create-board";

const rig = recorderRig();
const passing = {
  key: "player_pass_yds",
  outcomes: [
    { side: "over" as const, player: "Josh Allen", american: -115, point: 249.5 },
    { side: "under" as const, player: "Josh Allen", american: -105, point: 249.5 },
  ],
};

const poll = (at: number, words: Partial<SnapshotEvent>, recorded = false) =>
  rig.record(
    snapshotOf("fanduel", recorded ? null : at, [eventOf(start, [moneyline(-150, 130), passing], words)], {
      ...(recorded && { recorded_at: iso(at) }),
    }),
    recorded ? t0 + 10 * minuteMs : at,
    recorded ? "recorded" : "now",
  );

/** What endpoints 5 to 8 state about the book, apart from its prices. */
const served = async (now: number) => {
  const board = await createBoard(
    rig.database().db,
    silentLog,
    fixedClock(() => now),
  );
  const read = async (rendered: Rendered | Promise<Rendered>) =>
    JSON.parse(Buffer.from(await (await rendered).bytes("identity")).toString());
  const props = { ...mainMarketsQuery, markets: ["player_pass_yds"] };
  try {
    const [fixture] = board.upcoming("americanfootball_nfl", now);
    if (fixture === undefined) throw new Error("no fixture is listed");
    const responses = [
      (await read(board.oddsList(fixture.sportKey, mainMarketsQuery)))[0].bookmakers[0],
      (await read(board.odds(fixture, mainMarketsQuery))).bookmakers[0],
      (await read(board.propsList(fixture.sportKey, props)))[0].props[0].bookmaker,
      (await read(board.props(fixture, props))).props[0].bookmaker,
    ];
    const words = responses.map(({ book_event_id, link }) => ({ book_event_id, link }));
    expect(new Set(words.map((each) => JSON.stringify(each))).size).toBe(1);
    return words[0];
  } finally {
    await board.close();
  }
};

test("a book's odds and prop rows have its own id of the event and its link, where the source states them", async () => {
  await poll(t0, { ref: "fd-1", link: "https://fanduel.example/1?s={state}" });
  expect(await served(t0)).toEqual({ book_event_id: "fd-1", link: "https://fanduel.example/1?s={state}" });
});

test("a book whose source states neither an id nor a link has neither field", async () => {
  await poll(t0, {});
  expect(await served(t0)).toEqual({});
});

test("an aggregator's id of the event is not served as the book's own id", async () => {
  await poll(t0, { ref: "aggregator-1", book_event_id: null });
  expect(await served(t0)).toEqual({});
  await poll(t0 + minuteMs, { ref: "aggregator-1", book_event_id: "fd-1" });
  expect(await served(t0 + minuteMs)).toEqual({ book_event_id: "fd-1" });
});

test("if a book lists a game under another id, the newest id is served, without the link of the old listing", async () => {
  await poll(t0, { ref: "fd-1", link: "https://fanduel.example/1" });
  await poll(t0 + minuteMs, { ref: "fd-2" });
  expect(await served(t0 + minuteMs)).toEqual({ book_event_id: "fd-2" });
  await poll(t0 + 2 * minuteMs, { ref: "fd-2", link: "https://fanduel.example/2" });
  expect(await served(t0 + 2 * minuteMs)).toEqual({
    book_event_id: "fd-2",
    link: "https://fanduel.example/2",
  });
});

test("an unusable link is dropped and counted, and the prices of its event are served", async () => {
  const report = await poll(t0, { ref: "fd-1", link: "javascript:alert(1)" });
  expect(report).toMatchObject({ droppedLinks: 1, rejected: {}, prices: { seen: 4, changed: 4 } });
  expect(await served(t0)).toEqual({ book_event_id: "fd-1" });
});

test("a recording that arrives late does not replace the words of a newer snapshot", async () => {
  await poll(t0 + 5 * minuteMs, { ref: "fd-2", link: "https://fanduel.example/2" }, true);
  await poll(t0, { ref: "fd-1", link: "https://fanduel.example/1" }, true);
  expect(await served(t0 + 6 * minuteMs)).toEqual({
    book_event_id: "fd-2",
    link: "https://fanduel.example/2",
  });
});
