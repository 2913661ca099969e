import { describe, expect, it } from "vitest";
import { normalizeName } from "@/server/domain/catalogue/normalize-name";

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
  ])("normalizeName turns %j into %j", (name, expected) => {
    expect(normalizeName(name)).toBe(expected);
  });

  it("normalizeName does not change a normalized name", () => {
    for (const name of ["Nott'm Forest", "A.C. Milan", "Brighton & Hove", "İstanbul", "T.J. O’Neil"])
      expect(normalizeName(normalizeName(name))).toBe(normalizeName(name));
  });
});
