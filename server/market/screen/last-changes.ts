import type { Archive } from "@/server/market/archive/archive";
import { cacheReads, type ReadOfMarket } from "@/server/market/screen/cache-reads";
import type { LastChangesView } from "@/server/market/screen/views";

/** A page itself notices changes between two reads. */
const keptMs = 15_000;

export type ReadLastChanges = ReadOfMarket<LastChangesView>;

/** Reads since when each book's prices are unchanged, each market of each fixture at most once in 15 seconds. */
export const createReadLastChanges = (archive: Pick<Archive, "lastChanges">): ReadLastChanges =>
  cacheReads(
    async (fixture, market) => Object.fromEntries(await archive.lastChanges(fixture, market.key)),
    keptMs,
  );
