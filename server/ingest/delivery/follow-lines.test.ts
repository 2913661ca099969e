import { PassThrough } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { followLines } from "@/server/ingest/delivery/follow-lines";
import type { ReadItem } from "@/server/ingest/feeds/reader";
import type { RecordItems } from "@/server/ingest/recorder/record-items";
import { countRejected, emptyReport } from "@/server/ingest/recorder/report";

const line = (book: string): string => `${JSON.stringify({ book, sport: "s", events: [] })}\n`;

/** Follows a stream. `batches` has the books of each recorded batch, and `-` for each rejected line. */
const follow = (recordItems?: RecordItems, stopping = new AbortController()) => {
  const input = new PassThrough();
  const batches: string[][] = [];
  const rejected: number[] = [];
  const retries: string[] = [];
  const nameOf = (item: ReadItem): string => (item.kind === "snapshot" ? item.snapshot.book : "-");
  const recordThem: RecordItems = async (takeItems) => {
    const items: ReadItem[] = [];
    for await (const item of takeItems()) items.push(item);
    batches.push(items.map(nameOf));
    const report = {
      ...emptyReport(),
      snapshots: items.filter(({ kind }) => kind === "snapshot").length,
    };
    for (const item of items) if (item.kind === "rejected") countRejected(report, item.reason, item.prices);
    return report;
  };
  const result = followLines(input, {
    recordItems: async (takeItems) => {
      await recordItems?.(takeItems);
      return recordThem(takeItems);
    },
    signal: stopping.signal,
    onRejected: (number) => rejected.push(number),
    onRecorded: () => undefined,
    onRetry: ({ message }) => retries.push(message),
  });
  result.catch(() => undefined);
  return { input, stop: () => stopping.abort(), batches, rejected, retries, result };
};

test("lines are recorded in batches of at most 64, and malformed lines are counted", async () => {
  const { input, batches, rejected, result } = follow();
  input.write(Buffer.from('{"book":"\xff"}\nnothing\n\n', "latin1"));
  input.end(line("a").repeat(100).trimEnd());
  expect(await result).toMatchObject({ snapshots: 100, rejected: { malformed_line: 2 } });
  expect(batches.map((batch) => batch.length)).toEqual([64, 38]);
  expect(rejected).toEqual([1, 2]);
});

test("a line is recorded soon after it arrives, even if the input does not end", async () => {
  const { input, batches, stop, result } = follow();
  input.write(line("a"));
  while (batches.length === 0) await delay(5);
  expect(batches).toEqual([["a"]]);
  stop();
  expect(await result).toMatchObject({ snapshots: 1 });
});

test("after a signal to stop, the complete lines that were read are recorded, and an incomplete line is dropped", async () => {
  const { input, batches, stop, result } = follow();
  input.write(line("a") + line("b") + line("c").slice(0, -3));
  while (input.readableLength > 0) await delay(5);
  stop();
  expect(await result).toMatchObject({ snapshots: 2 });
  expect(batches.flat()).toEqual(["a", "b"]);
});

test("followLines returns at once if the signal to stop arrives before reading begins", async () => {
  const stopping = new AbortController();
  stopping.abort();
  expect(await follow(undefined, stopping).result).toEqual(emptyReport());
});

test("a batch is retried while the database is unavailable", async () => {
  let failures = 2;
  const { input, batches, retries, result } = follow(async () => {
    failures -= 1;
    if (failures >= 0) throw Object.assign(new Error("away"), { code: "ECONNREFUSED" });
    return emptyReport();
  });
  input.end(line("a"));
  expect(await result).toMatchObject({ snapshots: 1 });
  expect([batches, retries]).toEqual([[["a"]], ["away", "away"]]);
});

test("followLines fails on an unexpected error, even while the input is idle", async () => {
  const { input, result } = follow(() => Promise.reject(new Error("planted")));
  input.write(line("a"));
  await expect(result).rejects.toThrow("planted");
});

test("a line of more than 1 MiB is counted as oversized_line, and the next line is recorded", async () => {
  const { input, rejected, result } = follow();
  input.write(Buffer.alloc(2 ** 20, "x"));
  input.write(Buffer.alloc(1, "x"));
  input.end(`\n${line("a")}`);
  expect(await result).toMatchObject({ snapshots: 1, rejected: { oversized_line: 1 } });
  expect(rejected).toEqual([1]);
});
