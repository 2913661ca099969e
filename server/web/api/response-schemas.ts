import { z } from "zod";
import { periods } from "@/server/domain/catalogue/market-family";
import { errorCodes } from "@/server/domain/errors/errors";
import { planNames } from "@/server/domain/plans/plans";

/**
 * Shapes of the responses. Objects are strict, so that tests catch an undocumented field. A field whose list of values may grow is a plain
 * string, so that clients expect new values.
 */

const isoTime = z.iso.datetime().meta({
  description: "ISO-8601 time in UTC, whole seconds, always ending in Z.",
  example: "2026-11-22T18:00:00Z",
});

export const timestamp = z
  .union([isoTime, z.int().meta({ description: "Unix seconds.", example: 1795370400 })])
  .meta({ id: "Timestamp", description: "In the format that the `dateFormat` parameter selects." });

export const nullableTimestamp = (description: string) => timestamp.nullable().meta({ description });

export const sportKey = z.string().meta({
  description: "Names one league or tournament, or all of boxing or MMA.",
  example: "americanfootball_nfl",
});
export const bookKey = z.string().meta({ description: "Book key.", example: "northline" });
export const marketKey = z
  .string()
  .meta({ description: "Market key, period suffix included.", example: "spreads_h1" });

export const fixtureFields = {
  id: z.string().meta({
    description: "Opaque fixture id.",
    example: "americanfootball_nfl-kansas-city-chiefs-at-buffalo-bills-2026-11-22",
  }),
  sport_key: sportKey,
  sport_title: z.string().meta({ example: "NFL" }),
  commence_time: timestamp.meta({ description: "When the fixture starts." }),
  home_team: z.string().meta({ example: "Buffalo Bills" }),
  away_team: z.string().meta({ example: "Kansas City Chiefs" }),
};

export const fixture = z
  .strictObject(fixtureFields)
  .meta({ id: "Fixture", description: "A fixture without prices." });

export const size = z
  .strictObject({
    kind: z.string().meta({
      description:
        "`posted_limit`: a sportsbook's maximum bet, the same number for both sides. `resting_depth`: the amount on offer in an exchange's order book, a separate number for each side. `contracts`: the number of contracts on offer at this price at a prediction market. More may be added.",
      example: "posted_limit",
    }),
    amount: z.number().meta({ example: 2000 }),
  })
  .meta({ id: "Size", description: "How much can be bet. Present only if the book publishes it." });

export const price = z.number().meta({
  description:
    "American odds: an integer of absolute value 100 or more. Decimal odds: a number above 1. In the format of `oddsFormat`.",
  example: -110,
});

const outcome = z
  .strictObject({
    name: z.string().meta({
      description: "The team, player or side that the price is for.",
      example: "Buffalo Bills",
    }),
    description: z.string().optional().meta({
      description:
        "Present if `name` alone does not identify the bet: the team of a team total, the player of a prop.",
    }),
    price,
    point: z.number().optional().meta({
      description: "Line, spread or total. Absent if the market has no line.",
      example: -3.5,
    }),
    size: size.optional(),
  })
  .meta({ id: "Outcome" });

const unmatchedBookmakers = z.array(bookKey).meta({
  description:
    "Books with a price that may belong to the fixture but could not be matched to it safely, and matched books whose prices can't be trusted.",
});

const marketOdds = z
  .strictObject({
    key: marketKey,
    last_update: nullableTimestamp("When the price was fetched. `null` if no fetch time is measured."),
    outcomes: z.array(outcome),
  })
  .meta({ id: "MarketOdds" });

/** The book's own words for the event, in every object that names a book with prices. */
const eventWords = {
  book_event_id: z.string().optional().meta({
    description: "The book's own id of the event. Absent if the source of the prices does not state it.",
    example: "88123",
  }),
  link: z.string().max(500).optional().meta({
    description:
      "The event's page at the book, as the book's source states it: an https URL, which may contain placeholders such as `{state}`. Absent if the source states none. The service never requests it.",
    example: "https://northline.example/event/88123",
  }),
};

