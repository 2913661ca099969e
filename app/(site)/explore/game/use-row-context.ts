"use client";

import { useMemo } from "react";
import type { RowContext } from "@/app/(site)/explore/game/price-lines";
import { bookText } from "@/app/(site)/live/book-name";
import { usePreferences } from "@/app/(site)/live/use-preferences";
import type { BookLabels } from "@/server/market/screen/views";

/** How rows are ordered: by the titles of their books, favourites first. */
export const useRowContext = (books: BookLabels): RowContext => {
  const { favourites } = usePreferences().preferences;
  return useMemo(
    () => ({
      titleOf: (book) => bookText(books, book),
      isPinned: (book) => favourites.includes(book),
    }),
    [books, favourites],
  );
};
