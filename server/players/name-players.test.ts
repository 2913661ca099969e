import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { knownPlayersForm } from "@/server/players/known-players";
import table from "@/server/players/known-players.json" with { type: "json" };
import { maxNamesInLargeFixture, maxNamesPerBook, namePlayers } from "@/server/players/name-players";
import { readPlayer } from "@/server/players/read-player";
import {
  anyFixture,
  type Books,
  expectApart,
  expectJoined,
  nbaFixture,
  nflFixture,
  shown,
} from "@/server/players/testing/players";

describe("spellings that are equal after normalization", () => {
  test.each([
    ["accents", ["Luka Doncic", "Luka Dončić"], "Luka Dončić"],
    ["decomposed accents", ["Luka Don\u010di\u0107", "Luka Donc\u030cic\u0301"], "Luka Don\u010di\u0107"],
    ["letters without a decomposition", ["Martin Odegaard", "Martin Ødegaard"], "Martin Ødegaard"],
    ["upper case", ["PAOLO BANCHERO", "Paolo Banchero"], "Paolo Banchero"],
    ["lower case", ["paolo banchero", "Paolo Banchero"], "Paolo Banchero"],
    ["the kind of apostrophe", ["Ja'Kobe Walter", "Ja’Kobe Walter", "JaKobe Walter"], "Ja'Kobe Walter"],
    ["an apostrophe that became a space", ["De Aaron Fox", "De'Aaron Fox"], "De Aaron Fox"],
    ["hyphens", ["Karl Anthony Towns", "Karl-Anthony Towns", "Karl‑Anthony Towns"], "Karl Anthony Towns"],
    ["the dots of initials", ["P.J. Washington", "PJ Washington", "P. J. Washington"], "P. J. Washington"],
    ["the dots of two initials", ["CJ McCollum", "C.J. McCollum"], "C.J. McCollum"],
    ["spaces", ["Paolo  Banchero ", "Paolo\u00a0Banchero", "Paolo Banchero"], "Paolo Banchero"],
    ["a space inside a surname", ["Fred Van Vleet", "Fred VanVleet"], "Fred Van Vleet"],
    ["word order", ["Banchero, Paolo", "Paolo Banchero"], "Paolo Banchero"],
    ["the place of a surname of two words", ["da Silva, Tristan", "Tristan da Silva"], "Tristan da Silva"],
    [
      "the spelling of the suffix",
      ["Gary Trent Jr", "Gary Trent Jr.", "Gary Trent, Jr.", "Gary Trent Junior"],
      "Gary Trent Jr",
    ],
    ["the place of the suffix", ["Trent Jr., Gary", "Trent, Gary, Jr.", "Gary Trent Jr."], "Gary Trent Jr."],
    [
      "the place and the dots of the initials J.R., which look like a suffix,",
      ["Smith, JR", "J.R. Smith", "Smith, J.R.", "smith, j.r."],
      "J.R. Smith",
    ],
    [
      "the spelling of a one-word name with a suffix",
      ["Vinicius Junior", "Vinícius Júnior", "Vinicius Jr."],
      "Vinícius Júnior",
    ],
    ["the brackets and case of a tag", ["Josh Allen (BUF)", "Josh Allen [buf]"], "Josh Allen (BUF)"],
  ])("spellings of one player that differ in %s are joined", (_, spellings, as) =>
    expectJoined(spellings, as),
  );

  test("different players are not joined", () => {
    expectApart({ a: ["Jevon Carter", "Luka Dončić"], b: ["Vernon Carey", "Luka Garza"] });
    expectApart({ a: ["Ramos"], b: ["R. Amos"] });
    expectApart({ a: ["???"], b: ["!!!"] });
    expectApart({ a: ["???"], b: ["!!!"], c: ["(BUF)"], d: [""], e: [" "] });
  });

  test("two spellings of one book are never joined, and a spelling that fits both is joined to neither", () => {
    expectApart({
      a: ["José Ramírez", "Jose Ramirez"],
      b: ["Jose Ramirez"],
      c: ["JOSE RAMIREZ"],
      d: ["jose ramirez"],
    });
    expectApart({ a: ["Jose Ramirez", "José Ramírez"], b: ["J. Ramirez"], c: ["Jose Ramirez Jr."] });
  });
});

