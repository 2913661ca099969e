import { Writable } from "node:stream";
import { sql } from "drizzle-orm";
import pino from "pino";
import { beforeEach, expect, test } from "vitest";
import { fixedClock } from "@/server/clock/testing/fixed-clock";
import { dayMs, hourMs } from "@/server/domain/durations";
import { listFeedStatus } from "@/server/ingest/polling/feed-status";
import { holdAllShards } from "@/server/ingest/polling/hold-shards";
import type { FinishedPoll } from "@/server/ingest/polling/run-shard";
import { runVenues } from "@/server/ingest/polling/run-venues";
import {
  bills,
  eagles,
  type SimulatedGame,
  simulateKalshi,
} from "@/server/ingest/polling/testing/simulated-kalshi";
import { createKalshi } from "@/server/ingest/polling/venues/kalshi";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import { recorderRig } from "@/server/ingest/recorder/testing/recorder-rig";
import { eventOf, moneyline, silentLog, snapshotOf } from "@/server/ingest/recorder/testing/snapshots";

const venue = simulateKalshi();
const rig = recorderRig();
/** Begins at noon, because the counts of a feed start at zero at midnight. */
const noonMs = Math.floor(Date.now() / dayMs) * dayMs + 12 * hourMs;
const beganAt = performance.now();
const clock = fixedClock(() => Math.floor(noonMs + performance.now() - beganAt));
beforeEach(() => rig.database().db.execute(sql`truncate feed_status`));

const startMs = noonMs + 5 * hourMs;
const soon = (game: SimulatedGame, ask = game.ask): SimulatedGame => ({ ...game, startMs, ask });
const recorder = () => ({ db: rig.database().db, clock, log: silentLog, archiveFrom: 0 });

/** Polls American football once, and stops. */
const pollOnce = async (log = silentLog): Promise<Pick<FinishedPoll, "error">> => {
  const stop = new AbortController();
  const kalshi = createKalshi(venue.url());
  const shards = kalshi.shards.filter(({ name }) => name === "american-football");
  let polled: Pick<FinishedPoll, "error"> = { error: undefined };
  await runVenues(
    [{ ...kalshi, shards, pace: { minIntervalMs: 0, maxConcurrent: 1 } }],
    {
      recorder: { ...recorder(), log },
      holdShards: holdAllShards,
      limits: { deadlineMs: 60_000, minRetryMs: 1 },
      stored: (poll) => {
        polled = poll;
        stop.abort();
      },
    },
    stop.signal,
  );
  return polled;
};
const prices = async () => (await rig.currentMarkets()).map(({ outcomes }) => outcomes.split("\n")[0]).sort();

test("a poll stores its status, and an aggregator cannot replace the prices that the poll recorded", async () => {
  venue.setGames([soon(bills), soon(eagles)]);
  expect((await pollOnce()).error).toBeUndefined();
  expect(await prices()).toEqual([expect.stringContaining("0.6"), expect.stringContaining("0.7")]);
  expect(await listFeedStatus(rig.database().db)).toMatchObject([
    {
      feed: "kalshi",
      shard: "american-football",
      error: null,
      failures: 0,
      requests: 5,
      snapshots: 1,
      eventsSeen: 2,
      eventsMatched: 2,
      pricesSeen: 4,
      pricesChanged: 4,
      rejected: {},
    },
  ]);
  const aggregator = {
    clock: "now",
    now: clock.now(),
    source: { kind: "aggregator", feed: "the-odds-api" },
  } as const;
  const other = snapshotOf("kalshi", null, [eventOf(startMs, [moneyline(-140, 120)])]);
  expect((await recordSnapshots(recorder(), [other], aggregator)).rejected).toEqual({ other_source: 2 });
});

test("if a page of Kalshi's markets is not JSON, the earlier pages are recorded, and the prices and check times of the unreadable page do not change", async () => {
  venue.setGames([soon(bills), soon(eagles)]);
  await pollOnce();
  const checks = () =>
    rig.rows<{ home: string; checked: string }>(sql`
      select f.home_team as home, c.checked_at::text as checked from checks c join fixtures f on f.id = c.fixture_id order by 1`);
  const before = await checks();
  const [, priceOnLastPage] = await prices();
  venue.setGames([soon(bills, "0.6100"), soon(eagles, "0.7100")]);
  venue.setFault(({ url }) =>
    url.searchParams.get("cursor") === "1" ? { text: '{"markets": [{"tick' } : undefined,
  );
  expect((await pollOnce()).error).toMatch(/not JSON/);
  expect(await prices()).toEqual([expect.stringContaining("0.61"), priceOnLastPage]);
  const after = await checks();
  expect(after[0]?.checked).not.toBe(before[0]?.checked);
  expect(after[1]).toEqual(before[1]);
  expect(await listFeedStatus(rig.database().db)).toMatchObject([
    { failures: 1, error: expect.stringMatching(/not JSON/), requests: 5 + 7, pricesSeen: 6 },
  ]);
});

test("a poll of several unmatched games logs one short line that names the feed and its part, and a repeated poll logs nothing", async () => {
  const lines: string[] = [];
  const write = (chunk: unknown, _: unknown, done: () => void): void => {
    lines.push(String(chunk));
    done();
  };
  const log = pino({ base: null, timestamp: false }, new Writable({ write }));
  venue.setGames([soon({ ...bills, home: "Gotham" }), soon({ ...eagles, home: "Metropolis" })]);
  for (const _ of [1, 2]) expect((await pollOnce(log)).error).toBeUndefined();
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ feed: "kalshi", shard: "american-football", unmatched: 2, appeared: 2 }),
  ]);
});
