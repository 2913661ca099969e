import { describe, expect, it } from "vitest";
import { resolutionIn } from "@/server/domain/catalogue/teams/testing/resolution";

describe("football", () => {
  it("in the women's World Cup, the mark of a women's side is ignored", () => {
    for (const name of ["USA Women", "USA (W)", "United States W"])
      expect(resolutionIn("soccer_fifa_world_cup_womens", name)).toEqual({ kind: "team", team: "USA" });
  });

  it.each([
    "New England",
    "Virgin Gorda",
    "West Indies",
    "Korea U23",
    "England U21",
    "Ireland Women",
    "Congo Republic U20",
  ])("the name %s means no men's senior national team", (name) => {
    expect(resolutionIn("soccer_fifa_world_cup", name).kind).toBe("unknown");
  });

  it.each([
    ["Korea", ["North Korea", "South Korea"]],
    ["Virgin Islands", ["British Virgin Islands", "US Virgin Islands"]],
  ])("the name %s could mean several national teams", (name, teams) => {
    expect(resolutionIn("soccer_fifa_world_cup", name)).toEqual({ kind: "ambiguous", teams });
  });

  it.each([
    ["American Samoa", "Samoa"],
    ["Congo", "DR Congo"],
    ["Dominica", "Dominican Republic"],
    ["Guinea", "Equatorial Guinea"],
    ["Guinea", "Guinea-Bissau"],
    ["Guinea", "Papua New Guinea"],
    ["India", "Indonesia"],
    ["Niger", "Nigeria"],
    ["South Sudan", "Sudan"],
    ["Saint Martin", "Sint Maarten"],
  ])("the names %s and %s mean different national teams", (one, other) => {
    expect(resolutionIn("soccer_fifa_world_cup", one)).toEqual({ kind: "team", team: one });
    expect(resolutionIn("soccer_fifa_world_cup", other)).toEqual({ kind: "team", team: other });
  });
});

describe("cricket and rugby", () => {
  it.each([
    ["cricket_odi", "Windies", "West Indies"],
    ["cricket_test_match", "W Indies", "West Indies"],
    ["cricket_international_t20", "NZ", "New Zealand"],
    ["cricket_international_t20", "UAE", "United Arab Emirates"],
    ["cricket_international_t20", "PNG", "Papua New Guinea"],
    ["cricket_t20_world_cup", "United States of America", "USA"],
    ["cricket_icc_world_cup", "Holland", "Netherlands"],
    ["cricket_icc_world_cup_womens", "India Women", "India"],
    ["cricket_icc_world_cup_womens", "West Indies (W)", "West Indies"],
    ["cricket_asia_cup", "AFG", "Afghanistan"],
    ["cricket_asia_cup", "Hong Kong, China", "Hong Kong"],
    ["rugbyunion_six_nations", "Ireland", "Ireland"],
    ["soccer_fifa_world_cup", "Ireland", "Republic of Ireland"],
    ["rugbyunion_world_cup", "Springboks", "South Africa"],
    ["rugbyunion_world_cup", "All Blacks", "New Zealand"],
    ["rugbyunion_world_cup", "Manu Samoa", "Samoa"],
    ["rugbyunion_world_cup", "Hong Kong, China", "Hong Kong China"],
    ["rugbyunion_world_cup", "United States", "USA"],
  ])("in %s the name %s means %s", (sport, name, team) => {
    expect(resolutionIn(sport, name)).toEqual({ kind: "team", team });
  });

  it.each([
    ["cricket_odi", "India A"],
    ["cricket_odi", "England Lions"],
    ["cricket_international_t20", "Ireland Women"],
    ["cricket_test_match", "Australia XI"],
    ["rugbyunion_six_nations", "England A"],
    ["rugbyunion_six_nations", "Ireland U20"],
  ])("in %s the name %s means no senior national team", (sport, name) => {
    expect(resolutionIn(sport, name).kind).toBe("unknown");
  });
});