describe("suffixes", () => {
  test.each(["Jr.", "Sr.", "II", "III", "IV"])(
    "names with and without %s belong to two people, and initials are joined to neither",
    (suffix) => {
      expectApart({ a: ["Gary Trent"], b: [`Gary Trent ${suffix}`] });
      expectApart({ a: ["Gary Trent"], b: [`Gary Trent ${suffix}`], c: ["G. Trent"] });
      expectApart({ a: [`Gary Trent ${suffix}`], c: ["G. Trent"] });
    },
  );

  test("father and son are shown under their own names, whichever books list them", () => {
    expectApart({ a: ["LeBron James"], b: ["LeBron James Jr."] }, nbaFixture);
    expectApart({ a: ["LeBron James", "LeBron James Jr."], b: ["LeBron James"] }, nbaFixture);
    expect(shown({ a: ["LeBron James"], b: ["Bronny James"], c: ["LeBron James Jr."] }, nbaFixture)).toEqual({
      a: ["LeBron James"],
      b: ["LeBron James Jr."],
      c: ["LeBron James Jr."],
    });
  });

  test("names with one suffix are joined, initials included", () => {
    expectJoined(["Michael Carter II", "Carter II, Michael", "MICHAEL CARTER II"], "Michael Carter II");
    expectJoined(["M. Carter II", "Michael Carter II"], "Michael Carter II");
  });

  test("names with different suffixes are not joined, and a name without a suffix is joined to neither of them", () => {
    expectApart({ a: ["Gary Trent"], b: ["Gary Trent Jr."], c: ["Gary Trent Sr."] });
    expectApart({ a: ["Gary Trent Jr."], b: ["Gary Trent II"] });
    expectApart({ a: ["J. Smith III"], b: ["Smith, Jr."] });
  });

  test("a one-word name is joined only to the same word with the same suffix", () => {
    expectApart({ a: ["Smith"], b: ["Smith Jr."], c: ["Jabari Smith"] });
    expectApart({ a: ["Kevin"], b: ["Kevin V"] });
    expectApart({ a: ["Bryan"], b: ["Senior, Bryan"] });
    expectApart({ a: ["Smit III"], b: ["Smith III"] });
  });

  test("initials without a suffix are not joined if two full names fit", () => {
    expectApart({ a: ["J. Williams"], b: ["J. Williams Jr."], c: ["Jalen Williams", "Jaylin Williams"] });
  });
});

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

