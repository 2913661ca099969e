import { z } from "zod";
import { type Rendered, renderJson } from "@/server/domain/serialize/rendered";
import type { BookCoverage, Coverage, SportCoverage } from "@/server/market/board/quoted-now/coverage";
import type { Mirrors } from "@/server/market/board/quoted-now/watch-mirrors";
import { sportCoverage as coverageSchema } from "@/server/web/api/coverage-schemas";
import { parseList } from "@/server/web/api/input/parameters";
import { parsedOnce } from "@/server/web/api/input/parsed-once";
import { requireSport } from "@/server/web/api/input/required-path";
import { exampleCoverage } from "@/server/web/api/openapi/examples";
import { output } from "@/server/web/api/output";
import { freeProcedure } from "@/server/web/api/procedures";
import { router } from "@/server/web/api/trpc";

type SportCoverageRecord = z.infer<typeof coverageSchema>;

const describeBook = (
  sportKey: string,
  { key, fixtures, markets, checkAges, isLate, matchedFixtures }: BookCoverage,
  unmatched: Coverage["unmatched"],
  mirrors: Mirrors,
): SportCoverageRecord["bookmakers"][number] => {
  const unmatchedEvents = unmatched?.get(`${key} ${sportKey}`) ?? 0;
  const listed = matchedFixtures + unmatchedEvents;
  return {
    key,
    fixtures,
    markets,
    last_check_age_seconds: checkAges,
    late: isLate,
    matched_share:
      unmatched === undefined || listed === 0 ? null : Math.round((1e4 * matchedFixtures) / listed) / 1e4,
    mirrors: (mirrors.groups.get(key) ?? []).filter((mirror) => mirror !== key),
  };
};

/** The record of one sport, as `GET /v1/coverage` returns it. */
export const describeSportCoverage = (
  { key, fixtures, markets, books }: SportCoverage,
  unmatched: Coverage["unmatched"],
  mirrors: Mirrors,
): SportCoverageRecord => ({
  key,
  fixtures,
  markets: markets.size,
  bookmakers: books.map((book) => describeBook(key, book, unmatched, mirrors)),
});

type Lists = { readonly mirrors: Mirrors; readonly lists: Map<string, Rendered> };

/** Rendered lists by the wanted sports. They are dropped when the coverage or the mirrors change. */
const rendered = new WeakMap<Coverage, Lists>();
const maxLists = 100;

const renderCoverage = (
  coverage: Coverage,
  mirrors: Mirrors,
  wanted: readonly string[] | undefined,
): Rendered => {
  const before = rendered.get(coverage);
  const kept = before?.mirrors === mirrors ? before : { mirrors, lists: new Map<string, Rendered>() };
  if (kept !== before) rendered.set(coverage, kept);
  const name = wanted === undefined ? "" : [...wanted].sort().join();
  const cached = kept.lists.get(name);
  if (cached !== undefined) return cached;
  const list = renderJson(
    coverage.sports
      .filter(({ key }) => wanted?.includes(key) ?? true)
      .map((sport) => describeSportCoverage(sport, coverage.unmatched, mirrors)),
  );
  if (kept.lists.size < maxLists) kept.lists.set(name, list);
  return list;
};

export const coverageRouter = router({
  read: freeProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/coverage",
        operationId: "getCoverage",
        summary: "Get coverage",
        description:
          "For each sport with upcoming fixtures: how many fixtures and markets are quoted now, by which books, how old their checks are, and which books are late. Free.",
        tags: ["Catalogue"],
        successDescription: "The sports with upcoming fixtures.",
      },
      extraErrors: ["UNKNOWN_SPORT"],
      example: [exampleCoverage],
    })
    .output(output(z.array(coverageSchema)))
    .input(
      parsedOnce(
        z.object({
          sports: z
            .string()
            .meta({
              description:
                "Comma-separated sport keys, at most 100. Default: every sport with upcoming fixtures.",
              example: "americanfootball_nfl,basketball_nba",
            })
            .optional(),
        }),
      ),
    )
    .query(({ ctx: { services }, input }) => {
      const wanted = input.sports === undefined ? undefined : parseList("sports", input.sports);
      for (const key of wanted ?? []) requireSport(key);
      const { board } = services;
      const render = (coverage: Coverage): Rendered => renderCoverage(coverage, board.mirrors(), wanted);
      const coverage = board.coverage();
      // Without a promise if it is known, because each promise costs time on every call.
      return coverage instanceof Promise ? coverage.then(render) : render(coverage);
    }),
});
