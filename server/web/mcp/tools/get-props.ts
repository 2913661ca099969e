import { z } from "zod";
import { normalizeName } from "@/server/domain/catalogue/normalize-name";
import type { Sport } from "@/server/domain/catalogue/sports";
import { ApiError, quoted } from "@/server/domain/errors/api-error";
import type { Board, BoardFixture } from "@/server/market/board/board";
import { showNameIn } from "@/server/market/board/render-book";
import { requireProps } from "@/server/web/api/input/required-plan";
import type { fixtureProps } from "@/server/web/api/response-schemas";
import {
  books,
  fixtureId,
  joined,
  league,
  limit,
  markets,
  oddsFormat,
  offset,
  team,
} from "@/server/web/mcp/arguments";
import { freshnessOf, pageOf } from "@/server/web/mcp/extent";
import { type FoundGame, type GameName, requireGame } from "@/server/web/mcp/find-game";
import { requireLeague } from "@/server/web/mcp/find-league";
import { bestOf, type PriceLine, shownGame } from "@/server/web/mcp/price-lines";
import { readProcedure } from "@/server/web/mcp/read-procedure";
import { defineTool } from "@/server/web/mcp/tool";

type FixtureProps = z.infer<typeof fixtureProps>;
type PropRow = FixtureProps["props"][number];

const maxLines = 9;

/** Whether each word of `name` begins a word of a player's name. */
const createMatchesPlayer = (name: string): ((player: string) => boolean) => {
  const words = normalizeName(name).split(" ");
  return (player) => {
    const own = normalizeName(player).split(" ");
    return words.every((word) => own.some((candidate) => candidate.startsWith(word)));
  };
};

const namesOf = new WeakMap<BoardFixture["players"], readonly string[]>();

/** The names under which a fixture's players are shown. */
const playersOf = (fixture: BoardFixture): readonly string[] => {
  const cached = namesOf.get(fixture.players);
  if (cached !== undefined) return cached;
  const showName = showNameIn(fixture);
  const names = new Set<string>();
  for (const [book, spellings] of fixture.players)
    for (const spelling of spellings.keys()) names.add(showName(book, spelling));
  namesOf.set(fixture.players, [...names]);
  return [...names];
};

/** @throws UNKNOWN_EVENT if no upcoming game of the league has a player with the name. */
const requireGameOfPlayer = (board: Board, sport: Sport, player: string, now: number): FoundGame => {
  const matches = createMatchesPlayer(player);
  const game = board.upcoming(sport.key, now).find((fixture) => playersOf(fixture).some(matches));
  if (game === undefined)
    throw new ApiError("UNKNOWN_EVENT", {
      message: `No book has a player ${quoted(player)} in an upcoming game of ${sport.title}.`,
    });
  return { id: game.id };
};

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
const toLines = (rows: readonly PropRow[]): PriceLine[] => {
  const lines = new Map<string, PriceLine>();
  for (const { bookmaker, player, stat, point, outcomes } of rows)
    for (const { name, price } of outcomes) {
      const key = JSON.stringify([player, stat, point, name]);
      const line = lines.get(key) ?? {
        market: stat,
        name,
        of: player,
        ...(point !== undefined && { point }),
        prices: Object.create(null) as Record<string, number>,
      };
      lines.set(key, line);
      Object.assign(line.prices, { [bookmaker.key]: price });
    }
  return [...lines.values()];
};

export const getProps = defineTool({
  name: "get_props",
  title: "Get player props",
  description:
    "Each book's player props of one game, or of one player: send player, fixture_id or team. Growth plan or above. Costs 1 request.",
  input: z.object({
    league,
    player: z.string().max(100).describe("Name or part of it").optional(),
    fixture_id: fixtureId,
    team,
    markets: markets("Prop keys such as player_pass_yds; default all"),
    books,
    odds_format: oddsFormat,
    limit,
    offset,
  }),
  output: {
    fixture_id: z.string(),
    start: z.string(),
    home: z.string(),
    away: z.string(),
    unmatched_books: z.array(z.string()),
    props: z.array(
      z.object({
        market: z.string(),
        name: z.string(),
        of: z.string(),
        point: z.number().optional(),
        prices: z.record(z.string(), z.number()),
      }),
    ),
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
      bookmakers: joined(args.books),
      oddsFormat: args.odds_format,
    });
    const matches = args.player === undefined ? () => true : createMatchesPlayer(args.player);
    const rows = game.props.filter(({ player }) => matches(player));
    const page = pageOf(toLines(rows), args, {
      counted: true,
      narrowBy: "player, markets or books",
      emptyBecause: () =>
        game.props.length === 0
          ? "No book quotes these props now, or the game has started."
          : "No book quotes this player in these markets.",
    });
    return {
      data: {
        fixture_id: game.id,
        start: `${game.commence_time}`,
        home: game.home_team,
        away: game.away_team,
        unmatched_books: game.unmatched_bookmakers,
        props: page.rows,
      },
      extent: {
        ...page.extent,
        ...freshnessOf(rows.map(({ bookmaker }) => bookmaker.last_update)),
        ...(found.note !== undefined && { note: found.note }),
      },
      lines: [shownGame(game), ...page.rows.slice(0, maxLines).map(bestOf)],
    };
  },
});
