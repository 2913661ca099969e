import { z } from "zod";

const keys = (description: string, max: number) =>
  z.array(z.string().max(100)).min(1).max(max).describe(description).optional();

export const league = z.string().max(100).describe("League key or title: basketball_nba, NBA");
export const fixtureId = z.string().max(200).describe("From find_fixtures").optional();
export const team = z.string().max(100).describe("Instead of fixture_id: its next game").optional();
export const books = keys("Book keys; default all", 100);
export const oddsFormat = z.enum(["american", "decimal"]).default("american");
export const limit = z.int().min(1).max(1_000).describe("Most rows").optional();
export const offset = z.int().min(0).default(0);

/** @param description which markets the tool takes, and its default. */
export const markets = (description: string) => keys(description, 100);

/** A list of keys as the API's parameter. */
export const joined = (list: readonly string[] | undefined): string | undefined => list?.join(",");
