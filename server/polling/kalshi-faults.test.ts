import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { hangingLimits, pollRig } from "@/server/polling/testing/poll-rig";
import {
  beginMs,
  bills,
  eagles,
  eventOfGame,
  kickOffMs,
  milestoneOfGame,
  simulateKalshi,
} from "@/server/polling/testing/simulated-kalshi";
import type { Reply, SimulatedRequest } from "@/server/polling/testing/simulator";
import { createKalshi } from "@/server/polling/venues/kalshi";

const venue = simulateKalshi();
const rig = pollRig();
const nfl = "americanfootball_nfl";
const kalshi = () => createKalshi(venue.url());

const isPage = ({ url }: SimulatedRequest, cursor: string | null = null): boolean =>
  url.pathname === "/events" && url.searchParams.get("cursor") === cursor;
/** Replaces the first `times` replies to a request. */
const failTimes = (
  times: number,
  reply: Reply,
  concerns = (request: SimulatedRequest) => isPage(request),
) => {
  let left = times;
  venue.setFault((request) => {
    if (!concerns(request) || left === 0) return undefined;
    left -= 1;
    return reply;
  });
};
const once = () => true;
const untilSuccess = ({ error }: { readonly error: string | undefined }) => error === undefined;

beforeEach(() => venue.setGames([bills, eagles]));

test("Kalshi's games are read page by page, with the start from the milestone and the prices of a taker", async () => {
  const { pages, events, polls } = await rig.run(kalshi(), nfl, once);
  expect(pages).toHaveLength(2);
  expect(events).toMatchObject([
    { home: "Buffalo", away: "Kansas City", commence_time: new Date(kickOffMs).toISOString() },
    { home: "Philadelphia", away: "Dallas" },
  ]);
  expect(events[0]?.markets).toMatchObject([
    {
      key: "h2h",
      outcomes: [
        { side: "home", probability: 0.6 },
        { side: "away", probability: 0.42 },
      ],
    },
  ]);
  expect(polls).toMatchObject([{ error: undefined, requests: 4 }]);
});

test("a snapshot of Kalshi never claims to be complete", async () => {
  const { snapshots } = await rig.run(kalshi(), nfl, once);
  expect(snapshots.map(({ complete }) => complete)).toEqual([undefined, undefined]);
});

test("series that the venue does not list are not requested", async () => {
  await rig.run(kalshi(), nfl, once);
  const series = venue.requests.filter(({ url }) => url.pathname === "/events");
  expect(new Set(series.map(({ url }) => url.searchParams.get("series_ticker")))).toEqual(
    new Set(["KXNFLGAME"]),
  );
});

test("games are polled every minute within six hours of a start, and every two minutes before that", async () => {
  const intervalOf = async () => {
    const { polls } = await rig.run(kalshi(), nfl, (_, count) => count === 2);
    return (polls[1]?.startedAt ?? 0) - (polls[0]?.startedAt ?? 0);
  };
  expect(await intervalOf()).toBe(60_000);
  venue.setGames([{ ...bills, startMs: beginMs + 7 * 3_600_000 }]);
  expect(await intervalOf()).toBe(120_000);
});

test("a series without games is requested again after 15 minutes", async () => {
  venue.setGames([]);
  await rig.run(kalshi(), nfl, (_, polls) => polls === 7);
  // Seven polls, five minutes apart.
  expect(venue.requests.filter((request) => isPage(request))).toHaveLength(3);
});

