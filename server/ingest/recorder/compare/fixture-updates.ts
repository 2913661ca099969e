import type { PriceState } from "@/server/ingest/recorder/compare/price-state";
import { type MarketUpdate, snapshotMarkets } from "@/server/ingest/recorder/compare/snapshot-markets";
import { isStaleMarket } from "@/server/ingest/recorder/compare/stale-fetch";
import { pauseIfDue } from "@/server/ingest/recorder/in-slices";
import type { PlacedEvent, PlacedRecording } from "@/server/ingest/recorder/place/placed";
import type { Recording } from "@/server/ingest/recorder/recording";
import { type BookCheck, bookFixtureKey } from "@/server/ingest/recorder/state/load-state";

/** The part of a snapshot that covers one fixture, and the book's recorded state of that fixture. */
export type FixtureUpdate = {
  readonly recording: Recording;
  readonly fixtureId: string;
  /** The snapshot's event of this fixture. Undefined if the snapshot has no such event, and so withdraws the book's prices. */
  readonly placed: PlacedEvent | undefined;
  readonly check: BookCheck | undefined;
  /** Market key -> stored text. */
  readonly current: ReadonlyMap<string, string>;
  /** The covered markets that are not stale. A market is stale if a newer fetch of this market is recorded. */
  readonly markets: readonly MarketUpdate[];
  /** Keys of the stale markets that the snapshot covers. */
  readonly staleKeys: readonly string[];
};

/**
 * The fixtures that a snapshot covers, each with its event. The event is undefined if the book's event no longer matches the fixture,
 * or if the snapshot is complete and omits the event.
 */
const coveredFixtures = (
  { recording: { book }, placed }: PlacedRecording,
  { checks }: PriceState,
): ReadonlyMap<string, PlacedEvent | undefined> => {
  const isWithdrawn = (fixtureId: string, names: string | null) =>
    names === null || checks.get(bookFixtureKey(book, fixtureId))?.listedAs === names;
  return new Map<string, PlacedEvent | undefined>([
    ...placed.withdrawn.flatMap(({ fixtureId, listedAs }) =>
      isWithdrawn(fixtureId, listedAs) ? [[fixtureId, undefined] as const] : [],
    ),
    ...placed.missingFixtures.map((fixtureId) => [fixtureId, undefined] as const),
    ...placed.events.map((event) => [event.fixtureId, event] as const),
  ]);
};

const noMarkets: ReadonlyMap<string, string> = new Map();

/**
 * Splits a snapshot by fixture.
 * @returns the updates, the ids of the fixtures whose markets were all stale, and the number of prices in stale markets.
 */
export const splitByFixture = async (
  input: PlacedRecording,
  prices: PriceState,
): Promise<{
  readonly updates: readonly FixtureUpdate[];
  readonly staleFixtures: readonly string[];
  readonly stalePrices: number;
}> => {
  const { recording } = input;
  const updates: FixtureUpdate[] = [];
  const staleFixtures: string[] = [];
  let stalePrices = 0;
  for (const [fixtureId, placed] of coveredFixtures(input, prices)) {
    const key = bookFixtureKey(recording.book, fixtureId);
    const check = prices.checks.get(key);
    const pause = pauseIfDue();
    if (pause !== undefined) await pause;
    // A book has nothing to withdraw from a fixture that it never listed.
    if (placed === undefined && check === undefined) continue;
    const current = prices.current.get(key) ?? noMarkets;
    const covered = snapshotMarkets(recording, placed, current.keys());
    const stale = covered.filter((market) => isStaleMarket(recording, market, { check, current }));
    for (const { text } of input.placed.hidden.has(fixtureId) ? [] : stale)
      if (text !== "") stalePrices += text.split("\n").length;
    if (stale.length > 0 && stale.length === covered.length) {
      staleFixtures.push(fixtureId);
      continue;
    }
    const markets = covered.filter((market) => !stale.includes(market));
    const staleKeys = stale.map((market) => market.key);
    updates.push({ recording, fixtureId, placed, check, current, markets, staleKeys });
  }
  return { updates, staleFixtures, stalePrices };
};
