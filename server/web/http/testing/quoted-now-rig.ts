import { afterAll, beforeAll } from "vitest";
import { hourMs } from "@/server/domain/durations";
import type { BookSnapshot, SnapshotMarket } from "@/server/ingest/feeds/snapshot";
import {
  eventOf,
  iso,
  moneyline,
  playerMarket,
  snapshotOf,
  totals,
} from "@/server/ingest/recorder/testing/snapshots";
import { type ApiRig, startApiRig } from "@/server/web/http/testing/api-rig";

export const now = Date.UTC(2026, 10, 21, 12);
const start = now + 8 * hourMs;
export const sport = "americanfootball_nfl";
export const bills = `${sport}-kansas-city-chiefs-at-buffalo-bills-2026-11-21`;
export const giants = `${sport}-dallas-cowboys-at-new-york-giants-2026-11-21`;

const ladder: SnapshotMarket = {
  key: "alternate_totals",
  outcomes: [
    { side: "over", american: 150, point: 51.5 },
    { side: "under", american: -180, point: 51.5 },
  ],
};
const passingYards = playerMarket("player_pass_yds", [
  { side: "over", player: "Bills QB1", american: -115, point: 249.5 },
  { side: "under", player: "Bills QB1", american: -105, point: 249.5 },
]);

const quotedAt = (
  book: string,
  fetchedAt: number | null,
  recordedAt: number,
  events: BookSnapshot["events"],
): BookSnapshot => ({ ...snapshotOf(book, fetchedAt, events), recorded_at: iso(recordedAt) });
const atGiants = { home: "New York Giants", away: "Dallas Cowboys" };

/**
 * `draftkings` quotes both games, `fanduel`, `bovada` and `betrivers` one. `betmgm` swaps the sides. The
 * total of `mybookieag` is far from the others. `lowvig` has no fetch time. `caesars`
 * has not been checked for hours.
 */
const snapshots: readonly BookSnapshot[] = [
  quotedAt("caesars", now - 5 * hourMs, now - 5 * hourMs, [eventOf(start, [moneyline(-240, 200)])]),
  quotedAt("draftkings", now - 20_000, now - 20_000, [
    eventOf(start, [moneyline(-240, 200), totals(47.5, -110, -110), ladder, passingYards]),
  ]),
  quotedAt("draftkings", now - 10_000, now - 10_000, [eventOf(start, [moneyline(120, -140)], atGiants)]),
  quotedAt("fanduel", now - 15_000, now - 15_000, [
    eventOf(start, [moneyline(-235, 196), totals(47.5, -105, -115)]),
  ]),
  quotedAt("bovada", now - 15_000, now - 15_000, [
    eventOf(start, [moneyline(-245, 205), totals(47.5, -108, -112)]),
  ]),
  quotedAt("betrivers", now - 15_000, now - 15_000, [
    eventOf(start, [moneyline(-240, 198), totals(47.5, -110, -110)]),
  ]),
  quotedAt("lowvig", null, now - 5_000, [eventOf(start, [moneyline(-238, 202)])]),
  quotedAt("betmgm", now - 15_000, now - 15_000, [eventOf(start, [moneyline(220, -260)])]),
  quotedAt("mybookieag", now - 15_000, now - 15_000, [eventOf(start, [totals(47.5, 260, -330)])]),
];

/**
 * Starts the API with two games for the tests of one file: with the key `key` of the Business plan, and the key `free` of the Free plan.
 * @returns the rig once it is started, and a request that throws unless its status is 200.
 */
export const quotedNowRig = () => {
  let rig: ApiRig;
  beforeAll(async () => {
    rig = await startApiRig({ now, archiveFrom: now - 100 * hourMs, snapshots });
    rig.meter.addKey("key", "business");
    rig.meter.addKey("free", "free");
  });
  afterAll(() => rig.close());
  const get = async (target: string, key = "key") => {
    const response = await rig.request(target, { key });
    if (response.status !== 200) throw new Error(`${target}: ${response.text}`);
    return response;
  };
  return { started: (): ApiRig => rig, get };
};
