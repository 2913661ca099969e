import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getOrInsert } from "@/server/domain/collections";
import { namePlayers } from "@/server/domain/players/name-players";
import { createTagReader, type TagReader } from "@/server/domain/players/team-tags";
import { anyFixture, type Books, nflFixture, shown } from "@/server/domain/players/testing/players";

const oneOf = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

/** Spellings of a few people, so that all rules interact. */
const spelling = fc
  .tuple(
    oneOf(..."J.|J|JJ|J.J.|J. J.|Jay|Jaylin|Jaylen|JAYLIN|Jay-Len|Jay Len|K.|Jáylin|".split("|")),
    oneOf("Smith", "SMITH", "Smíth", "Finney-Smith", "Finney Smith", "Smit"),
    oneOf("", "", "", " Jr.", " Jr", ", Jr.", " III", " II"),
    oneOf("", "", "", "", " (BUF)", " (JAX)", " - BUF"),
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
const isFuller = (a: string, b: string, { read }: TagReader): boolean => {
  const [x, y] = [read(a), read(b)];
  const [more, less] = [x.reading.letters.length, y.reading.letters.length];
  return more > less || (x.reading.letters === y.reading.letters && x.tag !== "" && y.tag === "");
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
        const tags = createTagReader(fixture);
        const check = (): void => {
          const shownAs = byText(listed, shown(listed, fixture));
          for (const [text, name] of shownAs) {
            const before = getOrInsert(shownBefore, text, () => new Set<string>());
            before.add(name);
            const fuller = [...shownAs].filter(([other, as]) => as === name && isFuller(other, text, tags));
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
      { numRuns: 2000 },
    );
  });
});
