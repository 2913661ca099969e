import { LRUCache } from "lru-cache";
import type { FixtureRecord } from "@/server/domain/catalogue/fixture-record";
import type { Market } from "@/server/domain/catalogue/markets";

const maxKept = 2_000;

export type ReadOfMarket<T> = (fixture: FixtureRecord, market: Market) => Promise<T>;

/** Caches a read of the archive, so that each market of each fixture is read at most once in `keptMs`. A failed read is not kept. */
export const cacheReads = <T>(read: ReadOfMarket<T>, keptMs: number): ReadOfMarket<T> => {
  const kept = new LRUCache<string, Promise<T>>({ max: maxKept, ttl: keptMs });
  return (fixture, market) => {
    const key = `${market.key} ${fixture.id}`;
    const cached = kept.get(key);
    if (cached !== undefined) return cached;
    const reading = read(fixture, market);
    kept.set(key, reading);
    reading.catch(() => kept.delete(key));
    return reading;
  };
};
