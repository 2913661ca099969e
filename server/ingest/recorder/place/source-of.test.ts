import { expect, test } from "vitest";
import { formatNames } from "@/server/ingest/feeds/formats";
import {
  booksOrigin,
  originOfFeed,
  originOfFormat,
  sourceOf,
} from "@/server/ingest/recorder/place/source-of";

test("a book with its own feed is a source of its own", () => {
  expect(sourceOf(originOfFeed({ kind: "own", feed: "kalshi" }), "kalshi")).toBe("book:kalshi");
  expect(sourceOf(booksOrigin, "pinnacle")).toBe("book:pinnacle");
});

test("all books that are delivered with one feed token are one source", () => {
  const origin = { kind: "token", id: "one" } as const;
  expect(sourceOf(origin, "pinnacle")).toBe("token:one");
  expect(sourceOf(origin, "unibet")).toBe("token:one");
  expect(sourceOf({ kind: "token", id: "two" }, "unibet")).toBe("token:two");
});

test("a live aggregator and an import of its responses are the same source", () => {
  const live = originOfFeed({ kind: "aggregator", feed: "the-odds-api" });
  expect(sourceOf(live, "pinnacle")).toBe("feed:the-odds-api");
  expect(sourceOf(originOfFormat("the-odds-api"), "unibet")).toBe("feed:the-odds-api");
});

test("each import format has a decided source, and only native snapshots and venues' own responses speak for each book separately", () => {
  const sources = formatNames.map((format) => [format, sourceOf(originOfFormat(format), "pinnacle")]);
  expect(Object.fromEntries(sources)).toEqual({
    native: "book:pinnacle",
    kalshi: "book:pinnacle",
    polymarket: "book:pinnacle",
    "the-odds-api": "feed:the-odds-api",
    "snapshots-csv": "feed:snapshots-csv",
    "football-data": "feed:football-data",
    "flat-props": "feed:flat-props",
  });
});
