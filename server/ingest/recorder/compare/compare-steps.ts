import { decodeOutcomes } from "@/server/domain/prices/outcome-text";
import type { FixtureUpdate } from "@/server/ingest/recorder/compare/fixture-updates";
import { type PriceState, setMarket } from "@/server/ingest/recorder/compare/price-state";
import type { MarketUpdate } from "@/server/ingest/recorder/compare/snapshot-markets";
import { isStaleFetch } from "@/server/ingest/recorder/compare/stale-fetch";
import type { PlacedEvent } from "@/server/ingest/recorder/place/placed";
import { type StartStatements, withStatement } from "@/server/ingest/recorder/place/start-statements";
import type { Recording } from "@/server/ingest/recorder/recording";
import { countPrices, type RecordReport } from "@/server/ingest/recorder/report";
import type { BookCheck } from "@/server/ingest/recorder/state/load-state";
import { addPlayer, type Changes } from "@/server/ingest/recorder/write/changes";

/** The steps that compare-prices.ts and compare-late.ts share. */

const playersIn = (text: string): Set<string> =>
  new Set(text.split("\n").map((line) => line.slice(line.indexOf("~") + 1)));

/**
 * Makes `text` the current state of a market, and adds the names of the market's players to the changes. Names in the market's previous
 * state are left out: they are stored already.
 */
export const setCurrent = (
  { recording: { book }, fixtureId, current }: FixtureUpdate,
  { key, players }: MarketUpdate,
  text: string,
  prices: PriceState,
  changes: Changes,
): void => {
  const stored = players.size === 0 ? players : playersIn(current.get(key) ?? "");
  setMarket({ book, fixtureId }, key, text, prices, changes);
  for (const name of players) if (!stored.has(name)) addPlayer(changes, { book, fixture: fixtureId, name });
};

/** Counts the prices of a market's new state as changed or unchanged. */
export const countChanged = (report: RecordReport, before: string, after: string): void => {
  const prices = after === "" ? 0 : after.split("\n").length;
  if (before === after) {
    countPrices(report, "unchanged", prices);
    return;
  }
  if (before === "") {
    countPrices(report, "changed", prices);
    return;
  }
  const earlier = new Set(decodeOutcomes(before).map((outcome) => JSON.stringify(outcome)));
  const unchanged = decodeOutcomes(after).filter((outcome) => earlier.has(JSON.stringify(outcome))).length;
  countPrices(report, "unchanged", unchanged);
  countPrices(report, "changed", prices - unchanged);
};

/**
 * The starts that the book has stated for a fixture, including the snapshot's start. If a newer fetch is already recorded, the snapshot's
 * start is left out.
 */
export const startsAfter = (
  recording: Recording,
  placed: PlacedEvent | undefined,
  check: BookCheck | undefined,
): StartStatements => {
  const before = check?.starts ?? [];
  if (placed === undefined || isStaleFetch(recording, check)) return before;
  const { book, recordedAt: at, midnightOnly, source } = recording;
  return withStatement(before, { book, start: placed.event.commenceTime, at, midnightOnly, source });
};
