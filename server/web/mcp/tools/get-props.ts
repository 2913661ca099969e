import { z } from "zod";
import type { Sport } from "@/server/domain/catalogue/sports";
import type { Board } from "@/server/market/board/board";
import { requireProps } from "@/server/web/api/input/required-plan";
import type { fixtureProps } from "@/server/web/api/response-schemas";
import { gameArguments, joined, keyList, priceArguments, priceQuery } from "@/server/web/mcp/arguments";
import { describeGame, gameFields, shownGame } from "@/server/web/mcp/described-game";
import { freshnessOf, pageOf } from "@/server/web/mcp/extent";
import { type FoundGame, type GameName, noteOf, requireGame } from "@/server/web/mcp/find-game";
import { requireGameOfPlayer } from "@/server/web/mcp/find-game-of-player";
import { requireLeague } from "@/server/web/mcp/find-league";
import { createMatchesWords } from "@/server/web/mcp/match-words";
import { bestOf, createLines, type PriceLines, priceLine } from "@/server/web/mcp/price-lines";
import { readProcedure } from "@/server/web/mcp/read-procedure";
import { defineTool } from "@/server/web/mcp/tool";

type FixtureProps = z.infer<typeof fixtureProps>;
type PropRow = FixtureProps["props"][number];

const maxLines = 9;

const findGame = (
  board: Board,
  sport: Sport,
  args: GameName & { readonly player?: string | undefined },
  now: number,
): FoundGame =>
  args.player !== undefined && args.fixture_id === undefined && args.team === undefined
    ? requireGameOfPlayer(board, sport, args.player, now)
    : requireGame(board, sport, args, now);

/** One bet on one player, with each book's price. */
const toLines = (rows: readonly PropRow[]): PriceLines => {
  const { add, lines, timesOf } = createLines();
  for (const { bookmaker, player, stat, point, outcomes } of rows)
    for (const { name, price } of outcomes)
      add({
        market: stat,
        name,
        of: player,
        book: bookmaker.key,
        price,
        at: bookmaker.last_update,
        ...(point !== undefined && { point }),
      });
  return { lines, timesOf };
};

export const getProps = defineTool({
  name: "get_props",
  title: "Get player props",
  description:
    "Each book's player props of one game, or of one player: send player, fixture_id or team. Growth plan or above. Costs 1 request.",
  input: z.object({
    ...gameArguments,
    player: z.string().max(100).describe("Name or part of it").optional(),
    markets: keyList("Prop keys such as player_pass_yds; default all"),
    ...priceArguments,
  }),
  output: {
    ...gameFields,
    unmatched_books: z.array(z.string()),
    props: z.array(priceLine),
  },
  procedure: "props.one",
  run: async (context, args) => {
    const sport = requireLeague(args.league);
    const { board, now } = context.services;
    requireProps(context.metered.caller.plan);
    const found = findGame(board, sport, args, now());
    const game = await readProcedure<FixtureProps>(context, "props.one", {
      sport: sport.key,
      id: found.id,
      markets: joined(args.markets) ?? "all",
      ...priceQuery(args),
    });
    const matches = args.player === undefined ? () => true : createMatchesWords(args.player);
    const rows = game.props.filter(({ player }) => matches(player));
    const { lines, timesOf } = toLines(rows);
    const page = pageOf(lines, args, {
      counted: true,
      narrowBy: "player, markets or books",
      emptyBecause: () =>
        game.props.length === 0
          ? "No book quotes these props now, or the game has started."
          : "No book quotes this player in these markets.",
    });
    return {
      data: {
        ...describeGame(game),
        unmatched_books: game.unmatched_bookmakers,
        props: page.rows,
      },
      extent: {
        ...page.extent,
        ...freshnessOf(page.rows.flatMap(timesOf)),
        ...noteOf(found),
      },
      lines: [shownGame(game), ...page.rows.slice(0, maxLines).map(bestOf)],
    };
  },
});
