import type { Board } from "@/server/board/board";
import { sports } from "@/server/catalogue/sports";

const preferred = ["basketball_nba", "americanfootball_nfl", "soccer_epl", "icehockey_nhl", "baseball_mlb"];

/** Picks the sport that example calls use: a sport with upcoming fixtures, preferably a well-known one. Undefined if the board is empty. */
export const findExampleSport = (board: Pick<Board, "upcoming">, now: number): string | undefined =>
  [...preferred, ...sports.map(({ key }) => key)].find((key) => board.upcoming(key, now).length > 0);
