import { findSport } from "@/server/domain/catalogue/sports";
import { getOrInsert } from "@/server/domain/collections";
import type { Shard } from "@/server/ingest/polling/venue";

/**
 * A shard is the part of a feed that one instance polls. There is one shard for each group of sports: "American Football" becomes
 * `american-football`.
 */
export const shardsBySportGroup = (sportKeys: Iterable<string>): Shard[] => {
  const groups = new Map<string, string[]>();
  for (const key of [...new Set(sportKeys)].sort()) {
    const sport = findSport(key);
    if (sport === undefined) continue;
    const name = sport.group.toLowerCase().replaceAll(" ", "-");
    getOrInsert(groups, name, () => []).push(key);
  }
  return [...groups].map(([name, sports]) => ({ name, sports }));
};
