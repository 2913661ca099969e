import { expect, it } from "vitest";
import { resolutionIn } from "@/server/domain/catalogue/teams/testing/resolution";

it.each([
  ["soccer_saudi_arabia_pro_league", "Al Ahly"],
  ["soccer_saudi_arabia_pro_league", "Al Ahly Cairo"],
  ["soccer_saudi_arabia_pro_league", "Al Nasr"],
  ["soccer_saudi_arabia_pro_league", "Al-Nasr Dubai"],
  ["soccer_saudi_arabia_pro_league", "Al Ittihad Alexandria"],
  ["soccer_saudi_arabia_pro_league", "Al Ittihad Kalba"],
  ["soccer_saudi_arabia_pro_league", "Al Hilal Omdurman"],
  ["soccer_saudi_arabia_pro_league", "Al Ahli Dubai"],
  ["soccer_saudi_arabia_pro_league", "Al Arabi"],
  ["soccer_australia_aleague", "Melbourne Knights"],
  ["soccer_australia_aleague", "Sydney United"],
  ["soccer_australia_aleague", "Sydney Olympic"],
  ["soccer_japan_j_league", "Tokyo United"],
  ["soccer_japan_j_league", "Yokohama Sports Club"],
  ["soccer_korea_kleague1", "Seoul Nowon United"],
  ["soccer_china_superleague", "Shanghai Jiading"],
  ["aussierules_afl", "Western Sydney Wanderers"],
  ["rugbyleague_nrl", "Newcastle Thunder"],
])("in %s the name %s means no listed team", (sport, name) => {
  expect(resolutionIn(sport, name)).toMatchObject({ kind: "unknown" });
});

it.each([
  ["soccer_japan_j_league", "Osaka", ["Cerezo Osaka", "Gamba Osaka"]],
  ["soccer_japan_j_league", "Yokohama", ["Yokohama F Marinos", "Yokohama FC"]],
  ["soccer_korea_kleague1", "Suwon", ["Suwon FC", "Suwon Samsung Bluewings"]],
  ["soccer_australia_aleague", "Melbourne", ["Melbourne City", "Melbourne Victory"]],
  ["soccer_china_superleague", "Shanghai", ["Shanghai SIPG FC", "Shanghai Shenhua FC"]],
  ["rugbyleague_nrl", "Sydney", ["South Sydney Rabbitohs", "Sydney Roosters"]],
])("in %s the name %s could mean several teams", (sport, name, teams) => {
  expect(resolutionIn(sport, name)).toEqual({ kind: "ambiguous", teams });
});
