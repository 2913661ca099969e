"use client";

import { useMemo } from "react";
import { BooksChip } from "@/app/(site)/explore/books-chip";
import { MissingBooks } from "@/app/(site)/explore/game/missing-books";
import { groupLines, sourceIn } from "@/app/(site)/explore/game/price-lines";
import { isWithheld } from "@/app/(site)/explore/unmatched-reasons";
import type { OpenQuotes } from "@/app/(site)/explore/use-open-quotes";
import type { GameView } from "@/server/market/screen/views";

/** How many books a game shows and how many it leaves out, with a list of the latter. */
export const GameBooks = ({
  view,
  open: { quotes, lapsed },
}: {
  readonly view: GameView;
  readonly open: OpenQuotes;
}) => {
  const { mirrors, unmatched, books } = view;
  const outliers = useMemo(() => {
    const rows = groupLines(quotes, undefined, sourceIn({ mirrors })).flatMap((line) => line.rows);
    return [...new Set(rows.filter(({ isOutlier }) => isOutlier).map(({ quote }) => quote.book))];
  }, [quotes, mirrors]);
  const withheld = unmatched.filter(({ reason }) => isWithheld(reason)).length;
  return (
    <BooksChip
      counts={{
        books: new Set(quotes.map(({ book }) => book)).size,
        lapsed: lapsed.length,
        unmatched: unmatched.length - withheld,
        withheld,
        outliers: outliers.length,
      }}
    >
      <MissingBooks lapsed={lapsed} unmatched={unmatched} outliers={outliers} books={books} />
    </BooksChip>
  );
};
