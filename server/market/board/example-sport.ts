import { sports } from "@/server/domain/catalogue/sports";
import type { Board } from "@/server/market/board/board";

const preferred = ["basketball_nba", "americanfootball_nfl", "soccer_epl", "icehockey_nhl", "baseball_mlb"];

/** Picks a sport for example calls, preferably a well-known one. Undefined if no sport has upcoming fixtures. */
export const findExampleSport = (board: Pick<Board, "upcoming">, now: number): string | undefined =>
  [...preferred, ...sports.map(({ key }) => key)].find((key) => board.upcoming(key, now).length > 0);
