import { expect, test } from "vitest";
import {
  defaultPreferences,
  formatPreferences,
  mergeFavourites,
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
    unsavedFor: "0a1b2c3d",
    onlyFavourites: true,
    sport: "basketball_nba",
  };
  expect(parsePreferences(formatPreferences(chosen))).toEqual(chosen);
  expect(formatPreferences(chosen)).not.toMatch(/[;, ]/);
  expect(parsePreferences(undefined)).toEqual(defaultPreferences);
  expect(parsePreferences("n=constructor&z=Mars/Base&f=A.b<c&s=<script>&u=yes")).toEqual(defaultPreferences);
});

test("on a first visit, times have the form of the browser's language; later, that of the cookie", () => {
  expect(parsePreferences(undefined, "en-US").american).toBe(true);
  expect(parsePreferences(undefined, "de-AT").american).toBe(false);
  expect(parsePreferences("n=decimal", "en-US").american).toBe(false);
});

test("at sign-in, a visitor's favourites are added to the account's; later, the account's favourites alone count", () => {
  const visitor = { ...defaultPreferences, favourites: ["a", "b"] };
  expect(mergeFavourites(visitor, null, "0a1b2c3d")).toMatchObject({
    favourites: ["a", "b"],
    unsavedFor: "0a1b2c3d",
  });
  expect(mergeFavourites(visitor, ["b", "c"], "0a1b2c3d")).toMatchObject({
    favourites: ["b", "c", "a"],
    unsavedFor: "0a1b2c3d",
  });
  expect(mergeFavourites(visitor, ["b", "a"], "0a1b2c3d").unsavedFor).toBeUndefined();
  expect(mergeFavourites(defaultPreferences, ["c"], "0a1b2c3d")).toMatchObject({
    favourites: ["c"],
    unsavedFor: undefined,
  });
});

test("favourites that could not be saved replace those of their account, and never reach another account", () => {
  const unsaved = { ...defaultPreferences, favourites: ["a"], unsavedFor: "0a1b2c3d" };
  expect(mergeFavourites(unsaved, ["a", "b"], "0a1b2c3d").favourites).toEqual(["a"]);
  expect(mergeFavourites(unsaved, ["b"], "ffffffff")).toMatchObject({
    favourites: ["b"],
    unsavedFor: undefined,
  });
});
