import { findExampleSport } from "@/server/market/board/example-sport";
import type { Services } from "@/server/web/http/services.types";

/** URL of an example call that returns data now. */
export const exampleCallUrl = ({
  board,
  config,
  now,
}: Pick<Services, "board" | "config" | "now">): string => {
  const sport = findExampleSport(board, now());
  return `${config.baseUrl}/v1/sports${sport === undefined ? "" : `/${sport}/odds`}`;
};
