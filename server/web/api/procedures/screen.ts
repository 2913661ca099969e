import { z } from "zod";
import { findMarket, isLegalFor, type Market } from "@/server/domain/catalogue/markets";
import type { Sport } from "@/server/domain/catalogue/sports";
import { dayMs } from "@/server/domain/durations";
import { ApiError, quoted } from "@/server/domain/errors/api-error";
import { renderJson } from "@/server/domain/serialize/rendered";
import type { PriceQuery } from "@/server/market/board/board";
import type {
  FinishedView,
  GameView,
  LastChangesView,
  LeaguesView,
  SlateView,
  SparklinesView,
} from "@/server/market/screen/views";
import type { ApiServices, ScreenServices, Viewer } from "@/server/web/api/context";
import { requireFixture, requireSport, unknownEvent } from "@/server/web/api/input/required-path";
import { requireHistory, requireProps } from "@/server/web/api/input/required-plan";
import { prepared } from "@/server/web/api/output";
import type { fixtureEdge, fixtureSeries } from "@/server/web/api/response-schemas";
import { middleware, procedure, router } from "@/server/web/api/trpc";

const viewed = middleware(({ ctx, next }) => {
  if (ctx.screen === undefined) throw new Error("a procedure of the odds screen was called without a viewer");
  return next({ ctx: { screen: ctx.screen } });
});
const viewProcedure = procedure.use(viewed);

type ViewContext = ScreenServices & { readonly viewer: Viewer };

/** @throws UNKNOWN_SPORT; MISSING_SESSION for a visitor without an account, if visitors cannot view the sport (`publicSports`). */
const requireViewable = ({ publicSports, viewer }: ViewContext, key: string): Sport => {
  const sport = requireSport(key);
  if (viewer.kind === "visitor" && !publicSports.has(key))
    throw new ApiError("MISSING_SESSION", { message: `Sign in to view ${sport.title}.` });
  return sport;
};

/** @throws INVALID_MARKET */
const requireMarket = (key: string, sport: Sport): Market => {
  const market = findMarket(key);
  if (market === undefined || !isLegalFor(market, sport))
    throw new ApiError("INVALID_MARKET", { message: `${sport.title} has no market ${quoted(key)}.` });
  return market;
};

/** Of a call's book keys, only the first `maxBooks` are used. The catalogue has fewer books, so no call needs more. */
const maxBooks = 200;
const maxSparklines = 40;

const bookKeys = z
  .string()
  .optional()
  .transform((text) => (text === undefined || text === "" ? undefined : text.split(",").slice(0, maxBooks)));
/** The most books with a column of their own. More do not fit on a screen. */
const maxColumns = 12;
const ofGame = { sport: z.string(), event: z.string().max(200) };
const ofMarket = { market: z.string().default("h2h") };

const milliseconds = z.string().regex(/^\d{1,15}$/);
const maxFinishedMs = 31 * dayMs;

const recordedPrices = ({ key }: Market): PriceQuery => ({
  markets: [key],
  bookmakers: undefined,
  dateFormat: "iso",
  oddsFormat: "decimal",
});

/** @throws as `requireViewable` and `requireMarket`; PLAN_REQUIRED if the plan does not cover the fixture's history; UNKNOWN_EVENT. */
const requireHistoryOf = async (
  ctx: { readonly screen: ViewContext; readonly services: Pick<ApiServices, "board" | "now"> },
  input: { readonly sport: string; readonly event: string; readonly market: string },
) => {
  const { board, now } = ctx.services;
  const sport = requireViewable(ctx.screen, input.sport);
  const market = requireMarket(input.market, sport);
  const fixture = await board.findFixture(sport.key, input.event);
  // A viewer whose plan lacks history must not learn which fixtures exist. So the plan is checked before UNKNOWN_EVENT is thrown.
  requireHistory(ctx.screen.viewer.plan, fixture?.commenceTime, now());
  if (fixture === undefined) throw unknownEvent(sport, input.event);
  return { fixture, market };
};

/**
 * The procedures that the pages of the odds screen call. Viewing costs no request of the allowance: see docs/decisions/0038. Player props
 * and history require the same plans as on `/v1`.
 */
