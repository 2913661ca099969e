import { z } from "zod";
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
import { requireGame } from "@/server/web/mcp/find-game";
import { requireLeague } from "@/server/web/mcp/find-league";
import { bestOf, type FixtureOdds, linesOf, type PriceLine, shownGame } from "@/server/web/mcp/price-lines";
import { readProcedure } from "@/server/web/mcp/read-procedure";
import { defineTool } from "@/server/web/mcp/tool";

const maxLines = 9;

/** A line with the game that it belongs to. */
type Row = { readonly game: FixtureOdds; readonly line: PriceLine };

const describeGame = (game: FixtureOdds) => ({
  fixture_id: game.id,
  start: `${game.commence_time}`,
  home: game.home_team,
  away: game.away_team,
  unmatched_books: game.unmatched_bookmakers,
});

/** Puts the lines of a page under their games. */
const groupByGame = (rows: readonly Row[]) => {
  const games = new Map<string, ReturnType<typeof describeGame> & { lines: PriceLine[] }>();
  for (const { game, line } of rows) {
    const shown = games.get(game.id) ?? { ...describeGame(game), lines: [] };
    games.set(game.id, shown);
    shown.lines.push(line);
  }
  return [...games.values()];
};

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

/** One line per game in a list of games; for one game, a line per bet. */
const linesOfSummary = (rows: readonly Row[]): string[] => {
  const games = [...new Set(rows.map(({ game }) => game))];
  const [first] = games;
  if (first === undefined) return [];
  if (games.length === 1)
    return [shownGame(first), ...rows.slice(0, maxLines).map(({ line }) => bestOf(line))];
  return games.slice(0, maxLines).map((game) => {
    const best = rows.filter((row) => row.game === game).slice(0, 2);
    return `${shownGame(game)}: ${best.map(({ line }) => bestOf(line)).join("; ")}`;
  });
};

export const getOdds = defineTool({
  name: "get_odds",
  title: "Get odds",
  description:
    "Each book's current prices for one game (fixture_id or team), or for all upcoming games of a league. Costs 1 request.",
  input: z.object({
    league,
    fixture_id: fixtureId,
    team,
    markets: markets("Default h2h,spreads,totals; for a league h2h"),
    books,
    odds_format: oddsFormat,
    limit,
    offset,
  }),
  output: {
    games: z.array(
      z.object({
        fixture_id: z.string(),
        start: z.string(),
        home: z.string(),
        away: z.string(),
        unmatched_books: z.array(z.string()),
        lines: z.array(
          z.object({
            market: z.string(),
            name: z.string(),
            of: z.string().optional(),
            point: z.number().optional(),
            prices: z.record(z.string(), z.number()),
          }),
        ),
      }),
    ),
  },
  procedure: "odds.list",
  run: async (context, args) => {
    const sport = requireLeague(args.league);
    const { board, now } = context.services;
    const query = { sport: sport.key, bookmakers: joined(args.books), oddsFormat: args.odds_format };
    const isOne = args.fixture_id !== undefined || args.team !== undefined;
    const found = isOne ? requireGame(board, sport, args, now()) : undefined;
    const games =
      found === undefined
        ? await readProcedure<FixtureOdds[]>(context, "odds.list", {
            ...query,
            markets: joined(args.markets) ?? "h2h",
          })
        : [
            await readProcedure<FixtureOdds>(context, "odds.one", {
              ...query,
              id: found.id,
              markets: joined(args.markets),
            }),
          ];
    const listed = games.map((game) => ({ game, ...linesOf(game) }));
    const rows = listed.flatMap(({ game, lines }) => lines.map((line): Row => ({ game, line })));
    const page = pageOf(
      rows,
      args,
      {
        counted: true,
        narrowBy: "team, markets or books",
        emptyBecause: () => whyEmpty(games, args.books !== undefined || args.markets !== undefined),
      },
      ({ game, line }, previous) => (previous?.game === game ? line : [line, describeGame(game)]),
    );
    const shownGames = new Set(page.rows.map(({ game }) => game));
    const times = listed.flatMap((entry) => (shownGames.has(entry.game) ? entry.times : []));
    return {
      data: { games: groupByGame(page.rows) },
      extent: {
        ...page.extent,
        ...freshnessOf(times),
        ...(found?.note !== undefined && { note: found.note }),
      },
      lines: linesOfSummary(page.rows),
    };
  },
});
