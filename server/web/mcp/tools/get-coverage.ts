import { z } from "zod";
import type { sportCoverage } from "@/server/web/api/coverage-schemas";
import { pageArguments } from "@/server/web/mcp/arguments";
import { pageOf } from "@/server/web/mcp/extent";
import { requireLeague } from "@/server/web/mcp/find-league";
import { readProcedure } from "@/server/web/mcp/read-procedure";
import { defineTool } from "@/server/web/mcp/tool";

type SportCoverage = z.infer<typeof sportCoverage>;

const maxLines = 10;

const lateText = (late: number): string => {
  if (late === 0) return "None is late.";
  return late === 1
    ? "1 more is late: its prices were removed."
    : `${late} more are late: their prices were removed.`;
};

export const getCoverage = defineTool({
  name: "get_coverage",
  title: "Get coverage and late books",
  description:
    "Which books quote a league (or all leagues) now, for how many games and markets, how old their checks are, and which books are late. late_only: only those. Free.",
  input: z.object({
    league: z.string().max(100).describe("Key or title").optional(),
    late_only: z.boolean().default(false),
    ...pageArguments,
  }),
  output: {
    books: z.array(
      z.object({
        league: z.string(),
        book: z.string(),
        games: z.int(),
        markets: z.int(),
        check_age_p50: z.int().nullable(),
        check_age_p95: z.int().nullable(),
        matched_share: z.number().nullable(),
        late: z.boolean(),
      }),
    ),
  },
  procedure: "coverage.read",
  run: async (context, args) => {
    const sports = args.league === undefined ? undefined : requireLeague(args.league).key;
    const coverage = await readProcedure<SportCoverage[]>(context, "coverage.read", { sports });
    const all = coverage.flatMap(({ key, bookmakers }) =>
      bookmakers.map((book) => ({
        league: key,
        book: book.key,
        games: book.fixtures,
        markets: book.markets,
        check_age_p50: book.last_check_age_seconds?.p50 ?? null,
        check_age_p95: book.last_check_age_seconds?.p95 ?? null,
        matched_share: book.matched_share,
        late: book.late,
      })),
    );
    const late = all.filter((row) => row.late);
    // Late books come first, because they are what most callers look for.
    const rows = args.late_only ? late : [...late, ...all.filter((row) => !row.late)];
    const page = pageOf(rows, args, {
      counted: false,
      narrowBy: "league or late_only",
      emptyBecause: () =>
        all.length === 0
          ? "No book quotes an upcoming game here now. list_leagues names the leagues with games."
          : `None of ${all.length} books is late.`,
    });
    return {
      data: { books: page.rows },
      extent: page.extent,
      lines: [
        `${all.filter(({ games }) => games > 0).length} pairs of book and league have prices now. ${lateText(late.length)}`,
        ...page.rows
          .slice(0, maxLines)
          .map(
            ({ league, book, games, late: isLate, check_age_p95 }) =>
              `${book} in ${league}: ${isLate ? "LATE" : `${games} games, 95 % checked within ${check_age_p95 ?? "?"} s`}`,
          ),
      ],
    };
  },
});
