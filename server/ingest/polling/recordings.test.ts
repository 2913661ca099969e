import { describe, expect, test } from "vitest";
import { tallyOf } from "@/server/ingest/feeds/testing/samples";
import { venueFile, venuesAreAbsent } from "@/server/ingest/feeds/testing/venue-files";
import { isObject } from "@/server/ingest/feeds/untrusted";
import { pollRig } from "@/server/ingest/polling/testing/poll-rig";
import { budgetInMemory } from "@/server/ingest/polling/testing/simulated-odds-api";
import { type Reply, type SimulatedRequest, simulateVenue } from "@/server/ingest/polling/testing/simulator";
import { createKalshi } from "@/server/ingest/polling/venues/kalshi";
import { createPolymarket } from "@/server/ingest/polling/venues/polymarket";
import { createTheOddsApi } from "@/server/ingest/polling/venues/the-odds-api";

/*
 * Each client polls a simulated venue that replays a recording. For Kalshi and Polymarket, the client must accept as many prices as the
 * reader in server/ingest/feeds accepts from the same file.
 */

const rig = pollRig();
const once = () => true;
let replyTo: (request: SimulatedRequest) => Reply = () => ({ status: 404 });
const venue = simulateVenue((request) => replyTo(request));

const fieldOf = (value: unknown, key: string): unknown =>
  isObject(value) ? Object.entries(value).find(([name]) => name === key)?.[1] : undefined;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

describe.skipIf(venuesAreAbsent)("polling recorded responses", () => {
  test("Kalshi's MLB games of 20 August 2026 are polled series by series, even if the venue lists no milestones", async () => {
    const file = venueFile("kalshi", "events_mlb_spread_total_2026-08-20T2126Z.json");
    const lists = Object.values(fieldOf(file, "kalshi") as object).flat() as unknown[];
    replyTo = ({ url }) => {
      if (url.pathname === "/series")
        return { json: { series: ["KXMLBSPREAD", "KXMLBTOTAL"].map((ticker) => ({ ticker })) } };
      if (url.pathname === "/milestones") return { json: { milestones: [], cursor: "" } };
      const series = url.searchParams.get("series_ticker");
      const events = lists.filter((event) => fieldOf(event, "series_ticker") === series);
      return url.pathname === "/events"
        ? { json: { events: events.map((event) => ({ ...(event as object), markets: null })), cursor: "" } }
        : { json: { markets: events.flatMap((event) => listOf(fieldOf(event, "markets"))), cursor: "" } };
    };
    const atMs = Date.parse("2026-08-20T21:26:16Z");
    const { pages, polls } = await rig.run(createKalshi(venue.url()), "baseball_mlb", once, { atMs });
    expect(tallyOf(pages.flat())).toMatchObject({ accepted: 202, rejected: {} });
    expect(polls).toMatchObject([{ error: undefined, requests: 6 }]);
  });

  test("Polymarket's NBA games of 9 January 2026 are polled page by page", async () => {
    const events = listOf(venueFile("polymarket", "gamma_events_nba_2026-01-09.json"));
    replyTo = ({ url }) => {
      if (url.pathname === "/sports") return { json: [{ sport: "nba", series: "10345" }] };
      if (url.pathname === "/books") return { json: [] };
      const offset = Number(url.searchParams.get("offset"));
      return { json: events.slice(offset, offset + 15) };
    };
    const atMs = Date.parse("2026-01-09T20:13:00Z");
    const polymarket = createPolymarket({ gamma: venue.url(), clob: venue.url() });
    const { pages, polls, events: read } = await rig.run(polymarket, "basketball_nba", once, { atMs });
    expect(pages).toHaveLength(3);
    expect(new Set(read.map(({ ref }) => ref)).size).toBeGreaterThan(30);
    expect(tallyOf(pages.flat()).accepted).toBe(190);
    expect(polls[0]?.error).toBeUndefined();
  });

  test("The Odds API's MLB odds of 7 August 2026 are polled within a credit budget", async () => {
    const file = venueFile("the-odds-api", "odds_mlb_h2h_spreads_totals_2026-08-07.json");
    const events = listOf(fieldOf(file, "events"));
    const headers = { "x-requests-used": "126", "x-requests-remaining": "19874", "x-requests-last": "6" };
    replyTo = ({ url }) => {
      if (url.pathname === "/sports") return { json: [{ key: "baseball_mlb", active: true }] };
      return url.pathname.endsWith("/odds") ? { headers, json: events } : { json: events };
    };
    const config = {
      url: venue.url(),
      key: "k",
      regions: ["us", "eu"],
      markets: ["h2h", "spreads", "totals"],
      monthlyCredits: 20_000,
    };
    const budget = budgetInMemory(20_000);
    const atMs = Date.parse("2026-08-07T13:49:00Z");
    const run = await rig.run(createTheOddsApi(config, budget), "baseball_mlb", once, { atMs });
    expect(run.polls).toMatchObject([{ error: undefined, credits: 6 }]);
    expect(new Set(run.snapshots.map(({ book }) => book)).size).toBeGreaterThan(25);
    expect(tallyOf(run.pages.flat()).accepted).toBeGreaterThan(1_000);
  });
});
