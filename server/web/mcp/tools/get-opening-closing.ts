import { z } from "zod";
import type { fixtureEdge } from "@/server/web/api/response-schemas";
import { gameArguments, joined, keyList, priceArguments, priceQuery } from "@/server/web/mcp/arguments";
import { describeGame, gameFields, shownGame } from "@/server/web/mcp/described-game";
import { freshnessOf, pageOf } from "@/server/web/mcp/extent";
import { noteOf } from "@/server/web/mcp/find-game";
import { requireGameWithHistory } from "@/server/web/mcp/history-game";
import { bestOf, type FixtureOdds, linesOf, priceLine } from "@/server/web/mcp/price-lines";
import { readProcedure } from "@/server/web/mcp/read-procedure";
import { defineTool } from "@/server/web/mcp/tool";

type Edge = z.infer<typeof fixtureEdge>;

const maxLines = 9;

const toOdds = (edge: Edge): FixtureOdds => ({
  ...edge,
  bookmakers: edge.bookmakers.map(({ key, title, markets: recorded }) => ({
    key,
    title,
    last_update: null,
    markets: recorded
      .filter(({ status }) => status === "recorded")
      .map(({ key: market, recorded_at, outcomes }) => ({ key: market, last_update: recorded_at, outcomes })),
  })),
});

const procedures = { opening: "history.openers", closing: "history.closing" } as const;

export const getOpeningClosing = defineTool({
  name: "get_opening_closing",
  title: "Get opening or closing lines",
  description:
    "Each book's first recorded price (opening), or its last one before the start (closing; only of started games). Scale plan or above. Costs 1 request.",
  input: z.object({
    ...gameArguments,
    line: z.enum(["opening", "closing"]),
    markets: keyList("Default h2h,spreads,totals"),
    ...priceArguments,
  }),
  output: {
    ...gameFields,
    first_recorded: z.string().nullable(),
    last_recorded: z.string().nullable(),
    lines: z.array(priceLine),
  },
  procedure: "history.openers",
  run: async (context, args) => {
    const { sport, game } = requireGameWithHistory(context, args);
    const edge = await readProcedure<Edge>(context, procedures[args.line], {
      sport: sport.key,
      id: game.id,
      markets: joined(args.markets),
      ...priceQuery(args),
    });
    const { lines, timesOf } = linesOf(toOdds(edge));
    const hasStarted = Date.parse(`${edge.commence_time}`) <= context.services.now();
    const page = pageOf(lines, args, {
      counted: true,
      narrowBy: "markets or books",
      emptyBecause: () =>
        args.line === "closing" && !hasStarted
          ? "The game has not started, so it has no closing line yet."
          : "Nothing is recorded for this game in these markets at these books.",
    });
    const recorded = freshnessOf(page.rows.flatMap(timesOf));
    return {
      data: {
        ...describeGame(edge),
        first_recorded: recorded.oldest_price ?? null,
        last_recorded: recorded.newest_price ?? null,
        lines: page.rows,
      },
      extent: { ...page.extent, ...noteOf(game) },
      lines: [`${shownGame(edge)}: ${args.line} lines`, ...page.rows.slice(0, maxLines).map(bestOf)],
    };
  },
});
