"use client";

import classes from "@/app/(site)/explore/shared.module.css";
import { usePreferences } from "@/app/(site)/live/use-preferences";

/** A button that marks a book as a favourite, or removes the mark. */
export const FavouriteStar = ({ book, title }: { readonly book: string; readonly title: string }) => {
  const { preferences, change } = usePreferences();
  const { favourites } = preferences;
  const isFavourite = favourites.includes(book);
  return (
    <button
      type="button"
      className={classes.star}
      aria-pressed={isFavourite}
      aria-label={`Favourite: ${title}`}
      onClick={() =>
        change({
          favourites: isFavourite ? favourites.filter((key) => key !== book) : [...favourites, book],
        })
      }
    >
      {isFavourite ? "★" : "☆"}
    </button>
  );
};
