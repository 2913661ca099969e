import type { Sport } from "@/server/catalogue/sports";
import { judgeSides, type SidesVerdict } from "@/server/prices/inverted/judge-sides";
import { readSides, type SidesQuote } from "@/server/prices/inverted/read-sides";

export type SportOfSides = Pick<Sport, "group" | "canDraw">;

/** Decides which books of one fixture have swapped the home and away sides, based on the quotes of all its books (see `judgeSides`). */
export const judgeQuotes = (
  books: ReadonlyMap<string, SidesQuote>,
  sport: SportOfSides,
): ReadonlyMap<string, SidesVerdict> =>
  judgeSides(new Map([...books].map(([key, quote]) => [key, readSides(quote, sport)])));
