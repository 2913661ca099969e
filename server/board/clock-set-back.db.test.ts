import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { createBoard } from "@/server/board/create-board";
import { fixedClock } from "@/server/clock/testing/fixed-clock";
import { hour, minute, recorderRig, start, t0 } from "@/server/recorder/testing/recorder-rig";
import { eventOf, moneyline, silentLog, snapshotOf } from "@/server/recorder/testing/snapshots";

const rig = recorderRig();
const sport = "americanfootball_nfl";

test.each([
  ["two hours", 10 * hour],
  ["40 days", 40 * 24 * hour],
])("fixtures that went while the clock ran %s past their start come back with it", async (_, ahead) => {
  await rig.record(snapshotOf("draftkings", t0, [eventOf(start, [moneyline(-150, 130)])]));
  let now = t0 + minute;
  const board = await createBoard(
    rig.database().db,
    silentLog,
    fixedClock(() => now),
  );
  const held = () => [...board.booksByMarket().keys()];
  try {
    expect(held()).toEqual(["h2h"]);
    now = t0 + ahead;
    while (held().length > 0) await delay(10);
    now = t0 + 2 * minute;
    while (held().length === 0) await delay(10);
    expect(board.upcoming(sport, now)).toHaveLength(1);
  } finally {
    await board.close();
  }
});
