import { beforeEach, describe, expect, test } from "vitest";
import { hourMs, minuteMs } from "@/server/domain/durations";
import { pollRig } from "@/server/ingest/polling/testing/poll-rig";
import {
  beginMs,
  bills,
  eagles,
  eventOfGame,
  kickOffMs,
  legsOf,
  milestoneOfGame,
  simulateKalshi,
} from "@/server/ingest/polling/testing/simulated-kalshi";
import type { Reply, SimulatedRequest } from "@/server/ingest/polling/testing/simulator";
import { createKalshi } from "@/server/ingest/polling/venues/kalshi";

const venue = simulateKalshi();
const rig = pollRig();
const nfl = "americanfootball_nfl";
const kalshi = () => createKalshi(venue.url());

const isPage = ({ url }: SimulatedRequest, cursor: string | null = null): boolean =>
  url.pathname === "/markets" && url.searchParams.get("cursor") === cursor;
/** Replaces the replies to the first `times` requests that `concerns` selects. */
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

beforeEach(() => venue.setGames([bills, eagles]));

test("Kalshi's games are read page by page, with starts from milestones and the prices that a taker pays", async () => {
  const { events, polls } = await rig.run(kalshi(), nfl, once);
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
  expect(polls).toMatchObject([{ error: undefined, requests: 5 }]);
});

test("Kalshi's events are requested again after an hour, or when a market's event is not in the last list", async () => {
  const minutes: number[] = [];
  await rig.run(kalshi(), nfl, ({ startedAt }, polls) => {
    if (venue.requests.some(({ url }) => url.pathname === "/events"))
      minutes.push((startedAt - beginMs) / minuteMs);
    venue.requests.length = 0;
    if (polls === 3) venue.setGames([bills, eagles, { ...bills, away: "New England", home: "Miami" }]);
    return polls === 70;
  });
  expect(minutes).toEqual([0, 3, 63]);
});

test("markets whose event is listed in an unexpected shape are rejected", async () => {
  const text = JSON.stringify({
    events: [eventOfGame(bills), { ...eventOfGame(eagles), title: 5 }],
    cursor: "",
  });
  venue.setFault(({ url }) => (url.pathname === "/events" ? { text } : undefined));
  const { events, polls } = await rig.run(kalshi(), nfl, once);
  expect(events.map(({ home }) => home)).toEqual(["Buffalo"]);
  expect(polls[0]?.report.rejected).toEqual({ malformed_event: 2 });
});

test("while the list of events is unavailable, the last list is used if it has the event of every market", async () => {
  const { polls } = await rig.run(kalshi(), nfl, (_, polls) => {
    venue.setFault(({ url }) => (url.pathname === "/events" ? { status: 404 } : undefined));
    if (polls === 62) venue.setGames([{ ...bills, home: "Miami" }]);
    return polls === 63;
  });
  expect(polls.map(({ error }) => error !== undefined)).toEqual([...Array(62).fill(false), true]);
});

test("a snapshot of Kalshi never claims to be complete", async () => {
  const { snapshots } = await rig.run(kalshi(), nfl, once);
  expect(snapshots.map(({ complete }) => complete)).toEqual([undefined]);
});

test("the markets of a Kalshi series are recorded together, even if reading them takes several requests", async () => {
  const { pages } = await rig.run(kalshi(), nfl, once);
  expect(pages).toHaveLength(1);
  expect(venue.requests.filter(({ url }) => url.pathname === "/markets")).toHaveLength(2);
});

test("series that Kalshi does not list are not requested", async () => {
  await rig.run(kalshi(), nfl, once);
  const series = venue.requests.filter(({ url }) => url.searchParams.has("series_ticker"));
  expect(new Set(series.map(({ url }) => url.searchParams.get("series_ticker")))).toEqual(
    new Set(["KXNFLGAME"]),
  );
});

test("Kalshi's games are polled every minute if a game starts within six hours, and every two minutes if all games start later", async () => {
  const intervalOf = async () => {
    const { polls } = await rig.run(kalshi(), nfl, (_, count) => count === 2);
    return (polls[1]?.startedAt ?? 0) - (polls[0]?.startedAt ?? 0);
  };
  expect(await intervalOf()).toBe(60_000);
  venue.setGames([{ ...bills, startMs: beginMs + 7 * hourMs }]);
  expect(await intervalOf()).toBe(120_000);
});

