import { requireHistory } from "@/server/api/input/required-plan";
import type { Sport } from "@/server/catalogue/sports";
import { type FoundGame, type GameName, requireGame } from "@/server/mcp/find-game";
import { requireLeague } from "@/server/mcp/find-league";
import type { ToolContext } from "@/server/mcp/tool";

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
