import type { ProcedureName } from "@/server/web/api/endpoints";
import { joined, priceQuery } from "@/server/web/mcp/arguments";
import { type FoundGame, type GameName, requireGame } from "@/server/web/mcp/find-game";
import { requireLeague } from "@/server/web/mcp/find-league";
import { readProcedure } from "@/server/web/mcp/read-procedure";
import type { ToolContext } from "@/server/web/mcp/tool";

type GamesArguments = GameName &
  Parameters<typeof priceQuery>[0] & {
    readonly league: string;
    readonly markets?: readonly string[] | undefined;
  };

/**
 * Reads the game that the arguments name, or all upcoming games of the league if they name none. `T` is a game in the procedures' responses.
 * @returns `found`: undefined if the arguments name no game.
 * @throws UNKNOWN_SPORT, and what `requireGame` and the procedures throw.
 */
export const readGames = async <T>(
  context: ToolContext,
  args: GamesArguments,
  procedures: { readonly list: ProcedureName; readonly one: ProcedureName },
): Promise<{ readonly games: T[]; readonly found: FoundGame | undefined }> => {
  const sport = requireLeague(args.league);
  const { board, now } = context.services;
  const query = { sport: sport.key, ...priceQuery(args) };
  const markets = joined(args.markets);
  if (args.fixture_id === undefined && args.team === undefined) {
    const games = await readProcedure<T[]>(context, procedures.list, { ...query, markets: markets ?? "h2h" });
    return { games, found: undefined };
  }
  const found = requireGame(board, sport, args, now());
  const game = await readProcedure<T>(context, procedures.one, { ...query, id: found.id, markets });
  return { games: [game], found };
};
