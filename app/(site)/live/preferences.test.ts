import { expect, test } from "vitest";
import {
  defaultPreferences,
  formatPreferences,
  type Preferences,
  parsePreferences,
} from "@/app/(site)/live/preferences";

test("preferences survive a round trip through the cookie, and malformed values are replaced by the defaults", () => {
  const chosen: Preferences = {
    notation: "fractional",
    utc: true,
    zone: "America/New_York",
    american: true,
    favourites: ["northline_demo", "betfair_ex_uk"],
    onlyFavourites: true,
    sport: "basketball_nba",
  };
  expect(parsePreferences(formatPreferences(chosen))).toEqual(chosen);
  expect(formatPreferences(chosen)).not.toMatch(/[;, ]/);
  expect(parsePreferences(undefined)).toEqual(defaultPreferences);
  expect(parsePreferences("n=constructor&z=Mars/Base&f=A.b<c&s=<script>&u=yes")).toEqual(defaultPreferences);
});
