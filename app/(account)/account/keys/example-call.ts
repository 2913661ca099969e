import type { Services } from "@/server/http/services-type";

const favourites = ["basketball_nba", "americanfootball_nfl", "soccer_epl", "icehockey_nhl"];

/** The address of a first call that has something to show now. */
export const exampleCall = ({ board, config, now }: Pick<Services, "board" | "config" | "now">): string => {
  const sport = favourites.find((key) => board.upcoming(key, now()).length > 0);
  return `${config.baseUrl}/v1/sports${sport === undefined ? "" : `/${sport}/odds`}`;
};
