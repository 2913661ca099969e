import { getOrInsert } from "@/server/domain/collections";
import type { Locked } from "@/server/ingest/recorder/locked";
import { isOtherVote } from "@/server/ingest/recorder/place/start-statements";
import { type BookCheck, bookFixtureKey } from "@/server/ingest/recorder/state/load-state";
import { addCheck, addCurrent, type Changes } from "@/server/ingest/recorder/write/changes";

type OpenPriceState = {
  checks: Map<string, BookCheck>;
  /** Market key -> stored text; empty means withdrawn. */
  current: Map<string, Map<string, string>>;
};

/**
 * The newest recorded state of a batch's books and fixtures, by `bookFixtureKey`. Each snapshot of the batch updates it. Only the functions
 * of this file change it, and add the row to write.
 */
export type PriceState = Locked<OpenPriceState>;

const open = (prices: PriceState): OpenPriceState => prices as OpenPriceState;

type BookFixture = { readonly book: string; readonly fixtureId: string };

export const setCheck = (
  { book, fixtureId }: BookFixture,
  check: BookCheck,
  prices: PriceState,
  changes: Changes,
): void => {
  const key = bookFixtureKey(book, fixtureId);
  const before = prices.checks.get(key)?.starts ?? [];
  open(prices).checks.set(key, check);
  // Even a vote for the agreed start can change it: it can join groups of 5 minutes differently, or make a source's older books count no more.
  addCheck(changes, { book, fixture: fixtureId, ...check }, isOtherVote(before, check.starts));
};

/** Makes `text` the current state of a market. */
export const setMarket = (
  { book, fixtureId }: BookFixture,
  market: string,
  text: string,
  prices: PriceState,
  changes: Changes,
): void => {
  getOrInsert(open(prices).current, bookFixtureKey(book, fixtureId), () => new Map()).set(market, text);
  addCurrent(changes, { book, fixture: fixtureId, market, outcomes: text });
};
