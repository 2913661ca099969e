import type { Board } from "@/server/board/board";
import { sports } from "@/server/catalogue/sports";

const favourites = ["basketball_nba", "americanfootball_nfl", "soccer_epl", "icehockey_nhl", "baseball_mlb"];

/** The sport of a first call: one with fixtures ahead, a well-known one where it plays; undefined on an empty board. */
export const findExampleSport = (board: Pick<Board, "upcoming">, now: number): string | undefined =>
  [...favourites, ...sports.map(({ key }) => key)].find((key) => board.upcoming(key, now).length > 0);
