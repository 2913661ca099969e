import { expect, test } from "vitest";
import { hourMs, minuteMs } from "@/server/domain/durations";
import type { ListQuery } from "@/server/market/board/board";
import { createBoardState } from "@/server/market/board/board-state";
import { createResponseCache } from "@/server/market/board/response-cache";
import { createResponses } from "@/server/market/board/responses";
import { emptyImage, type TableImage } from "@/server/market/board/testing/table-image";

const inOneSlice = { maxBytes: 1e6, sliceMs: Number.POSITIVE_INFINITY };
const forever = Number.POSITIVE_INFINITY;

test("a response is rendered again only after its data has changed or the response has expired", () => {
  const cache = createResponseCache(1e6);
  let renders = 0;
  const request = (revision: number, now: number) =>
    cache.find("key", revision, now)?.rendered ??
    cache.store("key", revision, now, { value: [`"${++renders}"`], until: 100 });
  const first = request(1, 10);
  expect([request(1, 10), request(1, 99)]).toEqual([first, first]);
  expect(renders).toBe(1);
  request(2, 99);
  expect(renders).toBe(2);
  request(2, 100);
  expect(renders).toBe(3);
});

test("a response keeps its entity tag and compressed forms through changes that do not affect it", () => {
  const cache = createResponseCache(1e6);
  const request = (revision: number) =>
    cache.store("key", revision, 0, { value: ['"the same"'], until: forever });
  const before = request(1);
  const compressed = before.bytes("gzip");
  expect(request(2)).toBe(before);
  expect(request(2).bytes("gzip")).toBe(compressed);
});

test("a response is compressed once for concurrent callers", () => {
  const cache = createResponseCache(1e6);
  const { bytes } = cache.store("key", 1, 0, { value: ['"odds"'], until: forever });
  expect(bytes("br")).toBe(bytes("br"));
});

test("the response cache stays within its memory limit", () => {
  const maxBytes = 100_000;
  const cache = createResponseCache(maxBytes);
  const value = JSON.stringify("x".repeat(1_000));
  for (let index = 0; index < 1_000; index++) {
    cache.store(`key ${index}`, 1, 0, { value: [value], until: forever });
    expect(cache.cachedBytes()).toBeLessThanOrEqual(maxBytes);
  }
  expect(cache.cachedBytes()).toBeGreaterThan(maxBytes / 2);
});
const now = Date.UTC(2026, 10, 21, 12);
const query: ListQuery = {
  markets: ["h2h", "totals"],
  bookmakers: ["northline", "harbour"],
  eventIds: undefined,
  commenceFrom: undefined,
  commenceTo: undefined,
  oddsFormat: "american",
  dateFormat: "iso",
};

const fixtureOf = (sport: string): TableImage["fixtures"][number] => ({
  id: `${sport}-game`,
  sport_key: sport,
  home_team: "Home",
  away_team: "Away",
  start: now + minuteMs,
  replaced: false,
  merged: null,
});

const stateOf = (...sports: string[]) => {
  const state = createBoardState();
  state.apply({ ...emptyImage, cursor: "0", fixtures: sports.map(fixtureOf) }, now);
  return state;
};

const priceOf = (sport: string, outcomes: string): TableImage => ({
  ...emptyImage,
  checks: [
    {
      fixture_id: `${sport}-game`,
      book_key: "pinnacle",
      recorded: now,
      checked: now,
      fetched: now,
      market_times: {},
      own_start: null,
      own_start_stated: null,
      source: null,
      book_event_id: null,
      link: null,
    },
  ],
  markets: [{ fixture_id: `${sport}-game`, book_key: "pinnacle", market_key: "h2h", outcomes }],
});

test("queries that list the same markets and books in different orders share one response", () => {
  const responses = createResponses(stateOf("nfl"), () => now, inOneSlice);
  const reordered = { ...query, markets: ["totals", "h2h"], bookmakers: ["harbour", "northline"] };
  expect(responses.oddsList("nfl", reordered)).toBe(responses.oddsList("nfl", query));
});

test("concurrent requests for a long list share one rendering, and a response contains changes made during its rendering", async () => {
  const state = stateOf("nfl");
  const responses = createResponses(state, () => now, { maxBytes: 1e6, sliceMs: 0 });
  const waiting = [responses.oddsListAt("nfl", query), responses.oddsListAt("nfl", query)];
  expect(waiting[0]).toBeInstanceOf(Promise);
  expect(waiting[1]).toBe(waiting[0]);
  const otherQuery = { ...query, bookmakers: undefined };
  const changed = responses.oddsList("nfl", otherQuery);
  state.apply({ ...priceOf("nfl", "h-110\na-115"), cursor: "0" }, now);
  await Promise.all(waiting);
  expect(JSON.parse(Buffer.from(await (await changed).bytes("identity")).toString())).toMatchObject([
    { bookmakers: [{ key: "pinnacle" }] },
  ]);
  expect(responses.oddsList("nfl", otherQuery)).toBe(await changed);
});

test("a change in one sport does not invalidate the responses of another sport", () => {
  const state = stateOf("nfl", "nba");
  const revisions = [state.sportRevision("nfl"), state.sportRevision("nba")];
  state.apply({ ...priceOf("nba", "h-110\na-110"), cursor: "0" }, now);
  expect(state.sportRevision("nfl")).toBe(revisions[0]);
  expect(state.sportRevision("nba")).not.toBe(revisions[1]);
});

test("applying the same rows again changes no revision", () => {
  const state = stateOf("nfl");
  const rows = { ...priceOf("nfl", "h-110\na-110"), cursor: "0" };
  state.apply(rows, now);
  const before = state.revision();
  state.apply(structuredClone(rows), now + 1);
  expect(state.revision()).toBe(before);
});

test("booksByMarket lists the books that quote a market, ignoring withdrawn prices and dropped fixtures", () => {
  const state = stateOf("nfl");
  const responses = createResponses(state, () => now, inOneSlice);
  const offered = () => Object.fromEntries(responses.booksByMarket());
  expect(offered()).toEqual({});
  state.apply({ ...priceOf("nfl", "h-110\na-110"), cursor: "0" }, now);
  expect(offered()).toEqual({ h2h: ["pinnacle"] });
  expect(responses.booksByMarket()).toBe(responses.booksByMarket());
  state.apply({ ...priceOf("nfl", ""), cursor: "0" }, now);
  expect(offered()).toEqual({});
  state.apply({ ...priceOf("nfl", "h-110\na-110"), cursor: "0" }, now);
  expect(offered()).toEqual({ h2h: ["pinnacle"] });
  state.apply({ ...emptyImage, cursor: "0" }, now + 2 * hourMs);
  expect(offered()).toEqual({});
  expect([...state.all()]).toEqual([]);
});
