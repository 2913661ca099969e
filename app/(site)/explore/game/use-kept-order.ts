"use client";

import { useCallback, useMemo, useState } from "react";
import {
  keepOrder,
  type LineRow,
  type PriceLine,
  type SortKey,
  sortRows,
} from "@/app/(site)/explore/game/price-lines";

type Shown = ReadonlyMap<string, readonly string[]>;

const booksOf = (rows: readonly LineRow[]): readonly string[] => rows.map(({ quote }) => quote.book);

/**
 * The rows of each line, sorted. When prices change, the rows keep their order until the reader sorts again. So no row moves while the
 * reader points at it.
 */
export const useKeptOrder = (
  lines: readonly PriceLine[],
  key: SortKey,
  titleOf: (book: string) => string,
) => {
  const [kept, setKept] = useState<{ readonly key: SortKey; readonly shown: Shown }>({
    key,
    shown: new Map(),
  });
  const shown = kept.key === key ? kept.shown : undefined;
  const sorted = useMemo(
    () => lines.map((line) => ({ line, rows: sortRows(line.rows, key, titleOf) })),
    [lines, key, titleOf],
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
  if (isNew || kept.key !== key)
    setKept({
      key,
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