const bookOdds = z
  .strictObject({
    key: bookKey,
    title: z.string().meta({ description: "Display title.", example: "Northline" }),
    last_update: nullableTimestamp(
      "The newest `last_update` of its markets. `null` if no fetch time is measured.",
    ),
    ...eventWords,
    markets: z.array(marketOdds),
  })
  .meta({ id: "BookOdds" });

export const fixtureOdds = z
  .strictObject({
    ...fixtureFields,
    bookmakers: z.array(bookOdds),
    unmatched_bookmakers: unmatchedBookmakers,
  })
  .meta({ id: "FixtureOdds", description: "A fixture with every book's prices for the requested markets." });

const propOutcome = z
  .strictObject({
    name: z.string().meta({
      description: "`Over`, `Under`, `Yes` or `No` today. More sides may be added.",
      example: "Over",
    }),
    price,
    size: size.optional(),
  })
  .meta({ id: "PropOutcome" });

const propRow = z
  .strictObject({
    bookmaker: z.strictObject({
      key: bookKey,
      title: z.string().meta({ example: "Northline" }),
      last_update: nullableTimestamp("`null` if no fetch time is measured."),
      ...eventWords,
    }),
    player: z.string().meta({ example: "Bills QB1" }),
    stat: z.string().meta({ description: "Market key, period suffix included.", example: "player_pass_yds" }),
    point: z.number().optional().meta({ description: "Absent for a Yes/No prop.", example: 249.5 }),
    outcomes: z.array(propOutcome).min(1),
  })
  .meta({
    id: "PropRow",
    description: "One player, stat and line at one book, with all outcomes of that line.",
  });

export const fixtureProps = z
  .strictObject({ ...fixtureFields, props: z.array(propRow), unmatched_bookmakers: unmatchedBookmakers })
  .meta({ id: "FixtureProps" });

const seriesMarket = z
  .strictObject({
    key: marketKey,
    movement: z.string().meta({
      description:
        "`recorded`: more than one price seen. `no_movement`: exactly one price ever recorded. `not_recorded`: nothing in the archive for this market on this fixture. More may be added.",
      example: "recorded",
    }),
    points: z
      .array(
        z
          .strictObject({
            recorded_at: timestamp.meta({ description: "When the price was recorded." }),
            outcomes: z.array(outcome),
          })
          .meta({ id: "SeriesPoint" }),
      )
      .meta({ description: "Empty when `movement` is `not_recorded`." }),
  })
  .meta({ id: "SeriesMarket" });

export const fixtureSeries = z
  .strictObject({
    ...fixtureFields,
    archive_from: timestamp.meta({ description: "When the archive begins." }),
    bookmakers: z.array(
      z
        .strictObject({ key: bookKey, title: z.string(), markets: z.array(seriesMarket) })
        .meta({ id: "SeriesBook" }),
    ),
    unmatched_bookmakers: unmatchedBookmakers,
  })
  .meta({
    id: "FixtureSeries",
    description: "Every recorded price between the opening and the closing line.",
  });

const edgeMarket = z
  .strictObject({
    key: marketKey,
    status: z.string().meta({
      description: "`recorded` or `not_recorded` today. More may be added.",
      example: "recorded",
    }),
    recorded_at: nullableTimestamp("`null` when `not_recorded`."),
    outcomes: z.array(outcome).meta({ description: "Empty when `not_recorded`." }),
  })
  .meta({ id: "EdgeMarket" });

export const fixtureEdge = z
  .strictObject({
    ...fixtureFields,
    bookmakers: z.array(
      z
        .strictObject({ key: bookKey, title: z.string(), markets: z.array(edgeMarket) })
        .meta({ id: "EdgeBook" }),
    ),
    unmatched_bookmakers: unmatchedBookmakers,
  })
  .meta({ id: "FixtureEdge", description: "Each book's opening, or closing, line for each market." });

const marketFields = {
  key: z
    .string()
    .meta({ description: "Exactly as in `markets[].key`, suffix included.", example: "spreads_h1" }),
  family: z.string().meta({ description: "The key without its period suffix.", example: "spreads" }),
  period: z.enum(periods).meta({ example: "h1" }),
  description: z.string(),
};

export const market = z
  .strictObject({
    ...marketFields,
    bookmakers: z
      .array(bookKey)
      .optional()
      .meta({ description: "Books known to offer this market. Absent if unknown." }),
  })
  .meta({ id: "Market" });

