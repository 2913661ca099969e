"use client";

import { useCallback, useMemo } from "react";
import { fadesAt } from "@/app/(site)/live/age";
import { useServerTime } from "@/app/(site)/live/use-server-time";
import type { MarketQuote } from "@/server/market/board/quote-markets";
import type { GameView } from "@/server/market/screen/views";

export type OpenQuotes = {
  /**
   * The prices that have not lapsed. A book's price lapses at its `leavesAt`: the price is then no longer shown, because it was not checked
   * in time.
   */
  readonly quotes: readonly MarketQuote[];
  /** Books whose prices have all lapsed, sorted by `at`, latest first. `at` is the time of the book's last lapse (ms). */
  readonly lapsed: GameView["lapsed"];
  /** Whether a price lapses soon: see `fadesAt`. */
  readonly isFading: (quote: MarketQuote) => boolean;
  /** Whether the game has started or is no longer listed. */
  readonly isClosed: boolean;
};

const nextMoment = (view: GameView | undefined, now: number): number | undefined => {
  let next = view !== undefined && view.start > now ? view.start : Number.POSITIVE_INFINITY;
  for (const quote of view?.quotes ?? [])
    for (const moment of [fadesAt(quote), quote.leavesAt]) if (moment > now && moment < next) next = moment;
  return Number.isFinite(next) ? next : undefined;
};

/** The first moment after `now` at which a price of a game lapses. */
export const nextLapseOf = (view: GameView, now: number): number | undefined => {
  const ahead = view.quotes.map(({ leavesAt }) => leavesAt).filter((moment) => moment > now);
  return ahead.length === 0 ? undefined : Math.min(...ahead);
};

const openQuotes = (view: GameView | undefined, now: number): Omit<OpenQuotes, "isFading"> => {
  const isClosed = view !== undefined && (view.state === "closed" || view.start <= now);
  const all = isClosed ? [] : (view?.quotes ?? []);
  const quotes = all.filter(({ leavesAt }) => leavesAt > now);
  const left = new Set(quotes.map(({ book }) => book));
  const gone = all.filter(({ book, leavesAt }) => leavesAt <= now && !left.has(book));
  const lapsed = new Map((isClosed ? [] : (view?.lapsed ?? [])).map(({ book, at }) => [book, at]));
  for (const { book, leavesAt } of gone) lapsed.set(book, Math.max(lapsed.get(book) ?? 0, leavesAt));
  return {
    quotes,
    lapsed: [...lapsed].map(([book, at]) => ({ book, at })).sort((a, b) => b.at - a.at),
    isClosed,
  };
};

/** Separates a view's open prices from its lapsed prices, by the server's clock. Prices lapse even if the page is offline. */
export const useOpenQuotes = (view: GameView | undefined): OpenQuotes => {
  const now = useServerTime((after) => nextMoment(view, after));
  const open = useMemo(() => openQuotes(view, now), [view, now]);
  const isFading = useCallback((quote: MarketQuote) => fadesAt(quote) <= now, [now]);
  return { ...open, isFading };
};
