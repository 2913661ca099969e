import { decodeOutcomes } from "@/server/domain/prices/outcome-text";
import type { FixtureUpdate } from "@/server/ingest/recorder/compare/fixture-updates";
import type { MarketUpdate } from "@/server/ingest/recorder/compare/snapshot-markets";
import { isStaleFetch } from "@/server/ingest/recorder/compare/stale-fetch";
import type { PlacedEvent } from "@/server/ingest/recorder/place/place-fixtures";
import {
  isOtherVote,
  type StartStatements,
  withStatement,
} from "@/server/ingest/recorder/place/start-statements";
import type { Recording } from "@/server/ingest/recorder/recording";
import type { RecordReport } from "@/server/ingest/recorder/report";
import { type BookCheck, bookFixtureKey, type PriceState } from "@/server/ingest/recorder/state/load-state";
import { addCurrent, addPlayer, type Changes } from "@/server/ingest/recorder/write/changes";

/** The steps that compare-prices.ts and compare-late.ts share. */

export const setCheck = (
  { book, fixtureId }: { readonly book: string; readonly fixtureId: string },
  check: BookCheck,
  prices: PriceState,
  changes: Changes,
): void => {
  const key = bookFixtureKey(book, fixtureId);
  const before = prices.checks.get(key)?.starts ?? [];
  // Even a vote for the agreed start can change it: it can join groups of 5 minutes differently, or make a source's older books count no more.
  if (isOtherVote(before, check.starts)) changes.otherVotes.add(fixtureId);
  prices.checks.set(key, check);
  changes.checks.set(key, { book, fixture: fixtureId, ...check });
};

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
  changes: Changes,
): void => {
  const stored = players.size === 0 ? players : playersIn(current.get(key) ?? "");
  current.set(key, text);
  addCurrent(changes, { book, fixture: fixtureId, market: key, outcomes: text });
  for (const name of players) if (!stored.has(name)) addPlayer(changes, { book, fixture: fixtureId, name });
};

/** Counts the prices of a market's new state as changed or unchanged. */
export const countChanged = (report: RecordReport, before: string, after: string): void => {
  const prices = after === "" ? 0 : after.split("\n").length;
  if (before === after) {
    report.prices.unchanged += prices;
    return;
  }
  if (before === "") {
    report.prices.changed += prices;
    return;
  }
  const earlier = new Set(decodeOutcomes(before).map((outcome) => JSON.stringify(outcome)));
  const unchanged = decodeOutcomes(after).filter((outcome) => earlier.has(JSON.stringify(outcome))).length;
  report.prices.unchanged += unchanged;
  report.prices.changed += prices - unchanged;
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
