import MiniSearch, { type Query, type SearchResult } from "minisearch";
import type { SearchSection } from "@/app/(site)/docs/search/search-sections";

export type SearchHit = Pick<SearchSection, "path" | "page" | "title"> & {
  /** The section's text around the first word that was found. */
  readonly excerpt: string;
  /** The found words, in lower case, to mark them. */
  readonly words: readonly string[];
};

const maxHits = 12;
/** So that one page with many sections does not fill the list. */
const maxHitsOfPage = 3;
const excerptLength = 140;

const excerptOf = (text: string, words: readonly string[]): string => {
  const lower = text.toLowerCase();
  const at = words.map((word) => lower.indexOf(word)).filter((index) => index >= 0);
  const begin = Math.max(0, Math.min(...(at.length > 0 ? at : [0])) - 40);
  // The excerpt begins with a whole word.
  const start = begin === 0 ? 0 : text.indexOf(" ", begin) + 1;
  const excerpt = text.slice(start, start + excerptLength);
  return `${start > 0 ? "… " : ""}${excerpt}${start + excerptLength < text.length ? " …" : ""}`;
};

const stopWords = new Set(
  "a an and are can do does for from how i in is it know mean means my of on or the this to what when where which why with".split(
    " ",
  ),
);

/** Words that readers may search for, each with the words that the docs use for the same thing. */
const synonyms: ReadonlyMap<string, readonly string[]> = new Map([
  ["auth", ["authentication"]],
  ["authenticate", ["authentication"]],
  ["authenticating", ["authentication"]],
  ["authorization", ["authentication"]],
  ["login", ["sign-in", "authentication"]],
  ["paginate", ["paging"]],
  ["pagination", ["paging"]],
  ["page", ["paging"]],
  ["pages", ["paging"]],
  ["move", ["moving"]],
  ["migrate", ["moving"]],
  ["migration", ["moving"]],
  ["switch", ["moving"]],
  ["throttle", ["limit"]],
  ["throttling", ["limit"]],
  ["sdk", ["clients", "openapi"]],
  ["outdated", ["stale"]],
  ["webhook", ["webhooks", "stream"]],
  ["websocket", ["websockets", "stream"]],
  ["push", ["pushed", "stream"]],
  ["realtime", ["stream"]],
  ["arb", ["arbitrage"]],
  ["surebet", ["arbitrage"]],
  ["refund", ["refunds"]],
]);

/** The tables of errors and parameters are similar on every endpoint's page, so these sections rank low. */
const endpointTable = /^\/docs\/reference\/.+#(errors|parameters)$/;
/** The changelog mentions nearly every word, so its sections rank low, and never hide sections that match fewer words. */
const changelog = /^\/docs\/changelog\b/;

const boostOf = (path: string): number => {
  if (endpointTable.test(path) || changelog.test(path)) return 0.2;
  return path.startsWith("/docs/errors#") ? 2 : 1;
};

const toQuery = (words: readonly string[], combineWith: "AND" | "OR"): Query => ({
  combineWith,
  queries: words.map((word) => ({ combineWith: "OR", queries: [word, ...(synonyms.get(word) ?? [])] })),
});

/**
 * Creates a function that finds the sections that match all words of a query. If only sections of the changelog match all
 * words, or none does, one word is enough. Stop words are ignored, unless the query has no other words.
 */
export const createSearch = (sections: readonly SearchSection[]) => {
  const index = new MiniSearch<SearchSection>({
    idField: "path",
    fields: ["title", "page", "text"],
    storeFields: ["path", "page", "title", "text"],
    searchOptions: {
      boost: { title: 4, page: 2 },
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      boostDocument: boostOf,
    },
  });
  index.addAll(sections);
  return (query: string): readonly SearchHit[] => {
    const words = query
      .toLowerCase()
      .split(/[\s,;?!"()]+/)
      .filter((word) => word !== "");
    const contentWords = words.filter((word) => !stopWords.has(word));
    const searched = contentWords.length > 0 ? contentWords : words;
    const whole = index.search(toQuery(searched, "AND"));
    const isEnough = whole.some(({ path }: SearchResult) => !changelog.test(String(path)));
    const found = isEnough ? whole : index.search(toQuery(searched, "OR"));
    const ofPage = new Map<string, number>();
    const shown = found.filter(({ page }: SearchResult) => {
      const count = (ofPage.get(String(page)) ?? 0) + 1;
      ofPage.set(String(page), count);
      return count <= maxHitsOfPage;
    });
    return shown.slice(0, maxHits).map(({ path, page, title, text, terms }: SearchResult) => ({
      path: String(path),
      page: String(page),
      title: String(title),
      excerpt: excerptOf(String(text), terms),
      words: terms,
    }));
  };
};
