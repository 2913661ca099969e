import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { namePlayers } from "@/server/players/name-players";
import { expectApart, expectJoined, shown, toSets } from "@/server/players/testing/players";

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

describe("a missing suffix", () => {
  test("a name or initials without a suffix are joined to the only fitting name with a suffix", () => {
    expectJoined(["Gary Trent", "Gary Trent Jr."], "Gary Trent Jr.");
    expectJoined(["Robert Griffin", "Robert Griffin III", "R. Griffin"], "Robert Griffin III");
    expectJoined(["Neymar", "Neymar Jr"], "Neymar Jr");
  });

  test("names with and without a suffix are not joined if a book lists both", () => {
    expectApart({ a: ["Gary Trent", "Gary Trent Jr."], b: ["Gary Trent"], c: ["Gary Trent Jr."] });
  });

  test("names with and without II are not joined, because II distinguishes unrelated namesakes", () => {
    expectApart({ a: ["Michael Carter"], b: ["Michael Carter II"] });
    expectApart({ a: ["Michael Carter"], b: ["Michael Carter II"], c: ["M. Carter"] });
    expectApart({ a: ["M. Carter"], b: ["Michael Carter II"] });
    expectJoined(["Michael Carter II", "Carter II, Michael", "MICHAEL CARTER II"], "Michael Carter II");
    expectJoined(["M. Carter II", "Michael Carter II"], "Michael Carter II");
  });

  test("names with different suffixes are not joined, and a name without a suffix is joined to neither of them", () => {
    expectApart({ a: ["Gary Trent"], b: ["Gary Trent Jr."], c: ["Gary Trent Sr."] });
    expectApart({ a: ["Gary Trent Jr."], b: ["Gary Trent II"] });
    expectApart({ a: ["J. Smith III"], b: ["Smith, Jr."] });
  });

  test("a one-word name is joined only to the same word, with or without a suffix; if another player's surname is Smith, Smith is not joined even to Smith Jr.", () => {
    expectApart({ a: ["Smith"], b: ["Smith Jr."], c: ["Jabari Smith"] });
    expectApart({ a: ["Kevin"], b: ["Kevin V"] });
    expectApart({ a: ["Bryan"], b: ["Senior, Bryan"] });
    expectApart({ a: ["Smit III"], b: ["Smith III"] });
  });

  test("initials without a suffix are not joined if two full names fit", () => {
    expectApart({ a: ["J. Williams"], b: ["J. Williams Jr."], c: ["Jalen Williams", "Jaylin Williams"] });
  });

  test("Jabari Smith is joined to another book's Jabari Smith Jr., even if J. Smith is listed beside Jabari Smith", () => {
    expect(shown({ a: ["Jabari Smith Jr."], b: ["Jabari Smith", "J. Smith"] })).toEqual({
      a: ["Jabari Smith Jr."],
      b: ["Jabari Smith Jr.", "J. Smith"],
    });
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
    [["G. Trent", "Gary Trent Jr."], "Gary Trent Jr."],
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

  test("a shortened given name is joined to the longer given name, even if its book also lists a second player whose initials fit the longer name", () => {
    expect(shown({ a: ["Cam Johnson", "C. Johnson"], b: ["Cameron Johnson"] })).toEqual({
      a: ["Cameron Johnson", "C. Johnson"],
      b: ["Cameron Johnson"],
    });
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

test("in a flood of similar names, only spellings with equal letters are joined", () => {
  const flood = Array.from({ length: 400 }, (_, index) => `Jo${index} Smith`);
  expectApart({ a: flood, b: ["J. Smith"], c: ["Jo5 Smith Jr."] });
  expect(shown({ a: flood, b: ["JO7 SMITH"] }).b).toEqual(["Jo7 Smith"]);
});

describe("the spelling to show", () => {
  test("a player's most complete and best written spelling is shown; a tie goes to the spelling that most books list, then to the first by code point", () => {
    expectJoined(["Dončić, Luka", "Luka Doncic", "LUKA DONCIC"], "Luka Doncic");
    expectJoined(["L. Dončić", "LUKA DONCIC"], "LUKA DONCIC");
    expectJoined(["Gary Trent", "GARY TRENT JR"], "GARY TRENT JR");
    const most = shown({ a: ["PJ Washington"], b: ["PJ Washington"], c: ["P.J. Washington"] });
    expect(most).toEqual({ a: ["PJ Washington"], b: ["PJ Washington"], c: ["PJ Washington"] });
    expectJoined(["PJ Washington", "P.J. Washington"], "P.J. Washington");
  });

  test("a name that the book does not list is returned unchanged", () => {
    const name = namePlayers(toSets({ a: ["P. Banchero"], b: ["Paolo Banchero"] }));
    expect(name("a", "P. Banchero")).toBe("Paolo Banchero");
    expect(name("b", "P. Banchero")).toBe("P. Banchero");
    expect(name("c", "P. Banchero")).toBe("P. Banchero");
    expect(name("a", "constructor")).toBe("constructor");
    expect(namePlayers(new Map())("a", "Paolo Banchero")).toBe("Paolo Banchero");
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
        const name = namePlayers(toSets(books));
        const turned = new Map(
          keys.map((key, index) => {
            const players = books[key] ?? [];
            const by = (seed + index) % Math.max(1, players.length);
            return [`other ${key}`, new Set([...players.slice(by), ...players.slice(0, by)].reverse())];
          }),
        );
        const other = namePlayers(turned);
        for (const [book, players] of Object.entries(books))
          for (const player of players) expect(other(`other ${book}`, player)).toBe(name(book, player));
      }),
      { numRuns: 2000 },
    );
  });

  test("players with different suffixes or tags are never joined, nor are names with and without II", () => {
    fc.assert(
      fc.property(anyBooks, (books) => {
        const result = shown(books);
        const groups = new Map<string, string[]>();
        for (const [book, players] of Object.entries(books))
          for (const [index, player] of players.entries()) {
            const name = result[book]?.[index] ?? "";
            groups.set(name, [...(groups.get(name) ?? []), player]);
          }
        for (const members of groups.values())
          for (const read of [suffixIn, tagIn])
            expect(new Set(members.map(read).filter((text) => text !== "")).size).toBeLessThan(2);
        for (const members of groups.values())
          expect(new Set(members.map((name) => suffixIn(name) === "ii")).size).toBe(1);
      }),
      { numRuns: 2000 },
    );
  });
});
