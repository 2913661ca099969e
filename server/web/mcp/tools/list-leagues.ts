import { z } from "zod";
import type { sport as sportSchema } from "@/server/web/api/response-schemas";
import { pageArguments } from "@/server/web/mcp/arguments";
import { pageOf } from "@/server/web/mcp/extent";
import { readProcedure } from "@/server/web/mcp/read-procedure";
import { defineTool } from "@/server/web/mcp/tool";

type SportDescriptor = z.infer<typeof sportSchema>;

const maxLines = 10;

export const listLeagues = defineTool({
  name: "list_leagues",
  title: "List leagues",
  description: "Leagues with upcoming games now, most games first; all: every league. Free.",
  input: z.object({ all: z.boolean().default(false), ...pageArguments }),
  output: {
    leagues: z.array(
      z.object({ key: z.string(), title: z.string(), group: z.string(), upcoming_games: z.int() }),
    ),
  },
  procedure: "sports.list",
  run: async (context, args) => {
    const open = await readProcedure<SportDescriptor[]>(context, "sports.list", { hasFixtures: "true" });
    const games = new Map(open.map(({ key, fixtures }) => [key, fixtures ?? 0]));
    const listed = args.all ? await readProcedure<SportDescriptor[]>(context, "sports.list", {}) : open;
    const rows = listed
      .map(({ key, title, group }) => ({ key, title, group, upcoming_games: games.get(key) ?? 0 }))
      .sort((a, b) => b.upcoming_games - a.upcoming_games);
    const page = pageOf(rows, args, {
      counted: false,
      narrowBy: undefined,
      emptyBecause: () => "No league has an upcoming game now. Send all for every league.",
    });
    return {
      data: { leagues: page.rows },
      extent: page.extent,
      lines: page.rows
        .slice(0, maxLines)
        .map(({ key, title, upcoming_games }) => `${title} (${key}): ${upcoming_games} games`),
    };
  },
});
