import type { BookMovement } from "@/app/(site)/explore/movement/movement";
import type { OpenQuotes } from "@/app/(site)/explore/use-open-quotes";

/** What the board knows about a game: the current prices, and the books whose prices have all expired. */
export type CurrentPrices = Pick<OpenQuotes, "quotes" | "lapsed" | "isClosed">;

/**
 * Ends the last price of each book that has no current price. The archive records changes only: it does not record that a price expired.
 * If the board states when the price expired, the price ends at that time. Otherwise the price ends when it was recorded, because
 * nothing is known about the time since. The prices of a game that has started do not change: the last price is the closing price.
 */
export const endExpired = (
  movements: readonly BookMovement[],
  market: string,
  { quotes, lapsed, isClosed }: CurrentPrices,
  start: number,
  now: number,
): readonly BookMovement[] => {
  if (start <= now) return movements;
  const current = new Set(
    isClosed ? [] : quotes.flatMap((quote) => (quote.market === market ? quote.book : [])),
  );
  return movements.map((movement) => {
    const { book, steps } = movement;
    const last = steps.at(-1);
    if (last === undefined || last.until !== undefined || current.has(book)) return movement;
    const expiredAt = lapsed.find((lapse) => lapse.book === book)?.at ?? last.at;
    return { ...movement, steps: [...steps.slice(0, -1), { ...last, until: Math.max(last.at, expiredAt) }] };
  });
};
