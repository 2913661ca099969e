import { createHash } from "node:crypto";
import type { CheckedSnapshot } from "@/server/ingest/feeds/check-snapshot";
import { parseTime } from "@/server/ingest/feeds/parse-time";
import { newestFetchTime } from "@/server/ingest/feeds/shift-times";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";
import { jsonOf } from "@/server/ingest/feeds/untrusted";
import { isMidnight } from "@/server/ingest/matching/windows";
import type { MarketTime } from "@/server/ingest/recorder/state/load-state";

/** `now`: recorded at the time of arrival. `recorded`: recorded at the time that the snapshot states. */
export type RecordingClock = "now" | "recorded";

/**
 * A validated snapshot with its recording time (ms). The age of prices without a measured fetch time is counted from the recording time.
 */
export type Recording = CheckedSnapshot & {
  readonly recordedAt: number;
  readonly clock: RecordingClock;
  readonly digest: number;
  /** The independent source that states the snapshot (server/ingest/recorder/place/source-of.ts). */
  readonly source: string;
  /** 1 if every start in the snapshot is midnight UTC, otherwise 0. If it is 1, the source may state only the dates of its games. */
  readonly midnightOnly: 0 | 1;
};

/** See `Recording.midnightOnly`. */
export const midnightOnlyOf = ({ events }: Pick<CheckedSnapshot, "events">): 0 | 1 =>
  events.every(({ commenceTime }) => isMidnight(commenceTime)) ? 1 : 0;

/** The recording time in ms. With the clock `recorded`, it is the stated time, or else the newest fetch time, or else NaN. */
export const recordingTime = (snapshot: BookSnapshot, clock: RecordingClock, now: number): number => {
  if (clock === "now") return now;
  if (snapshot.recorded_at != null) return parseTime(snapshot.recorded_at);
  return newestFetchTime([{ kind: "snapshot", snapshot }]) ?? Number.NaN;
};

/**
 * The text that `digestOf` hashes. A snapshot that is nested too deeply can be parsed but not serialized. Then its events are serialized
 * one by one, and a fixed text replaces each event that is nested too deeply.
 */
const digestedText = (snapshot: BookSnapshot): string => {
  try {
    return JSON.stringify(snapshot);
  } catch {
    return [{ ...snapshot, events: [] }, ...snapshot.events].map(jsonOf).join("\n");
  }
};

/** A hash of the content, by which duplicates are found (see `findPriorRecordings`). */
export const digestOf = (snapshot: BookSnapshot): number =>
  createHash("sha256").update(digestedText(snapshot)).digest().readInt32BE();

/**
 * The times of a market. The time of its check is the fetch time. The recording time is used instead if no fetch time is measured, or if
 * the fetch time is later because the source's clock is ahead.
 */
export const timeOf = (fetchedAt: number | null, recordedAt: number): MarketTime => [
  Math.min(fetchedAt ?? recordedAt, recordedAt),
  fetchedAt,
];

/** The times of markets without a fetch time of their own. */
export const bookTime = ({
  fetchedAt,
  recordedAt,
}: Pick<Recording, "fetchedAt" | "recordedAt">): MarketTime => timeOf(fetchedAt, recordedAt);
