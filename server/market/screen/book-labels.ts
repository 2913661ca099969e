import type { Book } from "@/server/domain/catalogue/books";
import type { BookLabel, BookLabels } from "@/server/market/screen/views";

/** Endings that name a region in The Odds API's book keys. */
const regions = new Set(["au", "de", "eu", "fr", "it", "nl", "se", "uk", "us"]);

const regionOf = (key: string): string | undefined => {
  const ending = key.slice(key.lastIndexOf("_") + 1);
  return key.includes("_") && regions.has(ending) ? ending.toUpperCase() : undefined;
};

const countBy = (values: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

/**
 * Labels that distinguish all books. Books with the same title also show their region, or their key if the region does not distinguish
 * them.
 */
export const labelBooks = (books: readonly Book[]): ReadonlyMap<string, BookLabel> => {
  const byTitle = countBy(books.map(({ title }) => title));
  const named = books.map((book) => {
    const isRepeated = (byTitle.get(book.title) ?? 0) > 1;
    return { book, mark: isRepeated ? (regionOf(book.key) ?? book.key) : undefined };
  });
  const byName = countBy(named.map(({ book, mark }) => `${book.title}\n${mark ?? ""}`));
  return new Map(
    named.map(({ book, mark }) => {
      const isUnique = byName.get(`${book.title}\n${mark ?? ""}`) === 1;
      const shown = mark === undefined || isUnique ? mark : book.key;
      return [book.key, { title: book.title, kind: book.kind, ...(shown !== undefined && { mark: shown }) }];
    }),
  );
};

/** The labels of some books, by key. */
export const pickLabels = (labels: ReadonlyMap<string, BookLabel>, keys: ReadonlySet<string>): BookLabels =>
  Object.fromEntries(
    [...keys].map((key) => [key, labels.get(key) ?? { title: key, kind: "sportsbook" }] as const),
  );
