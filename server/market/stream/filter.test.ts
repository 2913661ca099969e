import { expect, test } from "vitest";
import type { ListQuery } from "@/server/market/board/board";
import { queryKey } from "@/server/market/stream/filter";

const query: ListQuery = {
  markets: ["h2h", "totals"],
  bookmakers: ["draftkings", "fanduel"],
  eventIds: undefined,
  oddsFormat: "american",
  dateFormat: "iso",
  commenceFrom: undefined,
  commenceTo: undefined,
};

test("the order of lists and a stated default make no difference to a query's key", () => {
  const same: ListQuery = {
    ...query,
    markets: ["totals", "h2h"],
    bookmakers: ["fanduel", "draftkings"],
    isMeasuredOnly: false,
  };
  expect(queryKey(same)).toBe(queryKey(query));
});

test.each<[string, Partial<ListQuery>]>([
  ["markets", { markets: ["h2h"] }],
  ["bookmakers", { bookmakers: undefined }],
  ["eventIds", { eventIds: ["a"] }],
  ["oddsFormat", { oddsFormat: "decimal" }],
  ["dateFormat", { dateFormat: "unix" }],
  ["isMeasuredOnly", { isMeasuredOnly: true }],
  ["commenceFrom", { commenceFrom: 1 }],
  ["commenceTo", { commenceTo: 1 }],
])("queries with different %s have different keys", (_, different) => {
  expect(queryKey({ ...query, ...different })).not.toBe(queryKey(query));
});
