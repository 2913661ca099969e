import { z } from "zod";
import { gameArguments, keyList, priceArguments } from "@/server/web/mcp/arguments";
import { describeGame, gameFields, groupByGame, summarizeGames } from "@/server/web/mcp/described-game";
import { freshnessOf, pageOf } from "@/server/web/mcp/extent";
import { noteOf } from "@/server/web/mcp/find-game";
import {
  bestOf,
  type FixtureOdds,
  linesOf,
  type PriceLine,
  type PriceLines,
  priceLine,
} from "@/server/web/mcp/price-lines";
import { readGames } from "@/server/web/mcp/read-games";
import { defineTool } from "@/server/web/mcp/tool";

/** A line with the game that it belongs to. */
type Row = {
  readonly game: FixtureOdds;
  readonly line: PriceLine;
  readonly timesOf: PriceLines["timesOf"];
};

const toGame = (game: FixtureOdds) => ({
  ...describeGame(game),
  unmatched_books: game.unmatched_bookmakers,
});

const toLine = ({ line }: Row): PriceLine => line;

const whyEmpty = (games: readonly FixtureOdds[], narrowed: boolean): string => {
  if (games.length === 0)
    return "This league has no upcoming game. find_fixtures with a from lists started games.";
  const unmatched = games.flatMap(({ unmatched_bookmakers }) => unmatched_bookmakers);
  const named =
    unmatched.length === 0 ? "" : ` Not matched safely: ${[...new Set(unmatched)].slice(0, 10).join(", ")}.`;
  return narrowed
    ? `None of these books quotes these markets now, or the game has started.${named}`
    : `No book quotes this now, or the game has started.${named}`;
};

export const getOdds = defineTool({
  name: "get_odds",
  title: "Get odds",
  description:
    "Each book's current prices for one game (fixture_id or team), or for all upcoming games of a league. Costs 1 request.",
  input: z.object({
    ...gameArguments,
    markets: keyList("Default h2h,spreads,totals; for a league h2h"),
    ...priceArguments,
  }),
  output: {
    games: z.array(
      z.object({
        ...gameFields,
        unmatched_books: z.array(z.string()),
        lines: z.array(priceLine),
      }),
    ),
  },
  procedure: "odds.list",
  run: async (context, args) => {
    const { games, found } = await readGames<FixtureOdds>(context, args, {
      list: "odds.list",
      one: "odds.one",
    });
    const rows = games.flatMap((game) => {
      const { lines, timesOf } = linesOf(game);
      return lines.map((line): Row => ({ game, line, timesOf }));
    });
    const page = pageOf(
      rows,
      args,
      {
        counted: true,
        narrowBy: "team, markets or books",
        emptyBecause: () => whyEmpty(games, args.books !== undefined || args.markets !== undefined),
      },
      ({ game, line }, previous) => (previous?.game === game ? line : [line, toGame(game)]),
    );
    const times = page.rows.flatMap(({ line, timesOf }) => timesOf(line));
    return {
      data: { games: groupByGame(page.rows, toGame, toLine) },
      extent: {
        ...page.extent,
        ...freshnessOf(times),
        ...noteOf(found),
      },
      lines: summarizeGames(page.rows, ({ line }) => bestOf(line), 2),
    };
  },
});
