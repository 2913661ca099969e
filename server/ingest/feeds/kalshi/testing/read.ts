import { readKalshi } from "@/server/ingest/feeds/kalshi/read-kalshi";
import { event, fetchedAtMs, type Market } from "@/server/ingest/feeds/kalshi/testing/payloads";
import type { ReadItem } from "@/server/ingest/feeds/reader";
import { snapshotsOf, tallyOf } from "@/server/ingest/feeds/testing/samples";

/** Reads response bodies that were fetched at `fetchedAtMs`. */
export const read = (...bodies: readonly unknown[]): ReadItem[] => readKalshi(bodies, fetchedAtMs);
export const eventsOf = (items: readonly ReadItem[]) => snapshotsOf(items).flatMap(({ events }) => events);

/** Outcomes of all events by market key, without sizes. */
export const pricesOf = (items: readonly ReadItem[]) => {
  const byKey = new Map<string, object[]>();
  for (const { markets } of eventsOf(items))
    for (const { key, outcomes } of markets)
      byKey.set(key, [...(byKey.get(key) ?? []), ...outcomes.map(({ size: _, ...outcome }) => outcome)]);
  return Object.fromEntries(byKey);
};
/** How many prices the reader or `checkSnapshot` rejected, by reason. */
export const rejectedOf = (items: readonly ReadItem[]) => tallyOf(items).rejected;

export const yankees = { baseball_team: "576dc9ee-9a05-4610-8e9d-efa2a046582d" };
export const orioles = { baseball_team: "e0a64786-0b17-4f7c-a8b5-425d52debb2d" };
/** The part of a ticker that identifies the game (Yankees at Orioles). */
export const game = "26AUG201835NYYBAL";
export const mlb = (series: string, title: string, markets: readonly Market[]) =>
  event(`${series}-${game}`, title, markets);
export const spread = `KXMLBSPREAD-${game}`;
export const total = `KXMLBTOTAL-${game}`;
/** The strike field of a market, in runs. */
export const runs = (floor_strike: number) => ({ floor_strike });
