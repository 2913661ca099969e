import { expect, test } from "vitest";
import { fixedClock } from "@/server/clock/testing/fixed-clock";
import { hourMs } from "@/server/domain/durations";
import { mainMarketsQuery } from "@/server/ingest/recorder/testing/board-rig";
import { recorderRig, start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import { eventOf, moneyline, silentLog, snapshotOf } from "@/server/ingest/recorder/testing/snapshots";
import { createBoard } from "@/server/market/board/create-board";
import { createCursors } from "@/server/market/board/cursor";
import { staleFrom } from "@/server/market/board/fresh-prices";
import { listChanges } from "@/server/market/stream/list-changes";
import { resumeFrom } from "@/server/market/stream/resume";

const rig = recorderRig();
const sports = ["basketball_nba", "americanfootball_nfl"];

test("a price that expired before the lists of all sports were read is in no later list of changes", async () => {
  const expiringAt = t0 + 4;
  await rig.record(snapshotOf("fanduel", expiringAt, [eventOf(start, [moneyline(-110, -110)])]), expiringAt);
  const teams = { home: "Los Angeles Lakers", away: "Boston Celtics" };
  const lasting = eventOf(start + hourMs, [moneyline(-120, 100)], teams);
  await rig.record(snapshotOf("draftkings", t0 + 1_000, [lasting], { sport: "basketball_nba" }), t0 + 1_000);
  let now = t0 + 1_000;
  const clock = () => now;
  const board = await createBoard(rig.database().db, silentLog, fixedClock(clock));
  try {
    const cursors = createCursors("secret");
    const filter = { sports, query: mainMarketsQuery };
    const read = async (since?: string) => {
      const resume = since === undefined ? undefined : await resumeFrom(board, cursors, since, clock);
      const { isFree, bytes } = await listChanges({ board, cursors, now: clock }, filter, resume);
      return { isFree, ...JSON.parse(Buffer.from(await bytes("identity")).toString()) };
    };
    const expiry = staleFrom(expiringAt, board.findBook("fanduel"));
    expect(expiry % 10).toBe(5);
    for (now = expiry - 5; now < expiry + 5; now++) {
      const { cursor, changed } = await read();
      const isExpired = now >= expiry;
      expect(JSON.stringify(changed).includes("fanduel")).toBe(!isExpired);
      const readAt = now;
      now = expiry + 100;
      const later = await read(cursor);
      now = readAt;
      expect([later.isFree, later.changed.length + later.gone.length]).toEqual(
        isExpired ? [true, 0] : [false, 1],
      );
    }
  } finally {
    await board.close();
  }
});