export const screenRouter = router({
  /** The leagues with upcoming games. A visitor without an account gets only the leagues that visitors can view (`publicSports`). */
  leagues: viewProcedure.output(prepared<LeaguesView>()).query(({ ctx }) => {
    const { screen, viewer, publicSports } = ctx.screen;
    const { view, rendered } = screen.leagues();
    return viewer.kind === "account" ? rendered : renderJson(view.filter(({ key }) => publicSports.has(key)));
  }),

  slate: viewProcedure
    .input(z.object({ sport: z.string(), ...ofMarket, books: bookKeys, columns: bookKeys }))
    .output(prepared<SlateView>())
    .query(({ ctx, input }) => {
      const sport = requireViewable(ctx.screen, input.sport);
      const market = requireMarket(input.market, sport);
      if (market.role !== "main")
        throw new ApiError("INVALID_MARKET", {
          message: `${quoted(market.key)} is only shown on the page of a game.`,
        });
      const { books, columns } = input;
      return ctx.screen.screen.slate(sport, market, books, columns?.slice(0, maxColumns)).rendered;
    }),

  game: viewProcedure
    .input(z.object({ ...ofGame, ...ofMarket, player: z.string().max(200).optional() }))
    .output(prepared<GameView>())
    .query(async ({ ctx, input }) => {
      const { screen, viewer } = ctx.screen;
      const sport = requireViewable(ctx.screen, input.sport);
      const market = requireMarket(input.market, sport);
      if (market.role === "prop" || input.player !== undefined) requireProps(viewer.plan);
      const fixture = await requireFixture(ctx.services.board, sport, input.event);
      const shown = input.player === undefined ? { market: market.key } : { player: input.player };
      return screen.game(fixture, shown).rendered;
    }),

  /** The moneylines of one upcoming game in a sport that visitors can view (`publicSports`). `null` if there is no such game. */
  featured: viewProcedure
    .output(prepared<GameView | null>())
    .query(({ ctx }) => ctx.screen.screen.featured(ctx.screen.publicSports)?.rendered ?? renderJson(null)),

  sparklines: viewProcedure
    .input(z.object({ sport: z.string(), ...ofMarket }))
    .output(prepared<SparklinesView>())
    .query(async ({ ctx, input }) => {
      const { board, now } = ctx.services;
      const sport = requireViewable(ctx.screen, input.sport);
      const market = requireMarket(input.market, sport);
      requireHistory(ctx.screen.viewer.plan, now(), now());
      const sparklines = [];
      // One after another: a sparkline that is not cached reads the archive, and one call must not start many such reads at once.
      for (const fixture of board.upcoming(sport.key, now()).slice(0, maxSparklines)) {
        const sparkline = await ctx.screen.readSparkline(fixture, market);
        if (sparkline !== undefined) sparklines.push(sparkline);
      }
      return renderJson(sparklines);
    }),

  /** Since when each book's prices of a market are unchanged. */
  lastChanges: viewProcedure
    .input(z.object({ ...ofGame, ...ofMarket }))
    .output(prepared<LastChangesView>())
    .query(async ({ ctx, input }) => {
      const sport = requireViewable(ctx.screen, input.sport);
      const market = requireMarket(input.market, sport);
      if (market.role === "prop") requireProps(ctx.screen.viewer.plan);
      const fixture = await requireFixture(ctx.services.board, sport, input.event);
      return renderJson(await ctx.screen.readLastChanges(fixture, market));
    }),

  /** The games of a league that started between two times (ms), at most 31 days apart. Of a longer range, the last 31 days. */
  finished: viewProcedure
    .input(z.object({ sport: z.string(), from: milliseconds, to: milliseconds }))
    .output(prepared<FinishedView>())
    .query(async ({ ctx, input }) => {
      const { board, now } = ctx.services;
      const sport = requireViewable(ctx.screen, input.sport);
      const to = Math.min(Number(input.to), now());
      const from = Math.max(Number(input.from), to - maxFinishedMs);
      const found = from > to ? [] : await board.fixturesBetween(sport.key, from, to);
      return renderJson(
        found
          .map(({ id, commenceTime, homeTeam, awayTeam }) => ({
            id,
            start: commenceTime,
            homeTeam,
            awayTeam,
          }))
          .reverse(),
      );
    }),

  /** Each book's last price of a market before the start, as decimal odds. */
  closing: viewProcedure
    .input(z.object({ ...ofGame, ...ofMarket }))
    .output(prepared<z.infer<typeof fixtureEdge>>())
    .query(async ({ ctx, input }) => {
      const { fixture, market } = await requireHistoryOf(ctx, input);
      return ctx.services.archive.closing(fixture, recordedPrices(market));
    }),

  /** Every recorded price of a market, as decimal odds. */
  movement: viewProcedure
    .input(z.object({ ...ofGame, ...ofMarket }))
    .output(prepared<z.infer<typeof fixtureSeries>>())
    .query(async ({ ctx, input }) => {
      const { fixture, market } = await requireHistoryOf(ctx, input);
      return ctx.services.archive.series(fixture, recordedPrices(market));
    }),
});

export type ScreenRouter = typeof screenRouter;
