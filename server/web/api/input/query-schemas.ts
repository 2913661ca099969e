import { z } from "zod";
import { instantForm } from "@/server/web/api/input/parameters";

/** Lists and times stay strings here. parameters.ts parses them, so that an error can name the wrong item. */

export const sportParameter = z
  .string()
  .meta({ description: "Sport key, from the sports list.", example: "americanfootball_nfl" });

export const eventParameter = z.string().meta({
  description: "Fixture id from the fixtures list, URL-encoded. Treat it as opaque.",
  example: "americanfootball_nfl-kansas-city-chiefs-at-buffalo-bills-2026-11-22",
});

export const dateFormat = z.enum(["iso", "unix"]).default("iso").meta({
  description: "Format of times: ISO-8601 in UTC, or integer unix seconds.",
  example: "iso",
});

const oddsFormat = z
  .enum(["american", "decimal"])
  .default("american")
  .meta({ description: "Format of prices. One number per price.", example: "american" });

const bookmakers = z
  .string()
  .meta({
    description: "Comma-separated book keys, at most 100. Default: every book.",
    example: "northline,harbour",
  })
  .optional();

const gameMarkets = z.string().default("h2h,spreads,totals").meta({
  description: "Comma-separated market keys, period suffix included, at most 400.",
  example: "h2h,spreads_h1",
});
const listedGameMarkets = z.string().default("h2h,spreads,totals").meta({
  description:
    "Comma-separated market keys, period suffix included, at most 400. Only main markets, unless `eventIds` names at most 20 fixtures. Then any game market is served, and `all` means every game market.",
  example: "h2h,spreads_h1",
});
const eventGameMarkets = z.string().default("h2h,spreads,totals").meta({
  description:
    "Comma-separated market keys, period suffix included, at most 400. `all` means every game market, without player props.",
  example: "h2h,spreads_h1",
});

const propMarkets = z.string().meta({
  description: "Comma-separated player-prop market keys, at most 400. There is no default set.",
  example: "player_pass_yds,player_anytime_td",
});
const eventPropMarkets = z.string().meta({
  description:
    "Comma-separated player-prop market keys, at most 400. `all` means every player prop. There is no default set.",
  example: "player_pass_yds,player_anytime_td",
});

export const eventIds = z
  .string()
  .meta({
    description:
      "Comma-separated fixture ids, at most 100. Only these fixtures are listed. Unknown ids match nothing.",
    example: "americanfootball_nfl-kansas-city-chiefs-at-buffalo-bills-2026-11-22",
  })
  .optional();

export const commenceWindow = {
  commenceTimeFrom: z
    .string()
    .meta({
      description: "Only fixtures that commence at or after this time. RFC 3339 in UTC, with Z or +00:00.",
      format: "date-time",
      pattern: instantForm,
      example: "2026-11-22T00:00:00Z",
    })
    .optional(),
  commenceTimeTo: z
    .string()
    .meta({
      description: "Only fixtures that commence at or before this time. RFC 3339 in UTC, with Z or +00:00.",
      format: "date-time",
      pattern: instantForm,
      example: "2026-11-23T00:00:00Z",
    })
    .optional(),
};

const measured = z.enum(["true", "false"]).default("false").meta({
  description:
    "`true` leaves out prices without a measured fetch time, so that no `last_update` is `null`. The header `X-Unmeasured-Books` names the books that were left out.",
  example: "true",
});

const formats = { bookmakers, oddsFormat, dateFormat };

/** Endpoints that compare or replay prices of main markets or of one fixture. */
export const gameQuery = { markets: gameMarkets, ...formats };
export const bestQuery = { markets: eventGameMarkets, ...formats };
/** Endpoints with the current prices of every book. */
export const oddsListQuery = { markets: listedGameMarkets, ...formats, measured };
export const oddsQuery = { markets: eventGameMarkets, ...formats, measured };
export const propsListQuery = { markets: propMarkets, ...formats, measured };
export const propsQuery = { markets: eventPropMarkets, ...formats, measured };