describe("initials", () => {
  test.each([
    [["P. Banchero", "Paolo Banchero", "P Banchero"], "Paolo Banchero"],
    [["P. Washington", "PJ Washington", "P.J. Washington"], "P.J. Washington"],
    [["P. Washington", "P. J. Washington"], "P. J. Washington"],
    [["K. Towns", "Karl Anthony Towns", "Karl-Anthony Towns"], "Karl Anthony Towns"],
    [["T. da Silva", "Tristan da Silva"], "Tristan da Silva"],
    [["K. Towns", "K.A. Towns", "Karl-Anthony Towns"], "Karl-Anthony Towns"],
    [["JC Navarro", "Juan Carlos Navarro"], "Juan Carlos Navarro"],
    [["L. Doncic", "Luka Dončić"], "Luka Dončić"],
    [["G. Trent Jr", "Gary Trent Jr."], "Gary Trent Jr."],
    [["Banchero, P.", "Paolo Banchero"], "Paolo Banchero"],
    [["S. Gilgeous Alexander", "Shai Gilgeous-Alexander"], "Shai Gilgeous-Alexander"],
    [["N. Claxton", "Nic Claxton", "Nicolas Claxton"], "Nicolas Claxton"],
  ])("initials are joined to the only full name that fits: %s", (spellings, as) =>
    expectJoined(spellings, as),
  );

  test("initials are not joined if two full names fit", () => {
    expectApart({ a: ["J. Williams"], b: ["Jalen Williams"], c: ["Jaylin Williams"] });
    expectApart({ a: ["J. Williams"], b: ["Jalen Williams", "Jaylin Williams"] });
    expectApart({ a: ["C. McCollum"], b: ["CJ McCollum"], c: ["Christian McCollum"] });
    expectApart({ a: ["K. Towns"], b: ["Kevin Towns", "Karl Anthony Towns"] });
  });

  test("initials are not joined to a full name if a book lists both", () => {
    expectApart({ a: ["J. Williams", "Jalen Williams"], b: ["J. Williams"], c: ["Jalen Williams"] });
  });

  test("initials are not joined to a name with another initial, another suffix, or a longer surname", () => {
    expectApart({ a: ["P. Banchero"], b: ["Aolo Banchero"] });
    expectApart({ a: ["PJ Washington"], b: ["Paul Washington"] });
    expectApart({ a: ["D. Smith"], b: ["Dorian Finney-Smith"] });
    expectApart({ a: ["J. Carter"], b: ["Wendell Carter Jr"] });
    expectApart({ a: ["T. Murphy Jr."], b: ["Trey Murphy III"] });
  });

  test("initials are joined to the name with the same surname, even if another player's longer surname ends with this surname", () => {
    expect(shown({ a: ["D. Smith"], b: ["Dennis Smith", "Dorian Finney-Smith"] }).a).toEqual([
      "Dennis Smith",
    ]);
  });
});

describe("a shortened given name", () => {
  test("a shortened given name is joined to the only longer given name that fits", () => {
    expectJoined(["Nic Claxton", "Nicolas Claxton"], "Nicolas Claxton");
    expectJoined(["Cam Thomas", "Cameron Thomas"], "Cameron Thomas");
  });

  test("a shortened given name is not joined if two longer given names fit, or if a book lists the short and the long form", () => {
    expectApart({ a: ["Nic Claxton"], b: ["Nicolas Claxton"], c: ["Nicholas Claxton"] });
    expectApart({ a: ["Nic Claxton", "Nicolas Claxton"], b: ["Nic Claxton"], c: ["Nicolas Claxton"] });
  });

  test("a shortened given name has at least three letters, is the beginning of the longer given name, and stands before the same surname", () => {
    expectApart({ a: ["Nic Claxton"], b: ["Nicolas Batum"] });
    expectApart({ a: ["Al Horford"], b: ["Alfred Horford"] });
    expectApart({ a: ["Al Horford"], b: ["Andre Lee Horford"] });
    expectApart({ a: ["Bob Williams"], b: ["Robert Williams"] });
    expectApart({ a: ["Nic C."], b: ["Nicolas C"] });
  });

  test("if a book lists two names that fit a player of another book, neither is joined", () => {
    expectApart({ a: ["Cam Johnson", "C. Johnson"], b: ["Cameron Johnson"] });
  });
});

describe("a surname alone", () => {
  test("a surname alone is joined to no player and does not keep other spellings apart", () => {
    expectApart({ a: ["Banchero"], b: ["Paolo Banchero"] });
    expect(shown({ a: ["Smith"], b: ["J. Smith"], c: ["Jabari Smith"] })).toEqual({
      a: ["Smith"],
      b: ["Jabari Smith"],
      c: ["Jabari Smith"],
    });
  });
});

