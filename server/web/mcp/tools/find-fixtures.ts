import { z } from "zod";
import { type Sport, sports } from "@/server/domain/catalogue/sports";
import { hourMs } from "@/server/domain/durations";
import { ApiError } from "@/server/domain/errors/api-error";
import { toWireTime } from "@/server/domain/serialize/serialize";
import type { fixture as fixtureSchema } from "@/server/web/api/response-schemas";
import { pageArguments } from "@/server/web/mcp/arguments";
import { describeGame, gameFields, shownGame } from "@/server/web/mcp/described-game";
import { pageOf } from "@/server/web/mcp/extent";
import { createMatchesTeam } from "@/server/web/mcp/find-game";
import { requireLeague } from "@/server/web/mcp/find-league";
import { readProcedure } from "@/server/web/mcp/read-procedure";
import { shownText } from "@/server/web/mcp/shown-text";
import { defineTool, type ToolContext } from "@/server/web/mcp/tool";

type Fixture = z.infer<typeof fixtureSchema>;
const maxLines = 8;

const instant = (description: string) => z.string().max(40).describe(description).optional();

/** Without a league, only leagues with upcoming fixtures are read: the past of all leagues would be as many reads of the database. */
const leaguesToRead = ({ services }: ToolContext, league: string | undefined): readonly Sport[] =>
  league === undefined
    ? sports.filter(({ key }) => services.board.upcoming(key, services.now()).length > 0)
    : [requireLeague(league)];

export const findFixtures = defineTool({
  name: "find_fixtures",
  title: "Find games",
  description:
    "Find games and their fixture_id by team, league and time. Without from: games that have not started. A from in the past (needs league) also lists started games. Free.",
  input: z.object({
    team: z.string().max(100).describe("Name, nickname or part of it").optional(),
    league: z.string().max(100).describe("Key or title: basketball_nba, NBA").optional(),
    from: instant("Start at or after, like 2026-11-22T00:00:00Z"),
    to: instant("Start at or before"),
    within_hours: z.number().positive().max(8_784).describe("Instead of to: from now").optional(),
    ...pageArguments,
  }),
  output: {
    fixtures: z.array(
      z.object({
        ...gameFields,
        league: z.string(),
      }),
    ),
  },
  procedure: "events.list",
  run: async (context, args) => {
    const { now } = context.services;
    if (args.league === undefined && args.from !== undefined && Date.parse(args.from) < now())
      throw new ApiError("BAD_REQUEST", { message: "from: a time in the past needs league." });
    const to =
      args.to ??
      (args.within_hours === undefined
        ? undefined
        : String(toWireTime(now() + args.within_hours * hourMs, "iso")));
    const found: Fixture[] = [];
    let listed = 0;
    for (const sport of leaguesToRead(context, args.league)) {
      const fixtures = await readProcedure<Fixture[]>(
        context,
        "events.list",
        { sport: sport.key, commenceTimeFrom: args.from, commenceTimeTo: to },
        args.to === undefined ? { commenceTimeTo: "within_hours" } : {},
      );
      listed += fixtures.length;
      const matches =
        args.team === undefined
          ? () => true
          : createMatchesTeam(sport, args.team, args.league !== undefined || sport.names === "listed");
      found.push(...fixtures.filter(({ home_team, away_team }) => matches(home_team) || matches(away_team)));
    }
    found.sort((a, b) =>
      `${a.commence_time}` < `${b.commence_time}` ? -1 : a.commence_time === b.commence_time ? 0 : 1,
    );
    const rows = found.map((game) => ({ ...describeGame(game), league: game.sport_key }));
    const page = pageOf(rows, args, {
      counted: false,
      narrowBy: "team, league, from or to",
      emptyBecause: () =>
        listed === 0
          ? "No game of this league and time is known. list_leagues names the leagues with games."
          : `None of ${listed} games in this time has a team ${shownText(args.team ?? "")}. Check the spelling, widen the time, or send league: then other spellings count too.`,
    });
    return {
      data: { fixtures: page.rows },
      extent: page.extent,
      lines: [
        `Games found: ${page.extent.total}.`,
        ...found
          .slice(args.offset, args.offset + Math.min(maxLines, page.rows.length))
          .map((game) => `${shownGame(game)}, ${game.sport_title}`),
      ],
    };
  },
});
