import { describe, expect, it } from "vitest";
import { normalizeName, squadMarks } from "@/server/catalogue/normalize-name";

describe("normalizeName", () => {
  it.each([
    ["Montréal Canadiens", "montreal canadiens"],
    ["Bodø/Glimt", "bodo glimt"],
    ["Preußen Münster", "preussen munster"],
    ["ŁKS Łódź", "lks lodz"],
    ["Beşiktaş", "besiktas"],
    ["Kayserispor Iğdır", "kayserispor igdir"],
    ["Ærø BK", "aero bk"],
    ["Texas A&M", "texas a and m"],
    ["Brighton &amp; Hove Albion", "brighton and hove albion"],
    ["Nott'm Forest", "nottm forest"],
    ["Nott’m Forest", "nottm forest"],
    ["Hawai´i", "hawaii"],
    ["Hawaiʻi", "hawaii"],
    ["D.C. United", "dc united"],
    ["St.Louis", "st louis"],
    ["1. FC Köln", "1 fc koln"],
    ["  Paris\u00a0Saint-Germain  ", "paris saint germain"],
    ["Man\u200bUtd", "manutd"],
    ["Спартак Москва", "спартак москва"],
    ["—", ""],
    ["", ""],
  ])("makes %j comparable as %j", (name, expected) => {
    expect(normalizeName(name)).toBe(expected);
  });

  it("changes nothing when applied twice", () => {
    for (const name of ["Nott'm Forest", "A.C. Milan", "Brighton & Hove", "İstanbul", "T.J. O’Neil"])
      expect(normalizeName(normalizeName(name))).toBe(normalizeName(name));
  });
});

describe("squadMarks", () => {
  it.each([
    ["Arsenal Women", "women"],
    ["Arsenal (W)", "women"],
    ["Arsenal W", "women"],
    ["Arsenal W FC", "women"],
    ["Chelsea Ladies", "women"],
    ["Tottenham WFC", "women"],
    ["Atlético Madrid Femenino", "women"],
    ["Paris Saint Germain Féminines", "women"],
    ["1. FC Köln Frauen", "women"],
    ["Real Sociedad B", "reserve"],
    ["Bayern Munich II", "reserve"],
    ["Leicester City Reserves", "reserve"],
    ["Jong Ajax", "reserve"],
    ["LAFC 2", "reserve"],
    ["Juventus Next Gen", "reserve"],
    ["England U21", "u21"],
    ["England U-21", "u21"],
    ["Spain Under 19", "u19"],
    ["England U19 Women", "u19 women"],
  ])("finds the marks of %j: %j", (name, expected) => {
    expect(squadMarks(name)).toBe(expected);
  });

  it.each([
    "Arsenal",
    "B. Dortmund",
    "B 93 Copenhagen",
    "W Bromwich",
    "Willem II",
    "Schalke 04",
    "Hannover 96",
    "TSV 1860 München",
    "Union Berlin",
    "Young Boys",
    "Boca Juniors",
    "constructor",
    "",
    "W",
  ])("finds none in %j", (name) => {
    expect(squadMarks(name)).toBe("");
  });
});
