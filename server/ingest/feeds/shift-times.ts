import { minuteMs } from "@/server/domain/durations";
import { parseTime } from "@/server/ingest/feeds/parse-time";
import type { ReadItem } from "@/server/ingest/feeds/reader";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";

const clockSkewMs = minuteMs;

/** Snapshots in the native format are not checked yet, so their lists may be any value. */
const listOf = <T>(value: readonly T[]): readonly T[] => (Array.isArray(value) ? value : []);

const fetchTimesOf = (snapshot: BookSnapshot): number[] => {
  const latest =
    snapshot.recorded_at === undefined ? Number.POSITIVE_INFINITY : parseTime(snapshot.recorded_at);
  const markets = listOf(snapshot.events).flatMap((event) => listOf(event?.markets ?? []));
  const times = [snapshot.fetched_at, ...markets.map((market) => market?.fetched_at)].map(parseTime);
  // A fetch time after the recording time is an error of the source. If it counted as the newest fetch time, `--shift auto` would move all
  // imported times by too little.
  return times.filter((time) => time <= latest + clockSkewMs);
};

const newest = (times: Iterable<number>): number | null => {
  let latest: number | null = null;
  for (const time of times) if (!Number.isNaN(time) && (latest === null || time > latest)) latest = time;
  return latest;
};

/** The newest fetch time of the items, in ms since the epoch. Without fetch times, the newest recording time; without any time, null. */
export const newestFetchTime = (items: Iterable<ReadItem>): number | null => {
  const fetched: number[] = [];
  const recorded: number[] = [];
  for (const item of items) {
    if (item.kind !== "snapshot") continue;
    const latest = newest(fetchTimesOf(item.snapshot));
    if (latest !== null) fetched.push(latest);
    recorded.push(parseTime(item.snapshot.recorded_at));
  }
  return newest(fetched) ?? newest(recorded);
};

const shiftTime = <T extends string | null | undefined>(time: T, deltaMs: number): T => {
  const shifted = new Date(parseTime(time) + deltaMs);
  // Unreadable times are not changed: `checkSnapshot` rejects them.
  return Number.isNaN(shifted.getTime()) ? time : (shifted.toISOString() as T);
};

/** The snapshot with all its times moved by `deltaMs`. */
export const shiftSnapshot = (snapshot: BookSnapshot, deltaMs: number): BookSnapshot => ({
  ...snapshot,
  fetched_at: shiftTime(snapshot.fetched_at, deltaMs),
  ...(snapshot.recorded_at !== undefined && { recorded_at: shiftTime(snapshot.recorded_at, deltaMs) }),
  events: !Array.isArray(snapshot.events)
    ? snapshot.events
    : snapshot.events.map((event) =>
        typeof event !== "object" || event === null
          ? event
          : {
              ...event,
              commence_time: shiftTime(event.commence_time, deltaMs),
              markets: !Array.isArray(event.markets)
                ? event.markets
                : event.markets.map((market) =>
                    market?.fetched_at == null
                      ? market
                      : { ...market, fetched_at: shiftTime(market.fetched_at, deltaMs) },
                  ),
            },
      ),
});
