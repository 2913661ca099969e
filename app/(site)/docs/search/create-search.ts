import MiniSearch, { type SearchResult } from "minisearch";
import type { SearchSection } from "@/app/(site)/docs/search/search-sections";

export type SearchHit = Pick<SearchSection, "path" | "page" | "title"> & {
  /** The text around the first word that was found. */
  readonly excerpt: string;
};

const maxHits = 12;
const excerptLength = 140;

const excerptOf = (text: string, words: readonly string[]): string => {
  const lower = text.toLowerCase();
  const at = words.map((word) => lower.indexOf(word)).filter((index) => index >= 0);
  const begin = Math.max(0, Math.min(...(at.length > 0 ? at : [0])) - 40);
  // Begins with a whole word.
  const start = begin === 0 ? 0 : text.indexOf(" ", begin) + 1;
  const excerpt = text.slice(start, start + excerptLength);
  return `${start > 0 ? "… " : ""}${excerpt}${start + excerptLength < text.length ? " …" : ""}`;
};

/** Searches the sections of the docs for words and their beginnings. Sections with all words come first. */
export const createSearch = (sections: readonly SearchSection[]) => {
  const index = new MiniSearch<SearchSection>({
    idField: "path",
    fields: ["title", "page", "text"],
    storeFields: ["path", "page", "title", "text"],
    searchOptions: {
      boost: { title: 4, page: 2 },
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  });
  index.addAll(sections);
  return (query: string): readonly SearchHit[] => {
    const whole = index.search(query, { combineWith: "AND" });
    const found = whole.length > 0 ? whole : index.search(query);
    return found.slice(0, maxHits).map(({ path, page, title, text, terms }: SearchResult) => ({
      path: String(path),
      page: String(page),
      title: String(title),
      excerpt: excerptOf(String(text), terms),
    }));
  };
};
