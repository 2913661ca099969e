import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { hourMs, minuteMs } from "@/server/domain/durations";
import type { RequestLimits } from "@/server/ingest/polling/host-client";
import type { FinishedPoll } from "@/server/ingest/polling/run-shard";
import { hangingLimits, pollRig } from "@/server/ingest/polling/testing/poll-rig";
import { beginMs, bills, legsOf, simulateKalshi } from "@/server/ingest/polling/testing/simulated-kalshi";
import { budgetInMemory, nhlOdds, simulateOddsApi } from "@/server/ingest/polling/testing/simulated-odds-api";
import { game, simulatePolymarket } from "@/server/ingest/polling/testing/simulated-polymarket";
import type { Reply, Simulator } from "@/server/ingest/polling/testing/simulator";
import type { Venue } from "@/server/ingest/polling/venue";
import { createKalshi } from "@/server/ingest/polling/venues/kalshi";
import { createPolymarket } from "@/server/ingest/polling/venues/polymarket";
import { createTheOddsApi } from "@/server/ingest/polling/venues/the-odds-api";

const skewMs = 8 * hourMs;
const startMs = beginMs + 5 * hourMs;

const kalshi = simulateKalshi();
const polymarket = simulatePolymarket();
const oddsApi = simulateOddsApi();
beforeEach(() => {
  kalshi.setGames([bills]);
  oddsApi.startIn(startMs - beginMs);
});

type VenueCase = {
  readonly name: string;
  readonly venue: Simulator;
  readonly sport: string;
  readonly create: () => Venue;
  /** The path of the requests for prices. */
  readonly path: string;
  /** The prices as the venue sends them. */
  readonly body: unknown;
  /** The field of `body` that a test renames. */
  readonly field: string;
  /** The prices from a venue whose clock is ahead; undefined if the venue does not state the time of a price. */
  readonly skewed?: unknown;
  /** If the venue sends this reply to every request for prices, its list of pages never ends. Undefined if the venue has no pages. */
  readonly endless?: Reply;
};

const venues: readonly VenueCase[] = [
  {
    name: "Kalshi",
    venue: kalshi,
    sport: "americanfootball_nfl",
    create: () => createKalshi(kalshi.url()),
    path: "/markets",
    body: { markets: legsOf(bills), cursor: "" },
    field: "yes_ask_dollars",
    endless: { json: { markets: legsOf(bills), cursor: "again" } },
  },
  {
    name: "Polymarket",
    venue: polymarket,
    sport: "basketball_nba",
    create: () => createPolymarket({ gamma: polymarket.url(), clob: polymarket.url() }),
    path: "/events",
    body: [game],
    field: "outcomes",
    endless: { json: [game] },
  },
  {
    name: "The Odds API",
    venue: oddsApi,
    sport: "icehockey_nhl",
    create: () => {
      const config = {
        url: oddsApi.url(),
        key: "k",
        regions: ["us"],
        markets: ["h2h"],
        monthlyCredits: 1_000_000,
      };
      return createTheOddsApi(config, budgetInMemory(config.monthlyCredits));
    },
    path: "/sports/icehockey_nhl/odds",
    body: nhlOdds(startMs),
    field: "bookmakers",
    skewed: nhlOdds(startMs, beginMs + skewMs),
  },
];

const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, " "), { level: 1 });

