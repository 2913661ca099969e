import { findExampleSport } from "@/server/board/example-sport";
import type { Services } from "@/server/http/services-type";

/** The address of a first call that has something to show now. */
export const exampleCall = ({ board, config, now }: Pick<Services, "board" | "config" | "now">): string => {
  const sport = findExampleSport(board, now());
  return `${config.baseUrl}/v1/sports${sport === undefined ? "" : `/${sport}/odds`}`;
};
