"use client";

import { useMemo } from "react";
import type { RowContext } from "@/app/(site)/explore/game/sort-rows";
import { bookText } from "@/app/(site)/live/book-name";
import { usePreferences } from "@/app/(site)/live/use-preferences";
import type { BookLabels } from "@/server/market/screen/views";

/**
 * How rows are ordered: by the titles of their books, favourites first.
 * @param changedAt book -> the time since which its prices are unchanged.
 */
export const useRowContext = (books: BookLabels, changedAt?: ReadonlyMap<string, number>): RowContext => {
  const { favourites } = usePreferences().preferences;
  return useMemo(
    () => ({
      titleOf: (book) => bookText(books, book),
      isPinned: (book) => favourites.includes(book),
      changedAt: (book) => changedAt?.get(book),
    }),
    [books, favourites, changedAt],
  );
};
