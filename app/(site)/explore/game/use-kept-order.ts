"use client";

import { useCallback, useMemo, useState } from "react";
import type { LineRow, PriceLine } from "@/app/(site)/explore/game/price-lines";
import { keepOrder, type RowContext, type SortOrder, sortRows } from "@/app/(site)/explore/game/sort-rows";

type Shown = ReadonlyMap<string, readonly string[]>;

const booksOf = (rows: readonly LineRow[]): readonly string[] => rows.map(({ quote }) => quote.book);

/**
 * The rows of each line, sorted. When prices change, the rows keep their order until the reader sorts again. So no row moves while the
 * reader points at it.
 */
export const useKeptOrder = <Rows extends Pick<PriceLine, "id" | "rows">>(
  lines: readonly Rows[],
  order: SortOrder,
  context: RowContext,
) => {
  const [kept, setKept] = useState<{ readonly order: SortOrder; readonly shown: Shown }>({
    order,
    shown: new Map(),
  });
  const shown = kept.order === order ? kept.shown : undefined;
  const sorted = useMemo(
    () => lines.map((line) => ({ line, rows: sortRows(line.rows, order, context) })),
    [lines, order, context],
  );
  const ordered = useMemo(
    () =>
      sorted.map(({ line, rows }) => ({ line, rows: keepOrder(rows, shown?.get(line.id) ?? booksOf(rows)) })),
    [sorted, shown],
  );
  const isNew = ordered.some(({ line, rows }) => {
    const books = shown?.get(line.id);
    return books === undefined || rows.some(({ quote }) => !books.includes(quote.book));
  });
  if (isNew || kept.order !== order)
    setKept({
      order,
      shown: new Map([
        ...(shown ?? []),
        ...ordered.map(({ line, rows }) => [line.id, booksOf(rows)] as const),
      ]),
    });
  const isStale = ordered.some(({ rows }, place) =>
    rows.some(({ quote }, row) => quote.book !== sorted[place]?.rows[row]?.quote.book),
  );
  const sortAgain = useCallback(() => setKept((before) => ({ ...before, shown: new Map() })), []);
  return { ordered, isStale, sortAgain };
};
