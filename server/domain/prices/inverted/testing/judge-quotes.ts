import type { Sport } from "@/server/domain/catalogue/sports";
import { judgeSides, type SidesVerdict } from "@/server/domain/prices/inverted/judge-sides";
import { readSides, type SidesQuote } from "@/server/domain/prices/inverted/read-sides";

export type SportOfSides = Pick<Sport, "group" | "canDraw">;

/** Reads the quotes of one fixture's books, and judges which books are inverted (see `judgeSides`). By default, each book is a source of its own. */
export const judgeQuotes = (
  books: ReadonlyMap<string, SidesQuote>,
  sport: SportOfSides,
  sourceOf?: (key: string) => string,
): ReadonlyMap<string, SidesVerdict> =>
  judgeSides(new Map([...books].map(([key, quote]) => [key, readSides(quote, sport)])), sourceOf);
