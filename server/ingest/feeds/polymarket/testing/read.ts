import { readPolymarket } from "@/server/ingest/feeds/polymarket/read-polymarket";
import type { ReadItem } from "@/server/ingest/feeds/reader";
import type { SnapshotEvent, SnapshotOutcome } from "@/server/ingest/feeds/snapshot";
import { snapshotsOf } from "@/server/ingest/feeds/testing/samples";

export const fetchedAtMs = Date.parse("2026-01-09T20:13:00Z");

export const read = (...bodies: readonly unknown[]): ReadItem[] => readPolymarket(bodies, { fetchedAtMs });

export const eventsOf = (items: readonly ReadItem[]): SnapshotEvent[] =>
  snapshotsOf(items).flatMap(({ events }) => events);

/** Market key -> one short text per outcome. For example, `home -7.5 0.6` has the side, the point and the probability. */
export const quotesOf = (items: readonly ReadItem[]): Record<string, string[]> => {
  const short = ({ side, point, player, ...price }: SnapshotOutcome): string =>
    [player, side, point, "probability" in price ? price.probability : "no probability", price.size?.amount]
      .filter((part) => part !== undefined)
      .join(" ");
  const markets = eventsOf(items).flatMap((event) => event.markets);
  return Object.fromEntries(markets.map(({ key, outcomes }) => [key, outcomes.map(short)]));
};

/** The number of prices that the reader itself rejects, by reason. */
export const rejectionsOf = (items: readonly ReadItem[]): Record<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items)
    if (item.kind === "rejected") counts.set(item.reason, (counts.get(item.reason) ?? 0) + item.prices);
  return Object.fromEntries(counts);
};
