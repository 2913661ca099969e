import { sampleCall } from "@/app/(site)/featured-fixture";
import type { Services } from "@/server/web/http/services.types";

/** URL of an example call that returns a short response with prices now: the moneylines of one game. It costs one request. */
export const exampleCallUrl = ({
  board,
  config,
  now,
  publicSports,
}: Pick<Services, "board" | "config" | "now" | "publicSports">): string => {
  const { sport, event, live } = sampleCall(board, now(), publicSports);
  return live
    ? `${config.baseUrl}/v1/sports/${sport}/events/${encodeURIComponent(event)}/odds?markets=h2h`
    : `${config.baseUrl}/v1/sports`;
};
