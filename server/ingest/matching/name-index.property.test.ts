import fc from "fast-check";
import { expect, test } from "vitest";
import { findSport, type Sport } from "@/server/domain/catalogue/sports";
import { hostileName } from "@/server/ingest/feeds/testing/hostile";
import { readText } from "@/server/ingest/feeds/untrusted";
import { createNameEvidence } from "@/server/ingest/matching/name-evidence";
import { finish } from "@/server/ingest/matching/steps";

const sportsToTest = ["mma_mixed_martial_arts", "soccer_uefa_champs_league", "basketball_ncaab"]
  .map(findSport)
  .filter((sport) => sport !== undefined);

/** Words of which many are alike: spellings with one other letter, beginnings of each other, abbreviations and initials. */
const words =
  "united utd st saint state red redbull bull manchester manchestre machester man city citty olympique lyonnais lyon ol j jon jones jonas jo de la real madrid b u21 fc sc women ii jr".split(
    " ",
  );
const madeUp = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 })
  .map((list) => list.join(" "));
const changed = fc
  .tuple(madeUp, fc.nat(), fc.constantFrom("", "x"))
  .map(([name, at, letter]) => name.slice(0, at % name.length) + letter + name.slice((at % name.length) + 1));
const anyName = fc
  .oneof(madeUp, changed, hostileName)
  .map((text) => readText(text, 100))
  .filter((text) => text !== null);

const forSports = (check: (sport: Sport, names: readonly string[], name: string) => void): void =>
  fc.assert(
    fc.property(
      fc.constantFrom(...sportsToTest),
      fc.uniqueArray(anyName, { minLength: 1, maxLength: 30 }),
      anyName,
      check,
    ),
    { numRuns: 1_000 },
  );

test("the index finds exactly the teams that a comparison with every team finds", () => {
  forSports((sport, names, name) => {
    const evidence = createNameEvidence(sport);
    const search = finish(evidence.amongTeams(new Set(names)));
    const expected = names.filter((team) => evidence.couldSpell(name, team));
    expect(search.spelledBy(name).toSorted()).toEqual(expected.toSorted());
  });
});

test("the index relates a name to each team that the name resembles, could be, or clearly is", () => {
  forSports((sport, names, name) => {
    const evidence = createNameEvidence(sport);
    const search = finish(evidence.amongTeams(new Set(names)));
    const related = search.related(name);
    for (const team of names)
      if (
        evidence.resembles(name, team) ||
        evidence.couldBe(name, team) ||
        evidence.isClearlySameName(name, team)
      )
        expect(related).toContain(team);
  });
});

test("the index finds each team that the name could spell, that could spell the name, or that the name resembles", () => {
  forSports((sport, names, name) => {
    const evidence = createNameEvidence(sport);
    const alike = finish(evidence.amongTeams(new Set(names))).alike(name);
    for (const team of names)
      if (
        evidence.couldSpell(name, team) ||
        evidence.couldSpell(team, name) ||
        evidence.resembles(name, team) ||
        evidence.resembles(team, name)
      )
        expect(alike).toContain(team);
  });
});

test("among 4,000 names of two words, a name is compared with fewer than 40", () => {
  const syllables = "ba ko ri ta mu ne lo shi da ve zo pa ki fu ge".split(" ");
  const wordAt = (number: number): string =>
    [number, number * 7 + 3, number * 11 + 5].map((part) => syllables[Math.floor(part / 3) % 15]).join("");
  const names = Array.from({ length: 4_000 }, (_, at) => `${wordAt(at)} ${wordAt(at * 13 + 1)} ${at}`);
  const [sport] = sportsToTest;
  if (sport === undefined) throw new Error("no sport");
  const evidence = createNameEvidence(sport);
  const search = finish(evidence.amongTeams(new Set(names)));
  expect(search.spelledBy(names[17] ?? "")).toContain(names[17]);
  const compared = names.slice(0, 100).map((name) => search.spelledBy(name).length);
  expect(Math.max(...compared)).toBeLessThan(40);
});
