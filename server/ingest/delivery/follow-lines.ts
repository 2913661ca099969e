import type { Readable } from "node:stream";
import pRetry from "p-retry";
import { isUnavailable } from "@/db/is-unavailable";
import { ClockSetBackError } from "@/server/clock/clock-skew";
import { readLines } from "@/server/ingest/delivery/read-lines";
import { readNativeLine } from "@/server/ingest/feeds/native/read-native";
import { type ReadItem, rejectedItem } from "@/server/ingest/feeds/reader";
import type { RecordItems } from "@/server/ingest/recorder/record-items";
import { addReport, emptyReport, type RecordReport } from "@/server/ingest/recorder/report";

/** A batch is recorded when it has this many lines or bytes, or after `flushEveryMs`. */
const maxBatch = { lines: 64, bytes: 8 * 1024 * 1024 };
const flushEveryMs = 1_000;
/** The retries take about a minute in total. More retries would not help: the sender waits meanwhile, and old prices are of little use. */
const retries = { retries: 8, minTimeout: 500, maxTimeout: 15_000, randomize: true };

const readItem = (line: string): ReadItem => {
  const snapshot = readNativeLine(line);
  return typeof snapshot === "string"
    ? rejectedItem("malformed_line", snapshot)
    : { kind: "snapshot", snapshot };
};

const rejectedLine = ({ problem, isTooLong }: { problem: string; isTooLong: boolean }): ReadItem =>
  rejectedItem(isTooLong ? "oversized_line" : "malformed_line", problem);

type FollowOptions = {
  readonly recordItems: RecordItems;
  /** An abort ends reading. Lines that were already read are still recorded, but a batch that then fails is not retried. */
  readonly signal: AbortSignal;
  /** Called for each line that is not a snapshot. */
  readonly onRejected: (line: number, problem: string) => void;
  /** Called after each batch, with the report of all batches so far. */
  readonly onRecorded: (report: RecordReport) => void;
  readonly onRetry: (error: Error) => void;
};

/**
 * Records native snapshots, one per line, as they arrive. Lines that are not snapshots are counted as `malformed_line`, and
 * lines of more than 1 MiB as `oversized_line`. While the database
 * is unavailable, the current batch is retried, and at most one more batch is read. A batch is also retried if the database's clock was set
 * back.
 * @throws if the database stays unavailable for about a minute, and on any other failure. Batches that were already recorded stay recorded.
 */
export const followLines = async (
  input: Readable,
  { recordItems, signal, onRejected, onRecorded, onRetry }: FollowOptions,
): Promise<RecordReport> => {
  const report = emptyReport();
  let batch: ReadItem[] = [];
  let bytes = 0;
  let recording: Promise<void> | undefined;
  let failure: unknown;

  const recordBatches = async (): Promise<void> => {
    while (batch.length > 0) {
      const items = batch;
      batch = [];
      bytes = 0;
      const recorded = await pRetry(() => recordItems(() => items), {
        ...retries,
        shouldRetry: ({ error }) =>
          !signal.aborted && (isUnavailable(error) || error instanceof ClockSetBackError),
        onFailedAttempt: ({ error, retriesLeft }) => {
          if (retriesLeft > 0) onRetry(error);
        },
      });
      addReport(report, recorded);
      onRecorded(report);
    }
  };
  const flush = (): Promise<void> => {
    recording ??= recordBatches().finally(() => {
      recording = undefined;
    });
    return recording;
  };
  const flushing = setInterval(() => {
    flush().catch((error: unknown) => {
      failure ??= error;
      input.destroy();
    });
  }, flushEveryMs);
  const stop = (): void => void input.destroy();
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();

  try {
    for await (const line of readLines(input)) {
      if ("text" in line && line.text.trim() === "") continue;
      const item = "text" in line ? readItem(line.text) : rejectedLine(line);
      if (item.kind === "rejected") onRejected(line.number, item.detail);
      batch.push(item);
      bytes += "text" in line ? line.bytes.byteLength : 0;
      if (batch.length >= maxBatch.lines || bytes >= maxBatch.bytes) await flush();
    }
  } catch (error) {
    if (failure !== undefined) throw failure;
    if (!signal.aborted) throw error;
  } finally {
    clearInterval(flushing);
    signal.removeEventListener("abort", stop);
  }
  await flush();
  if (failure !== undefined) throw failure;
  return report;
};