export const sportMarket = z
  .strictObject({
    ...marketFields,
    bookmakers: z
      .array(bookKey)
      .meta({ description: "Books that quote this market now for a fixture of the sport." }),
    fixtures: z
      .int()
      .meta({ description: "Upcoming fixtures for which a book quotes this market now.", example: 16 }),
    books: z.int().meta({ description: "The number of books in `bookmakers`.", example: 2 }),
  })
  .meta({ id: "SportMarket", description: "A market that is quoted now in a sport." });

export const bookmaker = z
  .strictObject({
    key: bookKey,
    title: z.string().meta({ example: "Northline" }),
    kind: z.string().meta({
      description: "`sportsbook`, `exchange` or `prediction_market` today. More may be added.",
      example: "sportsbook",
    }),
    update_interval_seconds: z.int().nullable().meta({
      description:
        "How often the book is typically polled. Not a guarantee of freshness. `null` until the interval is known.",
      example: 60,
    }),
    last_update_measured: z.boolean().meta({
      description: "`false` for books whose `last_update` is always `null` today.",
      example: true,
    }),
  })
  .meta({ id: "Bookmaker" });

export const sport = z
  .strictObject({
    key: sportKey,
    group: z.string().meta({ example: "American Football" }),
    title: z.string().meta({ example: "NFL" }),
    description: z.string().meta({ example: "US Football" }),
    active: z.boolean().meta({ description: "Whether the sport is in season now." }),
    has_outrights: z
      .boolean()
      .meta({ description: "Always `false` in v1: outright markets are not served.", example: false }),
    fixtures: z.int().optional().meta({
      description: "Upcoming fixtures. Only with `hasFixtures=true`.",
      example: 16,
    }),
  })
  .meta({ id: "Sport" });

export const usage = z
  .strictObject({
    plan: z.string().meta({
      description: `${planNames.map((name) => `\`${name}\``).join(", ")} today. More may be added.`,
      example: "growth",
    }),
    requests_allowance: z.int().meta({ description: "Requests per billing period.", example: 100000 }),
    requests_used_this_period: z.int().meta({ example: 1234 }),
    period_resets_at: isoTime,
    speed_limit_per_second: z.int().meta({ example: 10 }),
  })
  .meta({ id: "Usage" });

const apiKeyFields = {
  id: z.uuid().meta({ example: "4f1c6f0e-3f5b-4d53-9a43-1f6f0c4a7f10" }),
  prefix: z.string().meta({
    description: "Not secret: `ok_live_` or `ok_test_` and the key's next 8 characters.",
    example: "ok_live_7Fq2LmXa",
  }),
  last_four: z.string().length(4).meta({ example: "9sKd" }),
  label: z.string().meta({ description: "1 to 64 characters.", example: "production" }),
  test: z.boolean().meta({ example: false }),
  created_at: isoTime,
  last_used_at: isoTime.nullable(),
  revoked_at: isoTime.nullable(),
  expires_at: isoTime.nullable().meta({
    description: "When a rotated key ends. From then on it is refused like a revoked key.",
    example: null,
  }),
};

export const apiKey = z.strictObject(apiKeyFields).meta({ id: "ApiKey" });

export const createdApiKey = z
  .strictObject({
    ...apiKeyFields,
    key: z
      .string()
      .meta({ description: "The full secret. Only this response has it.", example: "<API_KEY>" }),
  })
  .meta({ id: "CreatedApiKey" });

export const errorFields = z.strictObject({
  code: z.string().meta({
    description: `Stable identifier: ${errorCodes.map((code) => `\`${code}\``).join(", ")}.`,
    example: "BAD_REQUEST",
  }),
  message: z.string().meta({ description: "Text for people." }),
  docs_url: z.url().meta({ description: "URL of the documentation of this code." }),
  request_id: z.string().meta({ description: "Matches the `X-Request-Id` header." }),
  current_plan: z.string().optional().meta({
    description: "403 only: plan of the account.",
    example: "free",
  }),
  required_plan: z.string().optional().meta({
    description: "403 only: lowest plan that includes this request.",
    example: "growth",
  }),
});

export const errorEnvelope = z.strictObject({ error: errorFields }).meta({ id: "Error" });
