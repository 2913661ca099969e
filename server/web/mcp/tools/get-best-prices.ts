import { z } from "zod";
import type { fixtureBest } from "@/server/web/api/coverage-schemas";
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
import { shownGame } from "@/server/web/mcp/price-lines";
import { readProcedure } from "@/server/web/mcp/read-procedure";
import { shownPoint, shownPrice, shownText } from "@/server/web/mcp/shown-text";
import { defineTool } from "@/server/web/mcp/tool";

type FixtureBest = z.infer<typeof fixtureBest>;
type BestLine = FixtureBest["markets"][number]["lines"][number];
type Row = { readonly game: FixtureBest; readonly market: string; readonly line: BestLine };

const maxLines = 9;

const describeGame = (game: FixtureBest) => ({
  fixture_id: game.id,
  start: `${game.commence_time}`,
  home: game.home_team,
  away: game.away_team,
  left_out: [...new Set(game.left_out.map(({ bookmaker }) => bookmaker))],
});

const describeLine = ({ market, line }: Row) => ({
  market,
  ...(line.description !== undefined && { of: line.description }),
  hold: line.hold,
  outcomes: line.outcomes.map(({ name, point, price, bookmakers, consensus }) => ({
    name,
    ...(point !== undefined && { point }),
    price,
    books: bookmakers,
    consensus: consensus?.probability ?? null,
  })),
});

const groupByGame = (rows: readonly Row[]) => {
  const games = new Map<
    string,
    ReturnType<typeof describeGame> & { lines: ReturnType<typeof describeLine>[] }
  >();
  for (const row of rows) {
    const shown = games.get(row.game.id) ?? { ...describeGame(row.game), lines: [] };
    games.set(row.game.id, shown);
    shown.lines.push(describeLine(row));
  }
  return [...games.values()];
};

const signedMarket = /^(?:alternate_)?spreads/;

const summaryOf = ({ market, line }: Row): string => {
  const sides = line.outcomes.map(({ name, point, price, bookmakers, consensus }) => {
    const chance =
      consensus === null ? "" : `, consensus ${Math.round(1_000 * consensus.probability) / 10} %`;
    return `${shownText(name)}${shownPoint(point, signedMarket.test(market))} ${shownPrice(price)} at ${bookmakers.slice(0, 3).join(", ")}${chance}`;
  });
  const subject = line.description === undefined ? "" : ` ${shownText(line.description)}`;
  return `${market}${subject}: ${sides.join("; ")}`;
};

const linesOfSummary = (rows: readonly Row[]): string[] => {
  const games = [...new Set(rows.map(({ game }) => game))];
  const [first] = games;
  if (first === undefined) return [];
  if (games.length === 1) return [shownGame(first), ...rows.slice(0, maxLines).map(summaryOf)];
  return games.slice(0, maxLines).flatMap((game) => {
    const row = rows.find((candidate) => candidate.game === game);
    return row === undefined ? [] : [`${shownGame(game)}: ${summaryOf(row)}`];
  });
};

export const getBestPrices = defineTool({
  name: "get_best_prices",
  title: "Get best prices and consensus",
  description:
    "The best price of each bet, the books that offer it, the margin-free consensus probability of the other books, and the hold. One game (fixture_id or team) or a league. Costs 1 request.",
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
        left_out: z.array(z.string()),
        lines: z.array(
          z.object({
            market: z.string(),
            of: z.string().optional(),
            hold: z.number().nullable(),
            outcomes: z.array(
              z.object({
                name: z.string(),
                point: z.number().optional(),
                price: z.number(),
                books: z.array(z.string()),
                consensus: z.number().nullable(),
              }),
            ),
          }),
        ),
      }),
    ),
  },
  procedure: "best.list",
  run: async (context, args) => {
    const sport = requireLeague(args.league);
    const { board, now } = context.services;
    const query = { sport: sport.key, bookmakers: joined(args.books), oddsFormat: args.odds_format };
    const isOne = args.fixture_id !== undefined || args.team !== undefined;
    const found = isOne ? requireGame(board, sport, args, now()) : undefined;
    const games =
      found === undefined
        ? await readProcedure<FixtureBest[]>(context, "best.list", {
            ...query,
            markets: joined(args.markets) ?? "h2h",
          })
        : [
            await readProcedure<FixtureBest>(context, "best.one", {
              ...query,
              id: found.id,
              markets: joined(args.markets),
            }),
          ];
    const rows = games.flatMap((game) =>
      game.markets.flatMap(({ key, lines }) => lines.map((line): Row => ({ game, market: key, line }))),
    );
    const page = pageOf(
      rows,
      args,
      {
        counted: true,
        narrowBy: "team, markets or books",
        emptyBecause: () =>
          games.length === 0
            ? "This league has no upcoming game."
            : "No book quotes these markets now, or the game has started.",
      },
      (row, previous) =>
        previous?.game === row.game ? describeLine(row) : [describeLine(row), describeGame(row.game)],
    );
    const times = page.rows.flatMap(({ line }) => line.outcomes.map(({ last_update }) => last_update));
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