test("a Kalshi series without games is requested again after 15 minutes", async () => {
  venue.setGames([]);
  await rig.run(kalshi(), nfl, (_, polls) => polls === 7);
  // Seven polls, five minutes apart, take 30 minutes.
  expect(venue.requests.filter((request) => isPage(request))).toHaveLength(3);
});

describe("faults of Kalshi", () => {
  test("a Retry-After of a day ends the poll, and the next poll follows after 15 minutes", async () => {
    failTimes(1, { status: 429, headers: { "retry-after": "86400" } });
    const { polls, pauses } = await rig.run(kalshi(), nfl, (_, polls) => polls === 2);
    expect(polls).toMatchObject([{ retryAfterMs: 900_000 }, { error: undefined }]);
    expect(pauses[0]).toBe(900_000);
  });

  test("a page with a truncated body is rejected as a whole, and the prices of the other pages are recorded", async () => {
    const body = JSON.stringify({ markets: legsOf(eagles), cursor: "" });
    failTimes(3, { text: body.slice(0, body.length / 2) }, (request) => isPage(request, "1"));
    const { polls, events } = await rig.run(kalshi(), nfl, once);
    expect(polls[0]?.error).toMatch(/not JSON/);
    expect(events.map(({ home }) => home)).toEqual(["Buffalo"]);
  });

  test("if a list of markets never ends or its last page is full, truncated_page is counted once, and complete moneylines are still recorded", async () => {
    const fullPage = Array.from({ length: 1_000 }, (_, index) => ({ ...legsOf(bills)[index % 2] }));
    for (const body of [
      { markets: legsOf(bills), cursor: "again" },
      { markets: fullPage, cursor: "" },
    ]) {
      venue.setFault(({ url }) => (url.pathname === "/markets" ? { json: body } : undefined));
      const { events, polls } = await rig.run(kalshi(), nfl, once);
      expect(events.map(({ home, markets }) => [home, markets.length])).toEqual([["Buffalo", 1]]);
      expect(polls[0]).toMatchObject({ error: undefined, report: { rejected: { truncated_page: 1 } } });
    }
  });

  test("a response from a cache is dated by its Age header", async () => {
    failTimes(1, { headers: { age: "45" }, json: { markets: legsOf(bills), cursor: "" } });
    const { snapshots } = await rig.run(kalshi(), nfl, once);
    expect(snapshots[0]?.fetched_at).toBe(new Date(beginMs - 45_000).toISOString());
  });

  test("a game without a known start is counted as unknown_start and not recorded", async () => {
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

  test.each(["milestones", "markets", "events"])(
    "a response without its list of %s fails the poll",
    async (list) => {
      venue.setFault(({ url }) =>
        url.pathname === `/${list}` ? { json: { items: [], cursor: "" } } : undefined,
      );
      const { events, polls } = await rig.run(kalshi(), nfl, once);
      expect(events).toEqual([]);
      expect(polls[0]?.error).toMatch(`/${list}: the body has no list of ${list}`);
    },
  );

  test("while the list of series is unavailable, every series is requested", async () => {
    venue.setFault(({ url }) => (url.pathname === "/series" ? { status: 404 } : undefined));
    const { events } = await rig.run(kalshi(), nfl, once);
    expect(events).toHaveLength(2);
  });

  test("while milestones are unavailable, milestones that were loaded in the last 30 minutes still apply", async () => {
    const { events, polls } = await rig.run(kalshi(), nfl, (_, count) => {
      venue.setFault(({ url }) => (url.pathname === "/milestones" ? { status: 500 } : undefined));
      return count === 8;
    });
    expect(polls.map(({ error }) => error)).toEqual(Array.from({ length: 8 }, () => undefined));
    expect(events).toHaveLength(16);
  });

  test("if the requests for one series always fail, the other series are still polled", async () => {
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

  test("while one page fails, the other pages are still polled every minute", async () => {
    venue.setFault((request) => (isPage(request, "1") ? { status: 404 } : undefined));
    const { polls } = await rig.run(kalshi(), nfl, (_, count) => count === 3);
    expect(polls.map(({ startedAt }) => startedAt - beginMs)).toEqual([0, 60_000, 120_000]);
    expect(polls.every(({ error, lateAt }) => error !== undefined && lateAt === undefined)).toBe(true);
  });
});
