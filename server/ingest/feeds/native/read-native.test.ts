import { expect, test } from "vitest";
import { nativeFormat } from "@/server/ingest/feeds/native/read-native";
import { readAll, snapshotsOf } from "@/server/ingest/feeds/testing/samples";

const line = (book: string): string =>
  JSON.stringify({ book, sport: "icehockey_nhl", fetched_at: null, events: [] });

test("a native file has one snapshot per line, and may have blank lines, CRLF line ends and a byte order mark", () => {
  const text = `\uFEFF${line("a")}\r\n\r\n  \n${line("b")}\n${line("c")}`;
  const items = readAll(nativeFormat, text);
  expect(items.map(({ kind }) => kind)).toEqual(["snapshot", "snapshot", "snapshot"]);
  expect(snapshotsOf(items).map(({ book }) => book)).toEqual(["a", "b", "c"]);
});

test("an empty native file yields no snapshot and no rejection", () => {
  expect(readAll(nativeFormat, "")).toEqual([]);
});

test.each([
  ["that is not JSON", '{"book":"a"'],
  ["that is a list", "[]"],
  ["that is null", "null"],
  ["without a book", '{"sport":"s","events":[]}'],
  ["with a book that is not text", '{"book":1,"sport":"s","events":[]}'],
  ["without a sport", '{"book":"a","events":[]}'],
  ["without a list of events", '{"book":"a","sport":"s","events":{}}'],
])("a native line %s is rejected, and other lines are read", (_, bad) => {
  const items = readAll(nativeFormat, `${line("a")}\n${bad}\n${line("b")}`);
  expect(items[1]).toMatchObject({ kind: "rejected", reason: "malformed_line", prices: 1 });
  expect(items[1]).toHaveProperty("detail", expect.stringContaining("line 2"));
  expect(snapshotsOf(items)).toHaveLength(2);
});

test("the native reader does not check the events of a snapshot", () => {
  const odd = JSON.stringify({ book: "a", sport: "s", events: [1, { markets: null }] });
  expect(snapshotsOf(readAll(nativeFormat, odd))).toEqual([JSON.parse(odd)]);
});
