import { z } from "zod";

/** A list of keys. @param description which keys, and the default. */
export const keyList = (description: string) =>
  z.array(z.string().max(100)).min(1).max(100).describe(description).optional();

/** The page of a list. */
export const pageArguments = {
  limit: z.int().min(1).max(1_000).describe("Most rows").optional(),
  offset: z.int().min(0).default(0),
};

/** A league, and one of its games. */
export const gameArguments = {
  league: z.string().max(100).describe("League key or title: basketball_nba, NBA"),
  fixture_id: z
    .string()
    .max(200)
    // PostgreSQL cannot compare a text with it.
    .refine((id) => !id.includes("\0"), "an id has no NUL byte")
    .describe("From find_fixtures")
    .optional(),
  team: z.string().max(100).describe("Instead of fixture_id: its next game").optional(),
};

/** The books and the format of prices, and the page of a list of them. */
export const priceArguments = {
  books: keyList("Book keys; default all"),
  odds_format: z.enum(["american", "decimal"]).default("american"),
  ...pageArguments,
};

/** A list of keys as the API's parameter. */
export const joined = (list: readonly string[] | undefined): string | undefined => list?.join(",");

/** The books and the format of prices as the API's parameters. */
export const priceQuery = (args: {
  readonly books?: readonly string[] | undefined;
  readonly odds_format: string;
}) => ({ bookmakers: joined(args.books), oddsFormat: args.odds_format });
