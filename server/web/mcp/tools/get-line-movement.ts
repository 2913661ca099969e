import { z } from "zod";
import { ApiError } from "@/server/domain/errors/api-error";
import type { fixtureSeries } from "@/server/web/api/response-schemas";
import { gameArguments, priceArguments, priceQuery } from "@/server/web/mcp/arguments";
import { describeGame, gameFields, shownGame } from "@/server/web/mcp/described-game";
import { pageOf } from "@/server/web/mcp/extent";
import { noteOf } from "@/server/web/mcp/find-game";
import { requireGameWithHistory } from "@/server/web/mcp/history-game";
import { readProcedure } from "@/server/web/mcp/read-procedure";
import { shownPoint, shownPrice, shownText } from "@/server/web/mcp/shown-text";
import { defineTool } from "@/server/web/mcp/tool";

type Series = z.infer<typeof fixtureSeries>;
type Point = Series["bookmakers"][number]["markets"][number]["points"][number];
type Outcome = Point["outcomes"][number];

const maxLines = 8;

/** `[name, point or null, price]`; in a market with a player or a team, the name has it in front. */
const toQuote = ({ name, description, point, price }: Outcome): [string, number | null, number] => [
  description === undefined ? name : `${description}: ${name}`,
  point ?? null,
  price,
];

const quotesAt = (point: Point) => ({ at: `${point.recorded_at}`, quotes: point.outcomes.map(toQuote) });

type Summary = {
  readonly book: string;
  readonly changes: number;
  readonly first?: ReturnType<typeof quotesAt>;
  /** Absent if the line never changed. */
  readonly last?: ReturnType<typeof quotesAt>;
};

const summaryOf = (book: string, points: readonly Point[]): Summary => {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return { book, changes: 0 };
  return {
    book,
    changes: points.length - 1,
    first: quotesAt(first),
    ...(last !== first && { last: quotesAt(last) }),
  };
};

const shownQuote = (market: string, [name, point, price]: ReturnType<typeof toQuote>): string =>
  `${shownText(name)}${shownPoint(market, point ?? undefined)} ${shownPrice(price)}`;

const lineOf = (market: string, { book, changes, first, last }: Summary): string => {
  if (first === undefined) return `${book}: nothing recorded`;
  const opened = first.quotes[0];
  const now = last?.quotes[0];
  if (opened === undefined) return `${book}: recorded without a price`;
  if (now === undefined) return `${book}: ${shownQuote(market, opened)} since ${first.at}, no change`;
  return `${book}: ${shownQuote(market, opened)} at ${first.at} -> ${shownQuote(market, now)} at ${last?.at ?? ""}, ${changes} changes`;
};

export const getLineMovement = defineTool({
  name: "get_line_movement",
  title: "See how a line moved",
  description:
    "How one market of a game moved at each book: first and last recorded quote and number of changes. detail adds every recorded point. Scale plan or above. Costs 1 request.",
  input: z.object({
    ...gameArguments,
    market: z.string().max(100).default("spreads"),
    detail: z.boolean().default(false),
    ...priceArguments,
  }),
  output: {
    ...gameFields,
    market: z.string(),
    movement: z.array(
      z.object({
        book: z.string(),
        changes: z.int().optional(),
        first: z.object({}).loose().optional(),
        last: z.object({}).loose().optional(),
        at: z.string().optional(),
        quotes: z.array(z.array(z.union([z.string(), z.number(), z.null()]))).optional(),
      }),
    ),
  },
  procedure: "history.series",
  run: async (context, args) => {
    if (args.market.includes(","))
      throw new ApiError("BAD_REQUEST", { message: "market: send one market key." });
    const { sport, game } = requireGameWithHistory(context, args);
    const series = await readProcedure<Series>(
      context,
      "history.series",
      { sport: sport.key, id: game.id, markets: args.market, ...priceQuery(args) },
      { markets: "market" },
    );
    const recorded = series.bookmakers.flatMap(({ key, markets }) => {
      const points = markets.flatMap((market) => market.points);
      return points.length === 0 ? [] : [{ book: key, points }];
    });
    // The books whose line moved most say most about the movement.
    recorded.sort((a, b) => b.points.length - a.points.length);
    const summaries = recorded.map(({ book, points }) => summaryOf(book, points));
    const rows = args.detail
      ? recorded.flatMap(({ book, points }) => points.map((point) => ({ book, ...quotesAt(point) })))
      : summaries;
    const page = pageOf<(typeof rows)[number]>(rows, args, {
      counted: true,
      narrowBy: "books",
      emptyBecause: () =>
        `Nothing is recorded for ${args.market} of this game at these books. The archive begins at ${series.archive_from}.`,
    });
    return {
      data: {
        ...describeGame(series),
        market: args.market,
        movement: page.rows,
      },
      extent: { ...page.extent, ...noteOf(game) },
      lines: [
        shownGame(series),
        `${recorded.length} books recorded ${shownText(args.market)}.`,
        ...summaries.slice(0, maxLines).map((summary) => lineOf(args.market, summary)),
      ],
    };
  },
});
