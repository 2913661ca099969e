import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SidesQuote } from "@/server/domain/prices/inverted/read-sides";
import { judgeQuotes, type SportOfSides } from "@/server/domain/prices/inverted/testing/judge-quotes";
import { mirrored, spread, threeWay, twoWay } from "@/server/domain/prices/inverted/testing/quotes";
import type { Outcome } from "@/server/domain/prices/outcome";

const football: SportOfSides = { group: "American Football", canDraw: false };

const chance = fc.double({ min: 0.03, max: 0.97, noNaN: true });
const margin = fc.double({ min: 0.98, max: 1.2, noNaN: true });
const halfPoints = fc.integer({ min: -40, max: 40 }).map((doubled) => doubled / 2 + 0);

const moneyline = fc.oneof(
  fc.tuple(chance, margin).map(([home, of]) => twoWay(home, of)),
  fc.tuple(chance, margin).map(([home, of]) => threeWay(home * 0.75, (1 - home) * 0.75, of)),
);
const anyQuote: fc.Arbitrary<SidesQuote> = fc.record(
  {
    h2h: moneyline,
    h2h_3_way: moneyline,
    spreads: fc.tuple(halfPoints, chance, margin).map(([point, home, of]) => spread(point, home, of)),
  },
  { requiredKeys: [] },
);
const fixture = fc
  .array(anyQuote, { maxLength: 14 })
  .map((quotes) => new Map(quotes.map((quote, index) => [`book${index}`, quote])));

/** Books that give the home team the same probability, except for an error of at most 0.015. Each book has its own margin. */
const agreeing = fc
  .record({
    home: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
    views: fc.array(fc.tuple(margin, fc.double({ min: -0.015, max: 0.015, noNaN: true })), {
      minLength: 5,
      maxLength: 14,
    }),
  })
  .map(({ home, views }) => ({
    home,
    books: new Map<string, SidesQuote>(
      views.map(([bookMargin, error], index) => [`book${index}`, { h2h: twoWay(home + error, bookMargin) }]),
    ),
  }));

const withMargin = (outcomes: readonly Outcome[] | undefined, factor: number): Outcome[] | undefined =>
  outcomes?.map((outcome) =>
    "decimal" in outcome.price ? { ...outcome, price: { decimal: outcome.price.decimal / factor } } : outcome,
  );

describe("verdicts on the sides", () => {
  test("verdicts on sides stay the same if home and away are swapped at every book", () => {
    fc.assert(
      fc.property(fixture, (books) => {
        const other = new Map([...books].map(([key, quote]) => [key, mirrored(quote)]));
        expect(judgeQuotes(other, football)).toEqual(judgeQuotes(books, football));
      }),
    );
  });

  test("verdicts on sides do not depend on the order of the books", () => {
    fc.assert(
      fc.property(
        fixture.chain((books) =>
          fc.tuple(fc.constant(books), fc.shuffledSubarray([...books], { minLength: books.size })),
        ),
        ([books, shuffled]) => {
          const verdicts = judgeQuotes(books, football);
          for (const [key, verdict] of judgeQuotes(new Map(shuffled), football))
            expect(verdict).toBe(verdicts.get(key));
        },
      ),
    );
  });

  test("if a book's implied probabilities add up to between 0.9 and 1.35, the verdict on its sides does not depend on its margin", () => {
    fc.assert(
      fc.property(
        agreeing,
        fc.boolean(),
        fc.double({ min: 0.95, max: 1.1, noNaN: true }),
        ({ books }, swap, factor) => {
          const [key, quote] = [...books][0] ?? ["", {}];
          const own = swap ? mirrored(quote) : quote;
          const before = judgeQuotes(new Map([...books, [key, own]]), football).get(key);
          const scaled = { h2h: withMargin(own.h2h, factor) };
          expect(judgeQuotes(new Map([...books, [key, scaled]]), football).get(key)).toBe(before);
        },
      ),
    );
  });

  test("if one aggregator states all books, they are judged by one another as independent books are", () => {
    fc.assert(
      fc.property(fixture, (books) => {
        expect(judgeQuotes(books, football, () => "feed:one")).toEqual(judgeQuotes(books, football));
      }),
    );
  });

  test("no set of books of one source gets a book of fewer than four other sources judged inverted", () => {
    const sources = fc.array(fc.constantFrom("token:1", "token:1", "book:1", "book:2", "book:3"), {
      minLength: 14,
      maxLength: 14,
    });
    fc.assert(
      fc.property(fixture, sources, (books, sourcesOfBooks) => {
        const keys = [...books.keys()];
        const sourceOf = (key: string): string => sourcesOfBooks[keys.indexOf(key)] ?? key;
        const verdicts = judgeQuotes(books, football, sourceOf);
        for (const key of keys) {
          const own = [...books].filter(([other]) => sourceOf(other) === sourceOf(key));
          // With at most three other sources, only the books of its own source can get a book judged inverted.
          if (verdicts.get(key) === "inverted")
            expect(judgeQuotes(new Map(own), football).get(key)).toBe("inverted");
        }
      }),
      { numRuns: 500 },
    );
  });

  test("no book is judged inverted if all books agree", () => {
    fc.assert(
      fc.property(agreeing, ({ books }) => {
        expect([...judgeQuotes(books, football).values()]).not.toContain("inverted");
      }),
    );
  });

  test("among books that agree on a clear favourite, only the book with swapped sides is judged inverted", () => {
    fc.assert(
      fc.property(agreeing, ({ home, books }) => {
        fc.pre(Math.max(home, 1 - home) > 0.64);
        const [[key, quote] = ["", {}], ...others] = books;
        const verdicts = judgeQuotes(new Map([[key, mirrored(quote)], ...others]), football);
        expect(verdicts.get(key)).toBe("inverted");
        for (const [other] of others) expect(verdicts.get(other)).not.toBe("inverted");
      }),
    );
  });

  test("a book that gives the other books' favourite a probability of at least 0.42 is not judged inverted", () => {
    fc.assert(
      fc.property(
        agreeing,
        fc.double({ min: 0.42, max: 0.99, noNaN: true }),
        margin,
        ({ home, books }, to, of) => {
          const moved = { h2h: twoWay(home > 0.5 ? to : 1 - to, of) };
          const favourite = Math.max(home, 1 - home);
          fc.pre(favourite > 0.52);
          expect(judgeQuotes(new Map([...books, ["book0", moved]]), football).get("book0")).not.toBe(
            "inverted",
          );
        },
      ),
    );
  });

  test("if books quote only moneylines, at most a third of them are judged inverted", () => {
    fc.assert(
      fc.property(fixture, (books) => {
        const onlyMoneylines = new Map([...books].map(([key, { h2h }]) => [key, { h2h }]));
        const verdicts = judgeQuotes(onlyMoneylines, football);
        const inverted = [...verdicts.values()].filter((verdict) => verdict === "inverted").length;
        expect(inverted === 0 || inverted <= books.size / 3).toBe(true);
      }),
    );
  });
});
