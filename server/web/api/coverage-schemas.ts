import { z } from "zod";
import {
  bookKey,
  fixtureFields,
  marketKey,
  nullableTimestamp,
  price,
  size,
  sportKey,
} from "@/server/web/api/response-schemas";

/** Shapes of the responses that say what is quoted now: coverage and best prices. */

const checkAges = z
  .strictObject({
    p50: z.int().meta({ description: "Half of the fixtures have at most this age.", example: 12 }),
    p95: z.int().meta({ description: "95 % of the fixtures have at most this age.", example: 41 }),
  })
  .meta({ id: "CheckAges" });

const bookCoverage = z
  .strictObject({
    key: bookKey,
    fixtures: z
      .int()
      .meta({ description: "Upcoming fixtures for which the book has a price now.", example: 15 }),
    markets: z.int().meta({ description: "Different market keys that the book quotes now.", example: 42 }),
    last_check_age_seconds: checkAges.nullable().meta({
      description:
        "The time since the book's prices of a fixture were fetched, over its fixtures. `null` if no fetch time is measured: the time at which a price was received is never shown.",
    }),
    late: z.boolean().meta({
      description:
        "Whether all of the book's prices in this sport were removed because none had been checked in time.",
      example: false,
    }),
    matched_share: z.number().min(0).max(1).nullable().meta({
      description:
        "Of the upcoming events that the book listed in the last hour, the share that was matched to a fixture. `null` if it is not measured.",
      example: 0.98,
    }),
    mirrors: z.array(bookKey).meta({
      description:
        "Books with which this book is one source: their prices change together and are the same. They count once in a consensus.",
      example: [],
    }),
  })
  .meta({ id: "BookCoverage" });

export const sportCoverage = z
  .strictObject({
    key: sportKey,
    fixtures: z.int().meta({ description: "Upcoming fixtures.", example: 16 }),
    markets: z.int().meta({ description: "Different market keys that any book quotes now.", example: 58 }),
    bookmakers: z.array(bookCoverage).meta({
      description: "Books that quote the sport, or whose prices were removed because they were not checked.",
    }),
  })
  .meta({ id: "SportCoverage", description: "What is quoted now in a sport." });

const consensus = z
  .strictObject({
    probability: z.number().min(0).max(1).meta({
      description: "The probability of the outcome without the books' margin.",
      example: 0.6341,
    }),
    bookmakers: z.array(bookKey).meta({
      description: "The books in the consensus, one of each source. Never the first book of the best price.",
    }),
  })
  .meta({ id: "Consensus" });

const bestOutcome = z
  .strictObject({
    name: z.string().meta({
      description: "The team or side that the price is for.",
      example: "Buffalo Bills",
    }),
    price,
    point: z.number().optional().meta({
      description: "Line, spread or total. Absent if the market has no line.",
      example: -3.5,
    }),
    bookmakers: z
      .array(bookKey)
      .min(1)
      .meta({ description: "The books with the best price. The consensus leaves out the first one." }),
    last_update: nullableTimestamp(
      "When the best price was fetched last from one of these books. `null` if no fetch time is measured.",
    ),
    size: size.optional(),
    consensus: consensus.nullable().meta({
      description: "`null` if no other source quotes every side of the line.",
    }),
  })
  .meta({ id: "BestOutcome" });

const bestLine = z
  .strictObject({
    description: z.string().optional().meta({
      description:
        "Present if the side does not identify the bet: the team of a team total, the player of a prop.",
    }),
    point: z.number().optional().meta({
      description: "The line; for a spread, the home team's point. Absent if the market has no line.",
      example: -3.5,
    }),
    hold: z.number().nullable().meta({
      description:
        "The share of all stakes that the books keep at the best prices of all sides. Negative if a bet on all sides makes a profit. `null` if a side has no price.",
      example: 0.0134,
    }),
    outcomes: z.array(bestOutcome),
  })
  .meta({ id: "BestLine" });

const leftOut = z
  .strictObject({
    bookmaker: bookKey,
    reason: z.string().meta({
      description:
        "`far_from_consensus`: the price of the named line is far from the consensus. `looks_inverted`: the book's sides look swapped. `start_contradicted`: the start that the book states has passed. `not_matched`: the book's event could not be matched safely. More may be added.",
      example: "far_from_consensus",
    }),
    market: marketKey.optional(),
    description: z.string().optional(),
    point: z.number().optional(),
  })
  .meta({
    id: "LeftOut",
    description: "A book whose prices are not compared. Without `market`, none of its prices is.",
  });

export const fixtureBest = z
  .strictObject({
    ...fixtureFields,
    consensus_method: z.string().meta({
      description:
        "`median_margin_free` today: the median of the books' probabilities without margin, scaled to sum to 1. More may be added.",
      example: "median_margin_free",
    }),
    markets: z.array(z.strictObject({ key: marketKey, lines: z.array(bestLine) }).meta({ id: "BestMarket" })),
    left_out: z.array(leftOut),
  })
  .meta({ id: "FixtureBest", description: "A fixture with the best price of each line and side." });
