import { expect, test } from "vitest";
import { createMatchesWords } from "@/server/web/mcp/match-words";

test.each([
  ["lebron", "LeBron James", true],
  ["James LeB", "LeBron James", true],
  ["doncic", "Luka Dončić", true],
  ["bron", "LeBron James", false],
  ["LeBron Smith", "LeBron James", false],
])("whether %j matches %j is %s, because each word must begin a word of the name", (name, candidate, is) => {
  expect(createMatchesWords(name)(candidate)).toBe(is);
});

test.each(["", " ", "!?"])("%j has no word, so it matches no name", (name) => {
  expect(createMatchesWords(name)("LeBron James")).toBe(false);
});
