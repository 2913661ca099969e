import { expect, it } from "vitest";
import { resolutionIn } from "@/server/domain/catalogue/teams/testing/resolution";

it.each([
  ["basketball_euroleague", "Barcelona B"],
  ["basketball_euroleague", "Real Madrid B"],
  ["basketball_euroleague", "Partizani Tirana"],
  ["basketball_euroleague", "Hapoel Jerusalem"],
  ["basketball_euroleague", "Fortitudo Bologna"],
  ["icehockey_liiga", "Kärpät U20"],
  ["icehockey_liiga", "Karhu-Kissat"],
  ["icehockey_sweden_hockey_league", "Skellefteå AIK J20"],
  ["icehockey_sweden_hockey_league", "Frölunda HC U20"],
  ["icehockey_sweden_hockey_league", "Luleå HF Women"],
  ["icehockey_ahl", "Pittsburgh Penguins"],
  ["icehockey_ahl", "New York Islanders"],
  ["handball_germany_bundesliga", "Reinickendorfer Füchse II"],
  ["cricket_ipl", "Mumbai Indians Women"],
  ["cricket_big_bash", "Sydney Sixers Women"],
  ["baseball_milb", "Omaha Storm"],
  ["americanfootball_cfl", "Detroit Lions"],
])("in %s the name %s means no listed team", (sport, name) => {
  expect(resolutionIn(sport, name).kind).toBe("unknown");
});

it.each([
  ["basketball_euroleague", "Belgrade", ["KK Crvena zvezda", "KK Partizan NIS"]],
  ["basketball_euroleague", "Istanbul", ["Anadolu Efes", "Beşiktaş", "Fenerbahce SK"]],
  ["icehockey_liiga", "Tampere", ["Ilves", "KOOVEE", "Tappara"]],
  ["cricket_big_bash", "Sydney", ["Sydney Sixers", "Sydney Thunder"]],
  ["baseball_milb", "Columbus", ["Columbus Clingstones", "Columbus Clippers"]],
])("in %s the name %s could mean several teams", (sport, name, teams) => {
  expect(resolutionIn(sport, name)).toEqual({ kind: "ambiguous", teams });
});
