import type { Sport } from "@/server/domain/catalogue/sports";
import { requireHistory } from "@/server/web/api/input/required-plan";
import { type FoundGame, type GameName, requireGame } from "@/server/web/mcp/find-game";
import { requireLeague } from "@/server/web/mcp/find-league";
import type { ToolContext } from "@/server/web/mcp/tool";

/**
 * The game of a tool that reads history. The plan is checked before the game is looked up, as on `/v1`.
 * @throws PLAN_REQUIRED, UNKNOWN_SPORT and what `requireGame` throws.
 */
export const requireGameWithHistory = (
  { services: { board, now }, metered }: ToolContext,
  args: GameName & { readonly league: string },
): { readonly sport: Sport; readonly game: FoundGame } => {
  const sport = requireLeague(args.league);
  requireHistory(metered.caller.plan, undefined, now());
  return { sport, game: requireGame(board, sport, args, now()) };
};
