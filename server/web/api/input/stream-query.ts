import { z } from "zod";
import type { Board } from "@/server/market/board/board";
import { cursorLength } from "@/server/market/board/cursor";
import type { StreamFilter } from "@/server/market/stream/filter";
import { parseList } from "@/server/web/api/input/parameters";
import { type ParsedQuery, parsePriceQuery } from "@/server/web/api/input/price-query";
import { gameQuery } from "@/server/web/api/input/query-schemas";
import { requireSport } from "@/server/web/api/input/required-path";

export const maxStreamSports = 20;
export const maxStreamEvents = 20;

export const exampleCursor = "5k2q8000000000002fg00000100000018k3v5k1m8vhd9b1c".slice(0, cursorLength);

/** The parameters of a stream and of a list of changes. Lists stay strings here, as in query-schemas.ts. */
export const streamQuery = {
  sports: z.string().meta({
    description: `Comma-separated sport keys, at most ${maxStreamSports}.`,
    example: "americanfootball_nfl",
  }),
  ...gameQuery,
  eventIds: z
    .string()
    .meta({
      description: `Comma-separated fixture ids, at most ${maxStreamEvents}. Only these fixtures. \`markets\` then takes any market key.`,
      example: "americanfootball_nfl-kansas-city-chiefs-at-buffalo-bills-2026-11-22",
    })
    .optional(),
};

const cursorParameter = (description: string) =>
  z.string().max(200).meta({ description, example: exampleCursor }).optional();

export const since = cursorParameter(
  "A cursor: the response has what changed since. Without it, the response has everything.",
);
export const lastEventId = cursorParameter(
  "The cursor from which the stream continues, for clients that cannot send the header `Last-Event-ID`. The header takes precedence.",
);

type StreamInput = z.output<z.ZodObject<typeof streamQuery>>;

/**
 * Parses the parameters of a stream or of a list of changes.
 * @throws BAD_REQUEST on a malformed parameter; UNKNOWN_SPORT; INVALID_MARKET if a book or market is not served here.
 */
export const parseStreamQuery = (
  board: Board,
  input: StreamInput,
): { readonly filter: StreamFilter; readonly requestsProps: boolean } => {
  const sports = parseList("sports", input.sports, maxStreamSports);
  if (input.eventIds !== undefined) parseList("eventIds", input.eventIds, maxStreamEvents);
  // Any market is served for a few fixtures, and only main markets for whole sports.
  const query: ParsedQuery = parsePriceQuery(board, input.eventIds === undefined ? "main" : "any", input);
  for (const key of sports) requireSport(key);
  return { filter: { sports, query }, requestsProps: query.requestsProps };
};
