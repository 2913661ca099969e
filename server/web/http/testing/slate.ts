import { dayMs, hourMs } from "@/server/domain/durations";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";
import {
  eventOf,
  iso,
  moneyline,
  playerMarket,
  snapshotOf,
  totals,
} from "@/server/ingest/recorder/testing/snapshots";

/** The time of every request in the tests. */
export const slateNow = Date.UTC(2026, 10, 21, 12);
const slateArchiveFrom = Date.UTC(2026, 8, 1);

const recorded = (at: number, snapshot: BookSnapshot): BookSnapshot => ({
  ...snapshot,
  recorded_at: iso(at),
});

const upcomingStart = slateNow + 8 * hourMs;
const exactly14DaysAgo = slateNow - 14 * dayMs;
const over14DaysAgo = exactly14DaysAgo - 1_000;

const quotedAt = slateNow - 10_000;

const passingYards = playerMarket("player_pass_yds", [
  { side: "over", player: "Bills QB1", american: -115, point: 249.5 },
  { side: "under", player: "Bills QB1", american: -105, point: 249.5 },
]);

/** Three games: one that started over 14 days ago, one that started exactly 14 days ago, and an upcoming one with two books. */
const slate: readonly BookSnapshot[] = [
  recorded(
    over14DaysAgo - hourMs,
    snapshotOf("draftkings", over14DaysAgo - hourMs, [
      eventOf(over14DaysAgo, [moneyline(-120, 100)], { home: "New York Giants", away: "Dallas Cowboys" }),
    ]),
  ),
  recorded(
    exactly14DaysAgo - hourMs,
    snapshotOf("draftkings", exactly14DaysAgo - hourMs, [
      eventOf(exactly14DaysAgo, [moneyline(-150, 130)], { home: "New York Jets", away: "Miami Dolphins" }),
    ]),
  ),
  recorded(
    quotedAt,
    snapshotOf("draftkings", quotedAt, [
      eventOf(upcomingStart, [moneyline(-150, 130), totals(47.5, -110, -110), passingYards]),
    ]),
  ),
  recorded(
    quotedAt,
    snapshotOf("fanduel", quotedAt, [
      eventOf(upcomingStart, [moneyline(-145, 125)], { home: "Bills", away: "KC Chiefs" }),
    ]),
  ),
];

/** Options of `startApiRig` for the slate. */
export const slateRig = { now: slateNow, archiveFrom: slateArchiveFrom, snapshots: slate };

export const sport = "americanfootball_nfl";
export const upcoming = `${sport}-kansas-city-chiefs-at-buffalo-bills-2026-11-21`;
export const inside14Days = `${sport}-miami-dolphins-at-new-york-jets-2026-11-07`;
export const outside14Days = `${sport}-dallas-cowboys-at-new-york-giants-2026-11-07`;
