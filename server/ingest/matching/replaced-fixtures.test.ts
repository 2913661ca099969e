import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hourMs, minuteMs } from "@/server/domain/durations";
import type { KnownFixture } from "@/server/ingest/matching/match-input";
import {
  areRivals,
  replacedFixtures,
  rivalGroups,
  type Support,
} from "@/server/ingest/matching/replaced-fixtures";
import { windowsFor } from "@/server/ingest/matching/windows";

const windows = windowsFor({ samePair: "weeks" });
const start = Date.UTC(2026, 11, 6, 3);

const bout = (homeTeam: string, awayTeam: string, commenceTime = start): KnownFixture => ({
  id: `${homeTeam} v ${awayTeam}`,
  homeTeam,
  awayTeam,
  commenceTime,
});
const tsarukyan = bout("Topuria", "Tsarukyan");
const gaethje = bout("Topuria", "Gaethje", start + 2 * hourMs);
const other = bout("Jones", "Aspinall");

const groupsOf = (fixtures: readonly KnownFixture[], touched = fixtures[0]?.id ?? "") =>
  rivalGroups(fixtures, new Set([touched]), windows).map((group) => group.map(({ id }) => id).sort());

describe("rivals", () => {
  test("fixtures that share one team or fighter on one day are rivals", () => {
    expect(groupsOf([tsarukyan, gaethje, other])).toEqual([[gaethje.id, tsarukyan.id].sort()]);
    expect(groupsOf([gaethje, bout("Tsarukyan", "Topuria")])).toHaveLength(1);
  });

  test("matches of the same pair, and matches more than a day apart, are not rivals", () => {
    expect(groupsOf([tsarukyan, { ...bout("Tsarukyan", "Topuria"), id: "again" }])).toEqual([]);
    expect(groupsOf([tsarukyan, bout("Topuria", "Gaethje", start + 25 * hourMs)])).toEqual([]);
  });

  test("only groups that contain a given fixture are returned", () => {
    expect(groupsOf([tsarukyan, gaethje, other], other.id)).toEqual([]);
  });
});

type Statements = Readonly<Record<string, readonly [book: string, first: number, last: number][]>>;

const replaced = (group: readonly KnownFixture[], statements: Statements) =>
  Object.fromEntries(
    replacedFixtures(group, windows, (id) => {
      const stated = Object.hasOwn(statements, id) ? (statements[id] ?? []) : [];
      return new Map(
        stated.map(([book, first, last]): [string, Support] => [
          book,
          { firstStatedAt: first * minuteMs, lastStatedAt: last * minuteMs },
        ]),
      );
    }),
  );

describe("a replaced opponent", () => {
  const pair = [tsarukyan, gaethje];

  test("a fixture is replaced once a newer rival has as many votes as the fixture", () => {
    const statements: Statements = {
      [tsarukyan.id]: [
        ["a", 0, 9],
        ["b", 0, 9],
      ],
      [gaethje.id]: [["a", 10, 10]],
    };
    expect(replaced(pair, statements)).toEqual({ [tsarukyan.id]: gaethje.id });
  });

  test("a fixture stays while it has the most votes, and its rival counts as replaced", () => {
    const statements: Statements = {
      [tsarukyan.id]: [
        ["a", 0, 12],
        ["b", 0, 12],
      ],
      [gaethje.id]: [["c", 10, 12]],
    };
    expect(replaced(pair, statements)).toEqual({ [gaethje.id]: tsarukyan.id });
  });

  test("a book's vote for a fixture expires if the book last listed the fixture more than an hour before another book listed a rival", () => {
    const statements: Statements = {
      [tsarukyan.id]: [
        ["a", 0, 1],
        ["b", 0, 1],
        ["c", 0, 1],
      ],
      [gaethje.id]: [["d", 62, 62]],
    };
    expect(replaced(pair, statements)).toEqual({ [tsarukyan.id]: gaethje.id });
  });

  test("each book votes for the fixture that it listed last, so a replaced fixture can return", () => {
    const statements: Statements = {
      [tsarukyan.id]: [
        ["a", 0, 30],
        ["b", 0, 30],
      ],
      [gaethje.id]: [
        ["a", 10, 20],
        ["b", 10, 20],
      ],
    };
    expect(replaced(pair, statements)).toEqual({ [gaethje.id]: tsarukyan.id });
  });

  test("a fixture stays if its only rival is replaced", () => {
    const chain = [bout("A", "B"), bout("B", "C"), bout("C", "D")];
    const statements: Statements = {
      "A v B": [
        ["a", 0, 1],
        ["b", 0, 1],
      ],
      "B v C": [["c", 0, 1]],
      "C v D": [
        ["d", 0, 1],
        ["e", 0, 1],
      ],
    };
    expect(Object.keys(replaced(chain, statements))).toEqual(["B v C"]);
  });

  test("two rivals that one book lists in one snapshot both stay, even if other books list only one of them", () => {
    const both: Statements = {
      [tsarukyan.id]: [
        ["a", 0, 9],
        ["b", 0, 9],
      ],
      [gaethje.id]: [
        ["a", 1, 9],
        ["c", 9, 9],
        ["d", 9, 9],
      ],
    };
    expect(replaced(pair, both)).toEqual({});
  });

  test("three bouts of one evening that a book lists side by side all stay, though most books list only one", () => {
    const joshuaFury = bout("Joshua", "Fury");
    const itaumaJoshua = bout("Itauma", "Joshua", start + 4 * minuteMs);
    const itaumaFury = bout("Itauma", "Fury", start + 4 * minuteMs);
    const side: [string, number, number][] = ["a", "b", "c"].map((book) => [book, 5, 5]);
    const statements: Statements = {
      [joshuaFury.id]: [...side, ["d", 5, 5], ["e", 5, 5]],
      [itaumaJoshua.id]: side,
      [itaumaFury.id]: side,
    };
    expect(replaced([joshuaFury, itaumaJoshua, itaumaFury], statements)).toEqual({});
  });

  test("the order of the fixtures does not matter, and two rivals both stay only if some book lists both", () => {
    const sides = fc.constantFrom("A", "B", "C", "D", "E");
    const fixtures = fc
      .uniqueArray(fc.tuple(sides, sides), { minLength: 2, maxLength: 6, selector: (pair) => pair.join() })
      .map((pairs) => pairs.filter(([a, b]) => a !== b).map(([a, b]) => bout(a, b)));
    const stated = fc.array(fc.tuple(fc.constantFrom("k", "l", "m"), fc.nat(5), fc.nat(5)), { maxLength: 4 });
    fc.assert(
      fc.property(fixtures, fc.array(stated, { minLength: 6, maxLength: 6 }), (group, books) => {
        const statements = Object.fromEntries(group.map(({ id }, index) => [id, books[index] ?? []]));
        const result = replaced(group, statements);
        expect(replaced(group.toReversed(), statements)).toEqual(result);
        const listed = group.filter(({ id }) => !Object.hasOwn(result, id));
        const booksOf = (id: string) => (statements[id] ?? []).map(([book]) => book);
        for (const a of listed)
          for (const b of listed)
            if (areRivals(a, b, windows))
              expect(booksOf(a.id).filter((book) => booksOf(b.id).includes(book))).not.toEqual([]);
      }),
    );
  });
});
