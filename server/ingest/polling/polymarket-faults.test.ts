import { expect, test } from "vitest";
import { pollRig } from "@/server/ingest/polling/testing/poll-rig";
import { game, simulatePolymarket, tipOffMs } from "@/server/ingest/polling/testing/simulated-polymarket";
import { createPolymarket } from "@/server/ingest/polling/venues/polymarket";

const venue = simulatePolymarket();
const rig = pollRig();
const nba = "basketball_nba";
const polymarket = () => createPolymarket({ gamma: venue.url(), clob: venue.url() });
const once = () => true;

test("Polymarket's games are read from its gamma API, and the sizes from the order books", async () => {
  const { events, polls } = await rig.run(polymarket(), nba, once);
  expect(events).toMatchObject([
    {
      ref: "nba-tor-bos-2026-11-22",
      home: "Celtics",
      away: "Raptors",
      commence_time: new Date(tipOffMs).toISOString(),
      markets: [
        {
          key: "h2h",
          outcomes: [
            { side: "away", probability: 0.24, size: { kind: "contracts", amount: 300 } },
            { side: "home", probability: 0.77, size: { kind: "contracts", amount: 500 } },
          ],
        },
      ],
    },
  ]);
  expect(polls[0]?.error).toBeUndefined();
});

test("only the series of known leagues are requested, page by page until a page is empty", async () => {
  await rig.run(polymarket(), nba, once);
  const pages = venue.requests.filter(({ url }) => url.pathname === "/events");
  expect(pages.map(({ url }) => [url.searchParams.get("series_id"), url.searchParams.get("offset")])).toEqual(
    [
      ["10345", "0"],
      ["10345", "1"],
    ],
  );
});

test("while order books are unavailable, the best prices of the gamma API are read without sizes, and the poll's error names the failed request", async () => {
  venue.setFault(({ url }) => (url.pathname === "/books" ? { status: 404 } : undefined));
  const { events, polls } = await rig.run(polymarket(), nba, once);
  expect(events[0]?.markets[0]?.outcomes).toEqual([
    { side: "away", probability: 0.24 },
    { side: "home", probability: 0.77 },
  ]);
  expect(polls[0]?.error).toMatch(/\/books: status 404/);
});

test("a repeated page ends the reading of its series and is counted as truncated_page", async () => {
  venue.setFault(({ url }) => (url.pathname === "/events" ? { json: [game] } : undefined));
  const { pages, polls, snapshots } = await rig.run(polymarket(), nba, once);
  expect(pages).toHaveLength(2);
  expect(polls[0]?.report.rejected).toEqual({ truncated_page: 1 });
  expect(snapshots.map(({ complete }) => complete)).toEqual([undefined, undefined]);
});

test("a game whose start field is renamed is counted as unknown_start and not recorded", async () => {
  const text = JSON.stringify([game]).replaceAll("startTime", "starts_at");
  venue.setFault(({ url }) => (url.searchParams.get("offset") === "0" ? { text } : undefined));
  const { events, polls } = await rig.run(polymarket(), nba, once);
  expect(events).toEqual([]);
  expect(polls[0]?.report.rejected).toEqual({ unknown_start: 2 });
});

test("a list of leagues in an unexpected shape fails the poll", async () => {
  venue.setFault(({ url }) => (url.pathname === "/sports" ? { json: { sports: [] } } : undefined));
  const { polls, pages } = await rig.run(polymarket(), nba, once);
  expect(pages).toEqual([]);
  expect(polls[0]?.error).toMatch(/lists no known league/);
});

test("after a 304 response, the previous response's games are read again, with the time of the new request", async () => {
  venue.setFault(({ url, headers }) => {
    if (url.searchParams.get("offset") !== "0") return undefined;
    return headers["if-none-match"] === '"a"' ? { status: 304 } : { headers: { etag: '"a"' }, json: [game] };
  });
  const { snapshots, polls } = await rig.run(polymarket(), nba, (_, count) => count === 2);
  expect(snapshots.map(({ fetched_at }) => fetched_at)).toEqual(
    polls.map(({ startedAt }) => new Date(startedAt).toISOString()),
  );
  expect(snapshots[1]?.events).toEqual(snapshots[0]?.events);
});