describe("a tag in brackets", () => {
  test("a tag distinguishes two players of one name, and a spelling without a tag is joined to neither", () => {
    expectApart({ a: ["Josh Allen (BUF)"], b: ["Josh Allen (JAX)"], c: ["Josh Allen"], d: ["J. Allen"] });
    expectApart({ a: ["Josh Allen (BUF)", "Josh Allen (JAX)"], b: ["Josh Allen"] });
  });

  test("if a book tags only one player, the tagged name is not joined to another book's spelling without a tag", () => {
    expectApart({ a: ["Josh Allen (BUF)", "James Cook"], b: ["Josh Allen"] });
    expectApart({ a: ["Josh Allen (BUF)"], b: ["Josh Allen"] });
    expectApart({ a: ["Josh Allen (BUF)", "Jonathan Allen"], b: ["J. Allen"] });
  });

  test("if a book lists several players and tags all of them, another book's spelling without a tag is joined to the only player that fits", () => {
    expect(
      shown({ a: ["Josh Allen (BUF)", "James Cook (BUF)"], b: ["Josh Allen", "J. Cook"], c: ["Josh Allen"] }),
    ).toEqual({
      a: ["Josh Allen", "James Cook (BUF)"],
      b: ["Josh Allen", "James Cook (BUF)"],
      c: ["Josh Allen"],
    });
    expectApart({
      a: ["Josh Allen (BUF)", "James Cook (BUF)"],
      b: ["Josh Allen"],
      c: ["Josh Allen (JAX)", "Travis Etienne (JAX)"],
    });
  });
});

describe("the tag of a team of the fixture", () => {
  test.each([
    ["LeBron James (LAL)", "LeBron James"],
    ["LeBron James [Los Angeles Lakers]", "LeBron James"],
    ["LeBron James (Lakers)", "LeBron James"],
    ["LeBron James - LAL", "LeBron James"],
    ["Trae Young - ATL", "Trae Young"],
    ["Trae Young | Hawks", "Trae Young"],
    ["Trae Young – Atlanta Hawks", "Trae Young"],
  ])("%s is joined to %s", (tagged, name) => {
    expectJoined([tagged, name], name, nbaFixture);
    const initials = name.replace(/^(\p{L})\S*/u, "$1.");
    expect(shown({ a: [tagged, "Moe Wagner"], b: [initials] }, nbaFixture)).toEqual({
      a: [tagged, "Moe Wagner"],
      b: [tagged],
    });
  });

  test("namesakes of both teams are two people, and a name without a tag is joined to neither", () => {
    const ofBoth = { a: ["Alex Miller (LAL)"], b: ["Alex Miller (ATL)"] };
    expectApart(ofBoth, nbaFixture);
    expectApart({ ...ofBoth, c: ["Alex Miller"], d: ["A. Miller"] }, nbaFixture);
    expect(shown({ ...ofBoth, c: ["A. Miller - LAL"] }, nbaFixture).c).toEqual(["Alex Miller (LAL)"]);
    expectApart({ a: ["Alex Miller"], b: ["A. Miller (LAL)"], c: ["A. Miller (ATL)"] }, nbaFixture);
  });

  test("the tag of a team of another fixture is not read, and a dash within a name is no tag", () => {
    expectApart({ a: ["Josh Allen (BUF)"], b: ["Josh Allen"] }, nbaFixture);
    expectApart({ a: ["Josh Allen - BUF"], b: ["Josh Allen"] }, nbaFixture);
    expectJoined(["Shai Gilgeous - Alexander", "Shai Gilgeous-Alexander"], "Shai Gilgeous - Alexander");
  });
});

describe("bounds", () => {
  test("initials are joined to nobody in a flood of names that fit, and equal letters are still joined", () => {
    const flood = Array.from({ length: 280 }, (_, index) => `Jo${index} Smith`);
    expectApart({ a: flood, b: ["J. Smith"], c: ["Jo5 Smith Jr."] });
    expect(shown({ a: flood, b: ["JO7 SMITH"] }).b).toEqual(["Jo7 Smith"]);
  });

  test("the names of a book with too many names are shown unchanged, and other books' names are still joined", () => {
    const flood = Array.from({ length: maxNamesPerBook }, (_, index) => `Player Number${index}`);
    expect(shown({ a: ["PAOLO BANCHERO", ...flood], b: ["Paolo Banchero"], c: ["P. Banchero"] })).toEqual({
      a: ["PAOLO BANCHERO", ...flood],
      b: ["Paolo Banchero"],
      c: ["Paolo Banchero"],
    });
  });

  test("in a fixture with very many names, each book may have fewer names, and books within that number keep their joins", () => {
    const floods = Object.fromEntries(
      Array.from({ length: 11 }, (_, book) => [
        `flood${book}`,
        Array.from({ length: 290 }, (_, index) => `Player${book} Number${index}`),
      ]),
    );
    const squad = Array.from(
      { length: maxNamesInLargeFixture - 1 },
      (_, index) => `Somebody Surname${index}`,
    );
    const result = shown({ ...floods, a: ["PAOLO BANCHERO", ...squad], b: ["Paolo Banchero"] });
    expect(result.a).toEqual(["Paolo Banchero", ...squad]);
    expect(result.flood0).toEqual(floods.flood0);
  });
});

