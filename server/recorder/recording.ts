import { createHash } from "node:crypto";
import type { CheckedSnapshot } from "@/server/feeds/check-snapshot";
import { parseTime } from "@/server/feeds/parse-time";
import { newestFetchTime } from "@/server/feeds/shift-times";
import type { BookSnapshot } from "@/server/feeds/snapshot";
import { jsonOf } from "@/server/feeds/untrusted";
import { isMidnight } from "@/server/matching/windows";
import type { MarketTime } from "@/server/recorder/load-known";

/** `now`: the snapshot is recorded as it arrives. `recorded`: it was recorded at the time that it states. */
export type RecordingClock = "now" | "recorded";

/** A checked snapshot with its time of recording (ms), from which prices without a measured fetch time age. */
export type Recording = CheckedSnapshot & {
  readonly recordedAt: number;
  readonly clock: RecordingClock;
  readonly digest: number;
  /** 1 where every start that it states is midnight UTC, so that they may be dates without a time. */
  readonly midnightOnly: 0 | 1;
};

/** See `Recording.midnightOnly`. */
export const midnightOnlyOf = ({ events }: Pick<CheckedSnapshot, "events">): 0 | 1 =>
  events.every(({ commenceTime }) => isMidnight(commenceTime)) ? 1 : 0;

/** When the snapshot was recorded, in ms: as it states, else when it was last fetched; NaN where neither is known. */
export const recordingTime = (snapshot: BookSnapshot, clock: RecordingClock, now: number): number => {
  if (clock === "now") return now;
  if (snapshot.recorded_at != null) return parseTime(snapshot.recorded_at);
  return newestFetchTime([{ kind: "snapshot", snapshot }]) ?? Number.NaN;
};

/** What is nested too deeply can be read and not be written: then the other events make the text. */
const digestedText = (snapshot: BookSnapshot): string => {
  try {
    return JSON.stringify(snapshot);
  } catch {
    return [{ ...snapshot, events: [] }, ...snapshot.events].map(jsonOf).join("\n");
  }
};

/** The same for the same content: with book, sport and time of recording it tells that a snapshot comes again. */
export const digestOf = (snapshot: BookSnapshot): number =>
  createHash("sha256").update(digestedText(snapshot)).digest().readInt32BE();

/** A fetch that a source's clock puts after its recording counts as checked when it was recorded. */
export const timeOf = (fetchedAt: number | null, recordedAt: number): MarketTime => [
  Math.min(fetchedAt ?? recordedAt, recordedAt),
  fetchedAt,
];

/** The times of a market that states none of its own. */
export const bookTime = ({
  fetchedAt,
  recordedAt,
}: Pick<Recording, "fetchedAt" | "recordedAt">): MarketTime => timeOf(fetchedAt, recordedAt);