describe("faults", () => {
  test("a 429 with Retry-After is obeyed before the request is repeated, and the poll succeeds", async () => {
    failTimes(1, { status: 429, headers: { "retry-after": "7" }, json: { error: "too many requests" } });
    const { pauses, polls, events } = await rig.run(kalshi(), nfl, once);
    expect(pauses[0]).toBe(7_000);
    expect(polls).toMatchObject([{ error: undefined }]);
    expect(events).toHaveLength(2);
  });

  test("a Retry-After of a day ends the poll, and the next poll comes after 15 minutes", async () => {
    failTimes(1, { status: 429, headers: { "retry-after": "86400" } });
    const { polls, pauses } = await rig.run(kalshi(), nfl, (_, polls) => polls === 2);
    expect(polls).toMatchObject([{ retryAfterMs: 900_000 }, { error: undefined }]);
    expect(pauses[0]).toBe(900_000);
  });

  test("a 429 without Retry-After is retried with back-off", async () => {
    failTimes(2, { status: 429, json: { error: "too many requests" } });
    const { polls, pauses } = await rig.run(kalshi(), nfl, once);
    expect(polls).toMatchObject([{ error: undefined, requests: 6 }]);
    expect(pauses.slice(0, 2)).toEqual([1, 2]);
  });

  test("a status of 500 or above is retried, and the poll succeeds", async () => {
    failTimes(2, { status: 503 });
    const { polls } = await rig.run(kalshi(), nfl, once);
    expect(polls).toMatchObject([{ error: undefined, requests: 6 }]);
  });

  test("a venue that does not respond is given up after the deadline, and the feed recovers by itself", async () => {
    failTimes(1, { hang: true });
    const { polls } = await rig.run(kalshi(), nfl, untilSuccess, { limits: hangingLimits });
    expect(polls[0]?.error).toMatch(/no response within 1500 ms/);
    expect(polls.at(-1)?.error).toBeUndefined();
  });

  test("a truncated body is rejected as a whole, and what other pages contain stays recorded", async () => {
    const body = JSON.stringify({ events: [eventOfGame(eagles)], cursor: "" });
    failTimes(3, { text: body.slice(0, body.length / 2) }, (request) => isPage(request, "1"));
    const { polls, events } = await rig.run(kalshi(), nfl, once);
    expect(polls[0]?.error).toMatch(/not JSON/);
    expect(events.map(({ home }) => home)).toEqual(["Buffalo"]);
  });

  test("a cursor that repeats ends the series, which is counted as truncated_page", async () => {
    venue.setFault((request) =>
      request.url.pathname === "/events"
        ? { json: { events: [eventOfGame(bills)], cursor: "again" } }
        : undefined,
    );
    const { pages, polls } = await rig.run(kalshi(), nfl, once);
    expect(pages).toHaveLength(2);
    expect(polls[0]?.report.rejected).toEqual({ truncated_page: 1 });
  });

  test("renamed fields are rejected and fail the poll, instead of being guessed", async () => {
    const text = JSON.stringify({ events: [eventOfGame(bills)], cursor: "" });
    failTimes(1, { text: text.replaceAll("yes_ask_dollars", "yes_ask_price") });
    const { polls, events } = await rig.run(kalshi(), nfl, once);
    expect(events.flatMap(({ markets }) => markets)).toEqual([]);
    expect(polls[0]).toMatchObject({ error: "no price was usable, mostly because of malformed_market" });
  });

  test("a response of 50 MB is not read to its end, and the feed recovers by itself", async () => {
    failTimes(1, { bytes: 50 * 1024 * 1024 });
    const { polls } = await rig.run(kalshi(), nfl, untilSuccess);
    expect(polls.map(({ error }) => error)).toEqual([
      expect.stringMatching(/exceeds 16777216 bytes/),
      undefined,
    ]);
    expect(venue.written()).toBeLessThan(32 * 1024 * 1024);
  });

  test("a compressed response that unpacks to 50 MB is not unpacked to its end", async () => {
    const raw = gzipSync(Buffer.alloc(50 * 1024 * 1024, " "), { level: 1 });
    failTimes(1, { headers: { "content-encoding": "gzip" }, raw });
    const { polls } = await rig.run(kalshi(), nfl, once);
    expect(polls[0]?.error).toMatch(/exceeds 16777216 bytes/);
  });

  test("the venue's clock decides nothing: prices are dated by the moment of the request", async () => {
    failTimes(1, {
      headers: { date: "Sun, 22 Nov 2026 20:00:00 GMT" },
      json: { events: [eventOfGame(bills)], cursor: "" },
    });
    const { snapshots } = await rig.run(kalshi(), nfl, once);
    expect(snapshots[0]?.fetched_at).toBe(new Date(beginMs).toISOString());
  });

  test("a response that a cache has kept is dated by its age", async () => {
    failTimes(1, { headers: { age: "45" }, json: { events: [eventOfGame(bills)], cursor: "" } });
    const { snapshots } = await rig.run(kalshi(), nfl, once);
    expect(snapshots[0]?.fetched_at).toBe(new Date(beginMs - 45_000).toISOString());
  });

  test("a venue that is down for an hour is polled with growing delays, and the feed recovers by itself", async () => {
    venue.setFault(() => ({ status: 502 }));
    const { polls, events } = await rig.run(kalshi(), nfl, (poll) => {
      if (poll.finishedAt > beginMs + 3_600_000) venue.setFault(undefined);
      return poll.error === undefined;
    });
    const failed = polls.filter(({ error }) => error !== undefined);
    expect(failed.length).toBeGreaterThan(10);
    expect(failed.length).toBeLessThan(20);
    expect(failed.every(({ lateAt }) => lateAt === undefined)).toBe(true);
    expect(events.map(({ home }) => home)).toEqual(["Buffalo", "Philadelphia"]);
  });

  test("a game without a known start is counted as unknown_start and not published", async () => {
    venue.setFault(({ url }) =>
      url.pathname === "/milestones" ? { json: { milestones: [], cursor: "" } } : undefined,
    );
    const { events, polls } = await rig.run(kalshi(), nfl, once);
    expect(events).toEqual([]);
    expect(polls[0]?.report.rejected).toEqual({ unknown_start: 4 });
  });

  test("a game whose milestone states that it is being played is rejected as in_play", async () => {
    const milestones = [milestoneOfGame(bills, { status: "inprogress" }), milestoneOfGame(eagles)];
    venue.setFault(({ url }) =>
      url.pathname === "/milestones" ? { json: { milestones, cursor: "" } } : undefined,
    );
    const { events, polls } = await rig.run(kalshi(), nfl, once);
    expect(events.map(({ home }) => home)).toEqual(["Philadelphia"]);
    expect(polls[0]?.report.rejected).toEqual({ in_play: 2 });
  });

  test("without the list of series every series is requested", async () => {
    venue.setFault(({ url }) => (url.pathname === "/series" ? { status: 404 } : undefined));
    const { events } = await rig.run(kalshi(), nfl, once);
    expect(events).toHaveLength(2);
  });

  test("while milestones are unavailable, those of the last 30 minutes apply", async () => {
    const { events, polls } = await rig.run(kalshi(), nfl, (_, count) => {
      venue.setFault(({ url }) => (url.pathname === "/milestones" ? { status: 500 } : undefined));
      return count === 8;
    });
    expect(polls.map(({ error }) => error)).toEqual(Array.from({ length: 8 }, () => undefined));
    expect(events).toHaveLength(16);
  });

  test("one page that always fails does not keep other series from being polled", async () => {
    venue.setFault((request) => {
      if (request.url.pathname === "/series")
        return { json: { series: [{ ticker: "KXNFLGAME" }, { ticker: "KXNFLSPREAD" }] } };
      return request.url.searchParams.get("series_ticker") === "KXNFLGAME" ? { status: 400 } : undefined;
    });
    const { polls } = await rig.run(kalshi(), nfl, once);
    expect(polls[0]?.error).toMatch(/status 400/);
    expect(venue.requests.some(({ url }) => url.searchParams.get("series_ticker") === "KXNFLSPREAD")).toBe(
      true,
    );
  });

  test("polling that is stopped during a request ends at once and stores no failure", async () => {
    const stop = new AbortController();
    venue.setFault(() => {
      stop.abort();
      return { hang: true };
    });
    const { polls } = await rig.run(kalshi(), nfl, once, { stop });
    expect(polls).toEqual([]);
  });

  test("while one page fails, the others are still polled every minute", async () => {
    venue.setFault((request) => (isPage(request, "1") ? { status: 404 } : undefined));
    const { polls } = await rig.run(kalshi(), nfl, (_, count) => count === 3);
    expect(polls.map(({ startedAt }) => startedAt - beginMs)).toEqual([0, 60_000, 120_000]);
    expect(polls.every(({ error, lateAt }) => error !== undefined && lateAt === undefined)).toBe(true);
  });
});
