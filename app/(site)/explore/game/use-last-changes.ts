"use client";

import { useMemo, useState } from "react";
import { serverClock } from "@/app/(site)/live/server-clock";
import { useView } from "@/app/(site)/live/use-view";
import { ownValue } from "@/server/domain/catalogue/own-value";
import { minuteMs } from "@/server/domain/durations";
import type { MarketQuote } from "@/server/market/board/quote-markets";

const everyMs = minuteMs;

type Seen = { readonly prices: string; readonly changedAt: number | undefined };

const pricesOf = ({ outcomes }: MarketQuote): string =>
  JSON.stringify(outcomes.map(({ side, point, subject, price }) => [side, point, subject, price]));

/**
 * Book -> the time (ms) since which the book's prices of a market are unchanged. The archive is read every minute. In between, the page
 * notices changes itself.
 * @param market undefined if the view shows several markets. Then nothing is read.
 */
export const useLastChanges = (
  sport: string,
  event: string,
  market: string | undefined,
  quotes: readonly MarketQuote[],
): ReadonlyMap<string, number> => {
  const { read } = useView("lastChanges", market === undefined ? undefined : { sport, event, market }, {
    everyMs,
  });
  const [seen, setSeen] = useState<{
    readonly quotes: readonly MarketQuote[];
    readonly books: ReadonlyMap<string, Seen>;
  }>({ quotes: [], books: new Map() });
  if (seen.quotes !== quotes) {
    const now = serverClock.now();
    setSeen({
      quotes,
      books: new Map(
        quotes.map((quote) => {
          const prices = pricesOf(quote);
          const before = seen.books.get(quote.book);
          const changedAt =
            before === undefined ? undefined : before.prices === prices ? before.changedAt : now;
          return [quote.book, { prices, changedAt }];
        }),
      ),
    });
  }
  const stated = read?.view;
  return useMemo(
    () =>
      new Map(
        quotes.flatMap(({ book }) => {
          const recorded = stated && ownValue(stated, book);
          const noticed = seen.books.get(book)?.changedAt;
          const at = Math.max(recorded ?? 0, noticed ?? 0);
          return at === 0 ? [] : [[book, at] as const];
        }),
      ),
    [quotes, stated, seen],
  );
};
