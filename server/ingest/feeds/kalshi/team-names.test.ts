import { expect, test } from "vitest";
import { findSport } from "@/server/domain/catalogue/sports";
import { createTeamIndex } from "@/server/domain/catalogue/team-index";

test.each([
  ["americanfootball_nfl", "Los Angeles C", "Los Angeles Chargers"],
  ["americanfootball_nfl", "Los Angeles R", "Los Angeles Rams"],
  ["americanfootball_nfl", "New York G", "New York Giants"],
  ["americanfootball_nfl", "New York J", "New York Jets"],
  ["baseball_mlb", "Chicago C", "Chicago Cubs"],
  ["baseball_mlb", "Chicago WS", "Chicago White Sox"],
  ["baseball_mlb", "Los Angeles A", "Los Angeles Angels"],
  ["baseball_mlb", "Los Angeles D", "Los Angeles Dodgers"],
  ["baseball_mlb", "New York M", "New York Mets"],
  ["baseball_mlb", "New York Y", "New York Yankees"],
  ["baseball_mlb", "A's", "Athletics"],
  ["basketball_nba", "Los Angeles C", "Los Angeles Clippers"],
  ["basketball_nba", "Los Angeles L", "Los Angeles Lakers"],
  ["basketball_nba", "New York", "New York Knicks"],
  ["basketball_nba", "Golden State", "Golden State Warriors"],
  ["soccer_usa_mls", "San Diego FC", "San Diego FC"],
  ["soccer_usa_mls", "Los Angeles G", "LA Galaxy"],
  ["americanfootball_ncaaf", "Miami (FL)", "Miami Hurricanes"],
  ["americanfootball_ncaaf", "Ole Miss", "Ole Miss Rebels"],
  ["americanfootball_ncaaf", "Michigan St.", "Michigan State Spartans"],
  ["americanfootball_ncaaf", "Portland St.", "Portland State Vikings"],
  ["baseball_mlb", "AZ", "Arizona Diamondbacks"],
  ["baseball_mlb", "WSH", "Washington Nationals"],
  ["baseball_mlb", "ATH", "Athletics"],
  ["americanfootball_nfl", "JAC", "Jacksonville Jaguars"],
  ["americanfootball_nfl", "WAS", "Washington Commanders"],
  ["americanfootball_nfl", "LV", "Las Vegas Raiders"],
  ["basketball_nba", "WAS", "Washington Wizards"],
  ["basketball_wnba", "GS", "Golden State Valkyries"],
  ["basketball_wnba", "PDX", "Portland Fire"],
])("in %s, Kalshi's name %j is recognized as %s", (key, name, team) => {
  const sport = findSport(key);
  if (sport === undefined) throw new Error(key);
  expect(createTeamIndex(sport, []).resolve(name)).toMatchObject({ kind: "team", team });
});
