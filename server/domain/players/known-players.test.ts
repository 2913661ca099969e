import { describe, expect, test } from "vitest";
import { knownPlayersForm } from "@/server/domain/players/known-players";
import table from "@/server/domain/players/known-players.json" with { type: "json" };
import { readPlayer } from "@/server/domain/players/read-player";
import {
  anyFixture,
  expectApart,
  expectJoined,
  nbaFixture,
  nflFixture,
  shown,
} from "@/server/domain/players/testing/players";

describe("known-players.json", () => {
  const entries = knownPlayersForm.parse(table);

  test.each([
    ["Jaren Jackson Jr.", "Jaren Jackson"],
    ["Jabari Smith Jr.", "Jabari Smith"],
    ["Moritz Wagner", "Moe Wagner"],
    ["Luguentz Dort", "Lu Dort"],
    ["Carlton Carrington", "Bub Carrington"],
    ["RJ Barrett", "R.J. Barrett Jr."],
  ])("%s and %s are one player", (name, other) => {
    expectJoined([name, other], name, nbaFixture);
    expectJoined([other, name, name], name, nbaFixture);
    expect(shown({ a: [name, other], b: [name] }, nbaFixture).a).toEqual([name, other]);
  });

  test("initials are joined to a known player by any of the player's names", () => {
    expectJoined(["B. Carrington", "Carlton Carrington"], "Carlton Carrington", nbaFixture);
    expectJoined(["J. Jackson", "Jaren Jackson Jr."], "Jaren Jackson Jr.", nbaFixture);
  });

  test("an entry applies to its league's preseason, and to no other league", () => {
    expectJoined(["Moritz Wagner", "Moe Wagner"], "Moritz Wagner", {
      ...nbaFixture,
      sportKey: "basketball_nba_preseason",
    });
    expectApart({ a: ["Moritz Wagner"], b: ["Moe Wagner"] }, { ...nbaFixture, sportKey: "basketball_wnba" });
  });

  test("no name of a league stands for two people, and no person is listed twice", () => {
    const seen = new Map<string, string>();
    for (const entry of entries) {
      if ("apart" in entry) continue;
      const names = [...new Set([entry.name, ...entry.also].map((name) => readPlayer(name).identity))];
      expect(names.length, entry.name).toBeGreaterThan(1);
      for (const identity of names) {
        expect(seen.get(`${entry.sport} ${identity}`), `${entry.name} and`).toBeUndefined();
        seen.set(`${entry.sport} ${identity}`, entry.name);
      }
    }
  });
});

describe("namesakes", () => {
  const [nba, nfl] = ["basketball_nba", "americanfootball_nfl"];
  const [nhl, mlb] = ["icehockey_nhl", "baseball_mlb"];
  test.each([
    [nba, "Gary Payton", "Gary Payton II"],
    [nba, "Jalen Williams", "Jaylin Williams"],
    [nba, "LeBron James", "LeBron James Jr."],
    [nba, "Amen Thompson", "Ausar Thompson"],
    [nba, "Keegan Murray", "Kris Murray"],
    [nba, "Franz Wagner", "Moritz Wagner"],
    [nba, "Brook Lopez", "Robin Lopez"],
    [nba, "Jalen Johnson", "Keldon Johnson"],
    [nba, "Tyus Jones", "Tre Jones"],
    [nba, "Mikal Bridges", "Miles Bridges"],
    [nba, "Jalen Green", "Jeff Green"],
    [nba, "Cody Martin", "Caleb Martin"],
    [nba, "Stephen Curry", "Seth Curry"],
    [nba, "Michael Porter Jr.", "Kevin Porter Jr."],
    [nba, "Marcus Morris Sr.", "Markieff Morris"],
    [nba, "Giannis Antetokounmpo", "Thanasis Antetokounmpo"],
    [nfl, "Josh Allen (BUF)", "Josh Allen (JAX)"],
    [nfl, "Michael Carter", "Michael Carter II"],
    [nfl, "Mike Williams", "Mack Williams"],
    [nfl, "Kenneth Walker III", "Quay Walker"],
    [nhl, "Elias Pettersson (C)", "Elias Pettersson (D)"],
    [nhl, "Sebastian Aho (C)", "Sebastian Aho (D)"],
    [nhl, "Jack Hughes", "Luke Hughes"],
    [nhl, "Matthew Tkachuk", "Brady Tkachuk"],
    [mlb, "Max Muncy (LAD)", "Max Muncy (ATH)"],
    [mlb, "Will Smith (C)", "Will Smith (P)"],
    [mlb, "Luis García", "Luis García Jr."],
    [mlb, "Josh Lowe", "Nathaniel Lowe"],
  ])("in %s, %s and %s are two people at one book and at two books", (sportKey, first, second) => {
    const fixture = { ...anyFixture, sportKey };
    const initials = (name: string): string => name.replace(/^(\p{L})\S*/u, "$1.");
    expectApart({ a: [first], b: [second] }, fixture);
    expectApart({ a: [first, second], b: [first], c: [second] }, fixture);
    if (initials(first) !== initials(second)) return;
    expectApart({ a: [first, second], b: [initials(first)] }, fixture);
  });

  test("initials that fit a known namesake are joined to nobody, even if no book lists the namesake", () => {
    expectApart({ a: ["Jalen Williams"], b: ["J. Williams"] }, nbaFixture);
    expectJoined(["P. Banchero", "Paolo Banchero"], "Paolo Banchero", nbaFixture);
  });

  test("a name without a tag is joined to neither of two known namesakes of equal name", () => {
    const nhlFixture = { ...anyFixture, sportKey: "icehockey_nhl" };
    expectApart({ a: ["Elias Pettersson (D)", "Quinn Hughes (D)"], b: ["Elias Pettersson"] }, nhlFixture);
    expectApart({ a: ["Josh Allen (BUF)"], b: ["Josh Allen"] }, nflFixture);
  });

  test("a namesake of a team that does not play keeps nobody apart", () => {
    const game = { ...nflFixture, awayTeam: "Kansas City Chiefs" };
    expectJoined(["Josh Allen (BUF)", "Josh Allen", "J. Allen"], "Josh Allen", game);
  });
});
