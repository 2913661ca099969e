import { z } from "zod";
import type { fixtureBest } from "@/server/web/api/coverage-schemas";
import { gameArguments, keyList, priceArguments } from "@/server/web/mcp/arguments";
import { describeGame, gameFields, groupByGame, summarizeGames } from "@/server/web/mcp/described-game";
import { freshnessOf, pageOf } from "@/server/web/mcp/extent";
import { noteOf } from "@/server/web/mcp/find-game";
import { readGames } from "@/server/web/mcp/read-games";
import { shownPoint, shownPrice, shownText } from "@/server/web/mcp/shown-text";
import { defineTool } from "@/server/web/mcp/tool";

type FixtureBest = z.infer<typeof fixtureBest>;
type BestLine = FixtureBest["markets"][number]["lines"][number];
type Row = { readonly game: FixtureBest; readonly market: string; readonly line: BestLine };

const toGame = (game: FixtureBest) => ({
  ...describeGame(game),
  left_out: [...new Set(game.left_out.map(({ bookmaker }) => bookmaker))],
});

const toLine = ({ market, line }: Row) => ({
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

const summaryOf = ({ market, line }: Row): string => {
  const sides = line.outcomes.map(({ name, point, price, bookmakers, consensus }) => {
    const chance =
      consensus === null ? "" : `, consensus ${Math.round(1_000 * consensus.probability) / 10} %`;
    return `${shownText(name)}${shownPoint(market, point)} ${shownPrice(price)} at ${bookmakers.slice(0, 3).join(", ")}${chance}`;
  });
  const subject = line.description === undefined ? "" : ` ${shownText(line.description)}`;
  return `${market}${subject}: ${sides.join("; ")}`;
};

export const getBestPrices = defineTool({
  name: "get_best_prices",
  title: "Get best prices and consensus",
  description:
    "The best price of each bet, the books that offer it, the margin-free consensus probability of the other books, and the hold. One game (fixture_id or team) or a league. Costs 1 request.",
  input: z.object({
    ...gameArguments,
    markets: keyList("Default h2h,spreads,totals; for a league h2h"),
    ...priceArguments,
  }),
  output: {
    games: z.array(
      z.object({
        ...gameFields,
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
    const { games, found } = await readGames<FixtureBest>(context, args, {
      list: "best.list",
      one: "best.one",
    });
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
      (row, previous) => (previous?.game === row.game ? toLine(row) : [toLine(row), toGame(row.game)]),
    );
    const times = page.rows.flatMap(({ line }) => line.outcomes.map(({ last_update }) => last_update));
    return {
      data: { games: groupByGame(page.rows, toGame, toLine) },
      extent: {
        ...page.extent,
        ...freshnessOf(times),
        ...noteOf(found),
      },
      lines: summarizeGames(page.rows, summaryOf, 1),
    };
  },
});
