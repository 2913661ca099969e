import { z } from "zod";
import { normalizeName } from "@/server/domain/catalogue/normalize-name";
import type { bookmaker, market as marketSchema, sportMarket } from "@/server/web/api/response-schemas";
import { pageArguments } from "@/server/web/mcp/arguments";
import { pageOf } from "@/server/web/mcp/extent";
import { requireLeague } from "@/server/web/mcp/find-league";
import { readProcedure } from "@/server/web/mcp/read-procedure";
import { shownText } from "@/server/web/mcp/shown-text";
import { defineTool, type ToolContext } from "@/server/web/mcp/tool";

type Market = z.infer<typeof marketSchema>;
type SportMarket = z.infer<typeof sportMarket>;
type Bookmaker = z.infer<typeof bookmaker>;

type KeyRow = {
  readonly key: string;
  readonly title: string;
  readonly books?: number;
  readonly kind?: string;
};

const maxLines = 10;

const readMarkets = async (context: ToolContext, league: string | undefined): Promise<KeyRow[]> => {
  if (league === undefined) {
    const markets = await readProcedure<Market[]>(context, "markets.list", {});
    return markets.map(({ key, description, bookmakers = [] }) => ({
      key,
      title: description,
      books: bookmakers.length,
    }));
  }
  const { key: sport } = requireLeague(league);
  const quoted = await readProcedure<SportMarket[]>(context, "markets.ofSport", { sport });
  return quoted.map(({ key, description, books }) => ({ key, title: description, books }));
};

/** The keys of the books with prices in a league now. */
const quotingBooks = ({ services: { board } }: ToolContext, league: string): ReadonlySet<string> => {
  const { key } = requireLeague(league);
  const { books = [] } = board.quotedNow().find((sport) => sport.key === key) ?? {};
  return new Set(books.filter(({ fixtures }) => fixtures > 0).map((book) => book.key));
};

const readBooks = async (context: ToolContext, league: string | undefined): Promise<KeyRow[]> => {
  const quoting = league === undefined ? undefined : quotingBooks(context, league);
  const books = await readProcedure<Bookmaker[]>(context, "bookmakers.list", {});
  return books
    .filter(({ key }) => quoting?.has(key) ?? true)
    .map(({ key, title, kind }) => ({ key, title, kind }));
};

/** Whether a key or title contains each word. An empty query fits every row, and one without a letter or digit fits none. */
const createMatches = (query: string): ((row: KeyRow) => boolean) => {
  if (query === "") return () => true;
  const normalized = normalizeName(query.replaceAll("_", " "));
  if (normalized === "") return () => false;
  const words = normalized.split(" ");
  return ({ key, title }) => {
    const text = normalizeName(`${key.replaceAll("_", " ")} ${title}`);
    return words.every((word) => text.includes(word));
  };
};

export const findKeys = defineTool({
  name: "find_keys",
  title: "Find market and book keys",
  description: "Look up market keys (with the number of books) or book keys by words. Free.",
  input: z.object({
    kind: z.enum(["markets", "books"]),
    query: z.string().max(100).describe("Words such as passing yards").optional(),
    league: z.string().max(100).describe("Only those quoted there now").optional(),
    ...pageArguments,
  }),
  output: {
    keys: z.array(
      z.object({
        key: z.string(),
        title: z.string(),
        books: z.int().optional(),
        kind: z.string().optional(),
      }),
    ),
  },
  procedure: "markets.list",
  run: async (context, args) => {
    const query = args.query?.trim() ?? "";
    const read = args.kind === "markets" ? readMarkets : readBooks;
    const all = await read(context, args.league);
    const rows = all.filter(createMatches(query)).sort((a, b) => (b.books ?? 0) - (a.books ?? 0));
    const page = pageOf(rows, args, {
      counted: false,
      narrowBy: "query or league",
      emptyBecause: () =>
        query === ""
          ? "No book quotes a market of this league now. list_leagues names the leagues with games."
          : `None of ${all.length} ${args.kind} has the words ${shownText(query)}. Try fewer words.`,
    });
    return {
      data: { keys: page.rows },
      extent: page.extent,
      lines: page.rows.slice(0, maxLines).map(({ key, title }) => `${key}: ${shownText(title)}`),
    };
  },
});