describe("the spelling to show", () => {
  test("the spelling that most books list is shown, not a longer one of a minority", () => {
    expectJoined(["James Cook", "James Cook", "James Cook III"], "James Cook", nflFixture);
    expectJoined(["Luka Doncic", "Luka Doncic", "Luka Dončić"], "Luka Doncic");
    expectJoined(["Cam Thomas", "Cam Thomas", "Cameron Thomas"], "Cam Thomas");
    const most = shown({ a: ["PJ Washington"], b: ["PJ Washington"], c: ["P.J. Washington"] });
    expect(most).toEqual({ a: ["PJ Washington"], b: ["PJ Washington"], c: ["PJ Washington"] });
  });

  test("initials, tags, capital letters and reversed names are shown only if no book writes the name better", () => {
    expectJoined(["P. Banchero", "P. Banchero", "Paolo Banchero"], "Paolo Banchero");
    expectJoined(["LEBRON JAMES", "LEBRON JAMES", "LeBron James"], "LeBron James");
    expectJoined(["LeBron James (LAL)", "LeBron James (LAL)", "LeBron James"], "LeBron James", nbaFixture);
    expectJoined(["Dončić, Luka", "Luka Doncic", "LUKA DONCIC"], "Luka Doncic");
    expectJoined(["L. Dončić", "LUKA DONCIC"], "LUKA DONCIC");
  });

  test("a tie goes to the most complete spelling, then to the first by code point", () => {
    expectJoined(["Nic Claxton", "Nicolas Claxton"], "Nicolas Claxton");
    expectJoined(["PJ Washington", "P.J. Washington"], "P.J. Washington");
  });
});

const oneOf = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

/** Spellings of a few people, so that all rules interact. */
const spelling = fc
  .tuple(
    oneOf(..."J.|J|JJ|J.J.|J. J.|Jay|Jaylin|Jaylen|JAYLIN|Jay-Len|Jay Len|K.|Jáylin|".split("|")),
    oneOf("Smith", "SMITH", "Smíth", "Finney-Smith", "Finney Smith", "Smit"),
    oneOf("", "", "", " Jr.", " Jr", ", Jr.", " III", " II"),
    oneOf("", "", "", "", " (BUF)", " (JAX)"),
    fc.boolean(),
  )
  .map(([given, surname, suffix, tag, isReversed]) =>
    isReversed ? `${surname}${suffix}, ${given}${tag}` : `${given} ${surname}${suffix}${tag}`.trim(),
  );
const anyName = fc.oneof({ weight: 9, arbitrary: spelling }, { weight: 1, arbitrary: fc.string() });
const anyBooks = fc
  .array(fc.uniqueArray(anyName, { maxLength: 5 }), { maxLength: 6 })
  .map((lists) => Object.fromEntries(lists.map((players, index) => [`book${index}`, players])));

const suffixIn = (name: string): string => /\b(?:jr|iii|ii)\b/i.exec(name)?.[0].toLowerCase() ?? "";
const tagIn = (name: string): string => /\((?:BUF|JAX)\)/.exec(name)?.[0] ?? "";

const byText = (books: Books, result: Books): Map<string, string> =>
  new Map(
    Object.entries(books).flatMap(([book, players]) =>
      players.map((player, index): [string, string] => [player, result[book]?.[index] ?? ""]),
    ),
  );

