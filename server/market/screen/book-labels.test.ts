import { expect, test } from "vitest";
import { catalogueBooks } from "@/server/domain/catalogue/books";
import { labelBooks } from "@/server/market/screen/book-labels";

const shown = (labels: ReturnType<typeof labelBooks>): string[] =>
  [...labels.values()].map(({ title, mark }) => `${title}|${mark ?? ""}`);

test("books of the catalogue with the same title are distinguished by region, or by key if the key names no region", () => {
  const labels = labelBooks(catalogueBooks);
  expect(new Set(shown(labels)).size).toBe(catalogueBooks.length);
  const marks = (...keys: string[]) => keys.map((key) => labels.get(key)?.mark);
  expect(marks("betfair", "betfair_ex_au", "betfair_ex_eu", "betfair_ex_uk")).toEqual([
    "betfair",
    "AU",
    "EU",
    "UK",
  ]);
  expect(marks("tipico_de", "tipico_us", "unibet_eu", "unibet", "draftkings")).toEqual([
    "DE",
    "US",
    "EU",
    "unibet",
    undefined,
  ]);
});

test("books with the same title and the same region are distinguished by their keys", () => {
  const book = (key: string) => ({
    key,
    title: "Same",
    kind: "sportsbook",
    updateIntervalSeconds: 60,
    lastUpdateMeasured: true,
  });
  expect(shown(labelBooks([book("a_uk"), book("b_uk"), book("c_us")]))).toEqual([
    "Same|a_uk",
    "Same|b_uk",
    "Same|US",
  ]);
});
