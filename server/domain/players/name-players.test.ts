import { describe, expect, test } from "vitest";
import {
  maxNamesInLargeFixture,
  maxNamesPerBook,
  namePlayersInSteps,
} from "@/server/domain/players/name-players";
import {
  expectApart,
  expectJoined,
  nbaFixture,
  nflFixture,
  shown,
} from "@/server/domain/players/testing/players";

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
    expectApart({ a: ["J. Ramirez", "J Ramirez"], b: ["J.  Ramirez"], c: ["Jose Ramirez"] });
    expectApart({ a: ["Jose Allen", "José Allen"], b: ["JOSE ALLEN"], c: ["Jose Allen (BUF)"] }, nflFixture);
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

describe("initials with a tag of unknown meaning", () => {
  test("the initials are joined to the only full name with this tag, but not if a full name without a tag is another player", () => {
    const tagged = { a: ["Josh Allen (BUF)", "James Cook (BUF)"], b: ["J. Allen (BUF)", "J. Cook (BUF)"] };
    const joined = { ...tagged, b: tagged.a };
    expect(shown(tagged)).toEqual(joined);
    expect(shown({ ...tagged, c: ["Josh Allen"] })).toEqual({
      a: ["Josh Allen", "James Cook (BUF)"],
      b: ["Josh Allen", "James Cook (BUF)"],
      c: ["Josh Allen"],
    });
    expect(shown({ ...tagged, c: ["Jonas Allen"] })).toEqual({
      a: tagged.a,
      b: ["J. Allen (BUF)", "James Cook (BUF)"],
      c: ["Jonas Allen"],
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

  test.each([
    ["J. Smith (BUF)", "J. Smith", "Jaylin Smith", nflFixture],
    ["L. James - LAL", "L. James", "LeBron James", nbaFixture],
    ["Cam Thomas (LAL)", "Cam Thomas", "Cameron Thomas", nbaFixture],
  ])("%s is a player of its own if a book lists %s beside %s", (tagged, short, full, fixture) => {
    expect(shown({ b1: [tagged], b4: [short] }, fixture)).toEqual({ b1: [short], b4: [short] });
    expectApart({ b1: [tagged], b4: [short, full] }, fixture);
    expectApart({ b1: [tagged], b4: [short, full], b5: [full] }, fixture);
    expect(shown({ b1: [tagged], b4: [short], b5: [full] }, fixture)).toEqual({
      b1: [full],
      b4: [full],
      b5: [full],
    });
  });

  test("if a name with and without a tag belongs to two players, a shorter name is joined to neither", () => {
    const books = { a: ["Jay Len Smith Jr"], b: ["Jay Smith Jr"], c: ["Jaylen Smith Jr - BUF"] };
    const { a } = books;
    expect(shown(books, nflFixture)).toEqual({ a, b: a, c: a });
    expectApart({ ...books, a: ["Jay Len Smith Jr", "J. Smith Jr"] }, nflFixture);
  });

  test("the tag of a team of another fixture is not read, and a dash within a name is no tag", () => {
    expectApart({ a: ["Josh Allen (BUF)"], b: ["Josh Allen"] }, nbaFixture);
    expectApart({ a: ["Josh Allen - BUF"], b: ["Josh Allen"] }, nbaFixture);
    expectJoined(["Shai Gilgeous - Alexander", "Shai Gilgeous-Alexander"], "Shai Gilgeous - Alexander");
  });
});

describe("bounds", () => {
  test("naming yields at least once for every hundred names, so that other work gets its turn", () => {
    const floods = Array.from({ length: 10 }, (_, book): [string, string[]] => [
      `flood${book}`,
      Array.from({ length: maxNamesPerBook }, (_, index) => `A${index} B${book}smith`),
    ]);
    expect([...namePlayersInSteps(nbaFixture, new Map(floods))].length).toBeGreaterThanOrEqual(30);
  });

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
    expectJoined(["Cam Thomas", "Cam Thomas", "Cameron Thomas"], "Cam Thomas", nbaFixture);
    expectJoined(["Nic Smith", "Nic Smith", "Nicolas Smith"], "Nicolas Smith");
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