/** Whether a spelling says more than another: more letters of the name, or a tag. */
const isFuller = (a: string, b: string): boolean => {
  const [x, y] = [readPlayer(a), readPlayer(b)];
  return x.letters.length > y.letters.length || (x.letters === y.letters && x.tag !== "" && y.tag === "");
};

describe("arbitrary lists of names", () => {
  test("two spellings of one book are never shown as one, and each shown spelling is listed by some book", () => {
    fc.assert(
      fc.property(anyBooks, (books) => {
        const all = new Set(Object.values(books).flat());
        for (const [book, names] of Object.entries(shown(books))) {
          expect(new Set(names).size).toBe(books[book]?.length);
          for (const name of names) expect(all).toContain(name);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("a spelling is shown the same way at every book, and a spelling that is shown in place of others is never replaced itself", () => {
    fc.assert(
      fc.property(anyBooks, (books) => {
        const result = shown(books);
        const as = new Map<string, string>();
        for (const [book, players] of Object.entries(books))
          for (const [index, player] of players.entries()) {
            const name = result[book]?.[index] ?? "";
            expect(as.get(player) ?? name).toBe(name);
            as.set(player, name);
          }
        for (const name of as.values()) expect(as.get(name)).toBe(name);
      }),
      { numRuns: 2000 },
    );
  });

  test("the order of books and players, and the keys of books, do not change the shown names", () => {
    const shuffled = anyBooks.chain((books) =>
      fc.record({
        books: fc.constant(books),
        keys: fc.shuffledSubarray(Object.keys(books), { minLength: Object.keys(books).length }),
        seed: fc.nat(),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ books, keys, seed }) => {
        const names = namePlayers(anyFixture, new Map(Object.entries(books)));
        const turned = new Map(
          keys.map((key, index) => {
            const players = books[key] ?? [];
            const by = (seed + index) % Math.max(1, players.length);
            return [`other ${key}`, [...players.slice(by), ...players.slice(0, by)].reverse()];
          }),
        );
        const others = namePlayers(anyFixture, turned);
        for (const [book, players] of Object.entries(books))
          for (const player of players)
            expect(others.get(`other ${book}`)?.get(player)).toBe(names.get(book)?.get(player));
      }),
      { numRuns: 2000 },
    );
  });

  test("names with different suffixes or tags are never joined, nor are names with and without a suffix", () => {
    fc.assert(
      fc.property(anyBooks, (books) => {
        const groups = new Map<string, string[]>();
        for (const [player, name] of byText(books, shown(books)))
          groups.set(name, [...(groups.get(name) ?? []), player]);
        for (const members of groups.values()) {
          expect(new Set(members.map(suffixIn)).size).toBe(1);
          expect(new Set(members.map(tagIn).filter((tag) => tag !== "")).size).toBeLessThan(2);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("if names are added, each name keeps the player under whose name it was shown, or becomes a player of its own", () => {
    const growing = fc.record({
      books: anyBooks,
      added: fc.array(fc.tuple(fc.nat(7), anyName), { minLength: 1, maxLength: 8 }),
    });
    fc.assert(
      fc.property(growing, fc.constantFrom(anyFixture, nflFixture), ({ books, added }, fixture) => {
        const listed: Record<string, readonly string[]> = { ...books };
        const shownBefore = new Map<string, Set<string>>();
        const check = (): void => {
          const shownAs = byText(listed, shown(listed, fixture));
          for (const [text, name] of shownAs) {
            const before = shownBefore.get(text) ?? new Set<string>();
            shownBefore.set(text, before.add(name));
            const fuller = [...shownAs].filter(([other, as]) => as === name && isFuller(other, text));
            if (fuller.length > 0) for (const earlier of before) expect(shownAs.get(earlier)).toBe(name);
          }
        };
        check();
        for (const [book, name] of added) {
          const key = `book${book}`;
          listed[key] = [...new Set([...(listed[key] ?? []), name])];
          check();
        }
      }),
      { numRuns: 1000 },
    );
  });
});