describe.each(venues)("faults of $name", ({ venue, sport, create, path, body, field, skewed, endless }) => {
  const rig = pollRig();
  type OnPoll = (poll: FinishedPoll, polls: number) => boolean;
  type Options = { readonly limits?: Partial<RequestLimits> };
  const run = (onPoll: OnPoll, options: Options = {}) => rig.run(create(), sport, onPoll, options);

  /** Polls the venue once, before it has a fault. Returns the venue's only event, as recorded. */
  const readOffer = async () => {
    const { events } = await run(() => true);
    expect(events.map(({ markets }) => markets.length)).toEqual([1]);
    return events;
  };

  /**
   * Sends `reply` to the first `times` requests for prices, and polls until a poll succeeds. Expects that each recorded event is the
   * venue's event, with all its prices or without prices.
   */
  const recover = async (
    reply: Reply,
    { times = 1, ...options }: Options & { readonly times?: number } = {},
  ) => {
    const offer = await readOffer();
    let left = times;
    venue.setFault(({ url }) => {
      if (url.pathname !== path || left === 0) return undefined;
      left -= 1;
      return reply;
    });
    const result = await run(({ error }) => error === undefined, options);
    expect(left).toBe(0);
    expect(result.events.slice(-1)).toEqual(offer);
    for (const event of result.events) expect([...offer, { ...event, markets: [] }]).toContainEqual(event);
    return result;
  };

  test.each([
    ["with Retry-After", { "retry-after": "7" }, 7_000],
    ["without Retry-After", {}, 1],
  ])("a 429 %s delays the next request", async (_, headers, delayMs) => {
    const { pauses } = await recover({ status: 429, headers, json: { error: "too many requests" } });
    expect(pauses[0]).toBeGreaterThanOrEqual(delayMs);
  });

  test.each([
    ["a status of 503", { status: 503 }],
    ["a body that is cut off", { text: JSON.stringify(body).slice(0, -9) }],
    ["a redirect", { status: 302, headers: { location: "/elsewhere" } }],
  ])("after %s, the feed recovers by itself", async (_, reply) => {
    const { polls } = await recover(reply, { times: 4 });
    expect(polls.length).toBeGreaterThan(1);
  });

  test("a request without a response is given up after the deadline", async () => {
    const { polls } = await recover({ hang: true }, { limits: hangingLimits });
    expect(polls[0]?.error).toMatch(/no response within 1500 ms/);
  });

  test("a response with a renamed field fails the poll", async () => {
    const text = JSON.stringify(body).replaceAll(`"${field}"`, '"renamed"');
    const { polls } = await recover({ text });
    expect(polls[0]?.error).toMatch(/no price was usable/);
  });

  test("a response of 50 MB, compressed or not, is not read to its end", async () => {
    for (const reply of [
      { bytes: 50 * 1024 * 1024 },
      { headers: { "content-encoding": "gzip" }, raw: bomb },
    ]) {
      const { polls } = await recover(reply);
      expect(polls[0]?.error).toMatch(/exceeds 16777216 bytes/);
    }
    expect(venue.written()).toBeLessThan(32 * 1024 * 1024);
  });

  test("if a venue's clock is ahead, no price is recorded with a time in the future", async () => {
    const headers = { date: new Date(beginMs + skewMs).toUTCString() };
    const { snapshots, polls } = await recover({ headers, json: skewed ?? body });
    const [first] = snapshots;
    if (skewed === undefined) expect(first?.fetched_at).toBe(new Date(beginMs).toISOString());
    else expect(polls[0]?.error).toMatch(/no price was usable, mostly because of unusable_time/);
  });

  test.runIf(endless !== undefined)("an endless list of pages is counted as truncated_page", async () => {
    const offer = await readOffer();
    venue.setFault(({ url }) => (url.pathname === path ? endless : undefined));
    const { polls, snapshots, events } = await run(() => true);
    expect(polls[0]?.report.rejected).toEqual({ truncated_page: 1 });
    expect(snapshots.some(({ complete }) => complete)).toBe(false);
    for (const event of events) expect(offer).toContainEqual(event);
  });

  test("a venue that is down for an hour is polled with growing delays, and the feed recovers by itself", async () => {
    const downUntil = beginMs + hourMs;
    const { polls, events } = await run(({ finishedAt, report }) => {
      venue.setFault(finishedAt < downUntil ? () => ({ status: 502 }) : undefined);
      return finishedAt > downUntil && report.prices.changed > 0;
    });
    const failed = polls.filter(({ error }) => error !== undefined);
    expect(failed.length).toBeGreaterThan(10);
    expect(failed.length).toBeLessThan(20);
    expect(failed.every(({ lateAt }) => lateAt === undefined)).toBe(true);
    expect(polls.at(-1)?.finishedAt).toBeLessThan(downUntil + 11 * minuteMs);
    expect(events[1]).toEqual(events[0]);
    expect(events).toHaveLength(2);
  });
});
