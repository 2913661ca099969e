import { expect, test } from "vitest";
import { docsPages } from "@/app/(site)/docs/list-pages";
import { createSearch } from "@/app/(site)/docs/search/create-search";
import { searchSections } from "@/app/(site)/docs/search/search-sections";
import { docsFacts } from "@/app/(site)/docs/testing/docs-facts";

const search = createSearch(docsPages.flatMap((page) => searchSections(page, docsFacts)));

test.each([
  ["replace key", "/docs/guides/api-keys#replacing"],
  ["rotate an api key", "/docs/guides/api-keys#replacing"],
  ["test key", "/docs/guides/api-keys#test-keys"],
  ["rate limit", "/docs/guides/metering#waiting"],
  ["how often poll", "/docs/guides/polling-and-caching#how-often"],
  ["last_update null", "/docs/guides/freshness#null"],
  ["stale price", "/docs/guides/freshness#removal"],
  ["closing line", "/docs/reference/get-historical-closing"],
  ["ALLOWANCE_SPENT", "/docs/errors#allowance-spent"],
  ["regions", "/docs/guides/moving-from-the-odds-api#books"],
  ["basketball_nba", "/docs/coverage/sports#basketball"],
  ["pinnacle", "/docs/coverage/books#sportsbooks"],
  ["how to authenticate", "/docs/reference#credentials"],
  ["what does a 429 mean?", "/docs/errors#speed-limit"],
  ["too many requests", "/docs/errors#speed-limit"],
  ["how to page history", "/docs/guides/history#paging"],
  ["pagination", "/docs/guides/history#paging"],
  ["how to know a price is fresh", "/docs/guides/freshness#removal"],
  ["move from The Odds API", "/docs/guides/moving-from-the-odds-api"],
  ["consensus", "/docs/guides/best-prices#consensus"],
  ["no-vig price", "/docs/guides/best-prices#consensus"],
  ["best prices of a sport", "/docs/reference/list-best-prices"],
  ["which books are late", "/docs/coverage#books"],
  ["usage per day", "/docs/reference/get-daily-usage"],
  ["webhook", "/docs/guides/streaming"],
  ["websocket", "/docs/guides/streaming"],
  ["arbitrage", "/docs/guides/best-prices#hold"],
  ["refund", "/docs/guides/metering#what-counts"],
  ["unmatchd bookmaker", "/docs/guides/unmatched-books"],
])("a reader who searches for %j finds %s among the first three results", (query, path) => {
  const found = search(query)
    .slice(0, 3)
    .map((hit) => hit.path);
  expect(found).toContain(path);
});

test("a search result shows the text around the found word", () => {
  expect(search("If-None-Match")[0]?.excerpt.toLowerCase()).toContain("none");
});

test("an excerpt is plain text: no marks of Markdown, and no space before a full stop", () => {
  for (const query of ["not_recorded", "id", "last_update", "retry"])
    for (const { excerpt } of search(query)) expect(excerpt).not.toMatch(/[`*]|\b_\w+_\b| [.,;]/);
});

test("one page has at most three results", () => {
  for (const query of ["key", "price", "error"]) {
    const pages = search(query).map(({ page }) => page);
    for (const page of pages) expect(pages.filter((other) => other === page).length).toBeLessThan(4);
  }
});

test("a search for a word that is not in the docs finds nothing", () => {
  expect(search("zzyzx")).toEqual([]);
});
