import { describe, expect, test } from "vitest";
import type { SidesVerdict } from "@/server/domain/prices/inverted/judge-sides";
import type { SidesQuote } from "@/server/domain/prices/inverted/read-sides";
import { judgeQuotes, type SportOfSides } from "@/server/domain/prices/inverted/testing/judge-quotes";
import { mirrored, spread, threeWay, twoWay } from "@/server/domain/prices/inverted/testing/quotes";

const football: SportOfSides = { group: "American Football", canDraw: false };
const baseball: SportOfSides = { group: "Baseball", canDraw: false };
const hockey: SportOfSides = { group: "Ice Hockey", canDraw: false };
const soccer: SportOfSides = { group: "Soccer", canDraw: true };

const verdicts = (quotes: readonly SidesQuote[], sport: SportOfSides = football): SidesVerdict[] => [
  ...judgeQuotes(new Map(quotes.map((quote, index) => [`book${index}`, quote])), sport).values(),
];

const several = (count: number, quote: SidesQuote): SidesQuote[] =>
  Array.from({ length: count }, () => quote);

const verdictOn = (
  own: SidesQuote,
  others: readonly SidesQuote[],
  sport?: SportOfSides,
): SidesVerdict | undefined => verdicts([own, ...others], sport)[0];

describe("moneylines", () => {
  test.each([0.6, 0.65, 0.75, 0.9, 0.97])(
    "a book with swapped sides is judged inverted if the other books give the favourite a probability of %d",
    (favourite) => {
      const others = several(4, { h2h: twoWay(favourite) });
      expect(verdictOn({ h2h: twoWay(1 - favourite) }, others)).toBe("inverted");
      expect(verdictOn({ h2h: twoWay(favourite) }, others)).toBe("fits");
      const away = several(4, { h2h: twoWay(1 - favourite) });
      expect(verdictOn({ h2h: twoWay(favourite) }, away)).toBe("inverted");
    },
  );

  test("if the favourite's probability is below 0.60, no book is judged inverted", () => {
    expect(verdictOn({ h2h: twoWay(0.41) }, several(9, { h2h: twoWay(0.59) }))).toBe("unjudged");
  });

  test("the margins of the books do not change the verdict", () => {
    const others = [0.98, 1.02, 1.07, 1.12].map((margin) => ({ h2h: twoWay(0.62, margin) }));
    for (const margin of [0.98, 1, 1.12, 1.25])
      expect(verdictOn({ h2h: twoWay(0.38, margin) }, others)).toBe("inverted");
  });

  test("a three-way price is judged inverted if home and away are swapped and the draw is not", () => {
    const others = several(4, { h2h: threeWay(0.62, 0.15) });
    expect(verdictOn({ h2h: threeWay(0.15, 0.62) }, others, soccer)).toBe("inverted");
    expect(verdictOn({ h2h: threeWay(0.62, 0.15) }, others, soccer)).toBe("fits");
  });

  test("if the other books' three-way prices give the favourite a probability below 0.60, a book is not judged inverted", () => {
    const others = several(4, { h2h: threeWay(0.55, 0.18) });
    expect(verdictOn({ h2h: threeWay(0.18, 0.55) }, others, soccer)).toBe("unjudged");
  });

  test("with fewer than four other books, no book is judged", () => {
    expect(verdicts([{ h2h: twoWay(0.3) }, ...several(3, { h2h: twoWay(0.7) })])).toEqual(
      Array(4).fill("unjudged"),
    );
  });

  test("a book that has only a three-way price is judged by the two-way prices of the other books", () => {
    const others = several(4, { h2h: twoWay(0.65) });
    expect(verdictOn({ h2h_3_way: threeWay(0.24, 0.53) }, others, hockey)).toBe("inverted");
    expect(verdictOn({ h2h_3_way: threeWay(0.53, 0.24) }, others, hockey)).toBe("fits");
  });

  test("a book without usable prices is not judged and does not count towards the consensus", () => {
    const empty = { h2h: twoWay(0.5, 1.9) };
    expect(verdictOn({ h2h: twoWay(0.3) }, [...several(3, { h2h: twoWay(0.7) }), empty, {}])).toBe(
      "unjudged",
    );
    expect(verdictOn(empty, several(6, { h2h: twoWay(0.7) }))).toBe("unjudged");
  });
});

describe("a book that moves its prices before the other books", () => {
  test.each([
    [0.6, 0.42],
    [0.6, 0.45],
    [0.65, 0.42],
    [0.7, 0.42],
    [0.75, 0.5],
    [0.75, 0.38],
    [0.85, 0.4],
  ])("a book that is first to move a team's probability from %d to %d is not judged inverted", (from, to) => {
    for (const margin of [1, 1.02, 1.045, 1.08, 1.12]) {
      const others = several(5, { h2h: twoWay(from) });
      expect(verdictOn({ h2h: twoWay(to, margin) }, others)).toBe("unjudged");
      expect(verdictOn({ h2h: twoWay(1 - to, margin) }, several(5, { h2h: twoWay(1 - from) }))).toBe(
        "unjudged",
      );
    }
  });

  test("a book that moves its moneyline and spread before the other books is not judged inverted", () => {
    const others = several(5, { h2h: twoWay(0.6), spreads: spread(-3) });
    expect(verdictOn({ h2h: twoWay(0.42), spreads: spread(2.5) }, others)).toBe("unjudged");
  });

  test("a book is not judged inverted if it differs from the other books by more than swapped sides would explain", () => {
    expect(verdictOn({ h2h: twoWay(0.15) }, several(5, { h2h: twoWay(0.62) }))).toBe("unjudged");
  });

  test("a book that moved its price before the other books is judged to fit again once they have followed", () => {
    expect(verdictOn({ h2h: twoWay(0.42) }, several(5, { h2h: twoWay(0.43) }))).toBe("fits");
  });
});

describe("spreads", () => {
  const others = several(4, { h2h: twoWay(0.64), spreads: spread(-4.5) });

  test("a swapped spread confirms that a book is inverted", () => {
    expect(verdictOn({ h2h: twoWay(0.36), spreads: spread(4.5) }, others)).toBe("inverted");
  });

  test("a book with a swapped moneyline is not judged inverted if its spread is on the correct side", () => {
    expect(verdictOn({ h2h: twoWay(0.36), spreads: spread(-4.5) }, others)).toBe("unjudged");
  });

  test("a spread without a clear favourite does not change the verdict", () => {
    expect(verdictOn({ h2h: twoWay(0.36), spreads: spread(-0.5) }, others)).toBe("inverted");
  });

  test("a spread of 1.5 runs is judged by its points and its prices", () => {
    const ofBaseball = several(4, { h2h: twoWay(0.62), spreads: spread(-1.5, 0.43) });
    const swappedAlternative = { h2h: twoWay(0.38), spreads: spread(-1.5, 0.24) };
    expect(verdictOn(swappedAlternative, ofBaseball, baseball)).toBe("inverted");
    const rightAlternative = { h2h: twoWay(0.62), spreads: spread(1.5, 0.76) };
    expect(verdictOn(rightAlternative, ofBaseball, baseball)).toBe("fits");
    const rightSpreadAlone = { h2h: twoWay(0.38), spreads: spread(1.5, 0.76) };
    expect(verdictOn(rightSpreadAlone, ofBaseball, baseball)).toBe("unjudged");
  });

  test("a book with a correct moneyline is not judged to fit while its spread is swapped", () => {
    expect(verdictOn({ h2h: twoWay(0.64), spreads: spread(4.5) }, others)).toBe("unjudged");
  });

  test("the spread decides the verdict if there is no moneyline", () => {
    const onlySpreads = several(4, { spreads: spread(-4.5) });
    expect(verdictOn({ spreads: spread(4.5) }, onlySpreads)).toBe("inverted");
    expect(verdictOn({ spreads: spread(4) }, onlySpreads)).toBe("inverted");
    expect(verdictOn({ spreads: spread(-3.5) }, onlySpreads)).toBe("fits");
    expect(verdictOn({ spreads: spread(1.5) }, onlySpreads)).toBe("unjudged");
    expect(verdictOn({ spreads: spread(2) }, several(4, { spreads: spread(-2) }))).toBe("unjudged");
    expect(verdictOn({ spreads: spread(4.5) }, onlySpreads.slice(1))).toBe("unjudged");
  });

  test("the spread decides the verdict if the other books quote no moneyline", () => {
    const onlySpreads = several(4, { spreads: spread(-4.5) });
    expect(verdictOn({ h2h: twoWay(0.36), spreads: spread(4.5) }, onlySpreads)).toBe("inverted");
    expect(verdictOn({ h2h: twoWay(0.64), spreads: spread(4.5) }, onlySpreads)).toBe("unjudged");
  });
});

describe("several inverted books", () => {
  const right = { h2h: twoWay(0.65) };
  const wrong = { h2h: twoWay(0.35) };

  test.each([
    [6, 2],
    [4, 2],
    [8, 3],
    [50, 12],
  ])("with %d correct books, each of the %d inverted books is found", (correctCount, invertedCount) => {
    const judged = verdicts([...several(correctCount, right), ...several(invertedCount, wrong)]);
    expect(judged.slice(0, correctCount)).not.toContain("inverted");
    expect(judged.slice(correctCount)).toEqual(Array(invertedCount).fill("inverted"));
  });

  test.each([
    [3, 2],
    [2, 3],
    [4, 3],
    [3, 4],
    [5, 5],
    [4, 8],
  ])(
    "if %d books favour one team and %d books favour the other team, no book is judged inverted",
    (correctCount, invertedCount) => {
      const judged = verdicts([...several(correctCount, right), ...several(invertedCount, wrong)]);
      expect(judged).not.toContain("inverted");
    },
  );

  test("one correct book beside six inverted books is judged inverted, because the six form the consensus", () => {
    expect(verdicts([right, ...several(6, wrong)])[0]).toBe("inverted");
  });
});

test("if the other books have a heavy favourite, a prediction market with extreme prices is judged to fit. With swapped sides, it is judged inverted", () => {
  const others = several(4, { h2h: twoWay(0.97) });
  const extreme = {
    h2h: [
      { side: "home", price: { probability: 0.99 } },
      { side: "away", price: { probability: 0.01 } },
    ],
  } as const;
  expect(verdictOn(extreme, others)).toBe("fits");
  expect(verdictOn(mirrored(extreme), others)).toBe("inverted");
});

test("one absurd offer on a thin exchange does not make the exchange look inverted", () => {
  for (const absurd of [1.04, 1.1, 1.2, 1.35, 1.6, 2])
    expect(
      verdictOn(
        {
          h2h: [
            { side: "home", price: { decimal: absurd } },
            { side: "away", price: { decimal: 1.6 } },
          ],
        },
        several(6, { h2h: twoWay(0.38) }),
      ),
    ).not.toBe("inverted");
});

test("a fixture without books has no verdicts, and a book without prices is not judged", () => {
  expect(verdicts([])).toEqual([]);
  expect(verdicts([{}])).toEqual(["unjudged"]);
});

describe("independent sources", () => {
  const right = { h2h: twoWay(0.7) };
  const wrong = { h2h: twoWay(0.3) };

  /** The verdicts on books, each given as its source and its quote, in their order. */
  const bySource = (...books: readonly (readonly [source: string, quote: SidesQuote])[]): SidesVerdict[] => {
    const quotes = new Map(books.map(([, quote], index) => [`book${index}`, quote]));
    const sources = new Map(books.map(([source], index) => [`book${index}`, source]));
    return [...judgeQuotes(quotes, football, (key) => sources.get(key) ?? key).values()];
  };
  const ofToken = (quote: SidesQuote) => ["token:1", quote] as const;
  const independent = (count: number, quote: SidesQuote) =>
    Array.from({ length: count }, (_, index) => [`book:${index}`, quote] as const);

  test("five books of one feed token with mirrored prices do not get two books of other sources withheld", () => {
    const judged = bySource(...independent(2, right), ...several(5, wrong).map(ofToken));
    expect(judged).not.toContain("inverted");
  });

  test("all books of a source that contradicts four other sources are judged inverted", () => {
    const judged = bySource(...independent(4, right), ...several(5, wrong).map(ofToken));
    expect(judged).toEqual([...Array(4).fill("unjudged"), ...Array(5).fill("inverted")]);
  });

  test("a swapped book of an aggregator is found among the aggregator's other books if there are too few other sources", () => {
    const mates = several(4, right).map(ofToken);
    expect(bySource(ofToken(wrong), ...mates)[0]).toBe("inverted");
    expect(bySource(ofToken(wrong), ...mates, ...independent(3, right))[0]).toBe("inverted");
  });

  test("the other books of a source do not get its book withheld if another source clearly contradicts them", () => {
    const judged = bySource(ofToken(right), ...several(4, wrong).map(ofToken), ["book:1", right]);
    expect(judged).not.toContain("inverted");
  });

  test("the median of a source's books is its one vote", () => {
    const divided = [wrong, right, right].map(ofToken);
    expect(bySource(...independent(1, wrong), ...divided, ["a", right], ["b", right], ["c", right])[0]).toBe(
      "inverted",
    );
    const swapped = [wrong, wrong, right].map(ofToken);
    expect(bySource(...independent(1, wrong), ...swapped, ["a", right], ["b", right], ["c", right])[0]).toBe(
      "unjudged",
    );
  });
});

test("a book of another source cannot move the verdict from the moneyline to the spread", () => {
  const sides = (home: number, away: number, point?: number): SidesQuote["spreads"] => [
    { side: "home", ...(point !== undefined && { point }), price: { decimal: home } },
    { side: "away", ...(point !== undefined && { point: -point }), price: { decimal: away } },
  ];
  const longShot: SidesQuote = { h2h: sides(34.01, 1.05), spreads: sides(2.79, 1.61, 0) };
  const own: readonly SidesQuote[] = [
    { h2h: sides(2.27, 1.86), spreads: sides(2.49, 1.49, -6.5) },
    { spreads: sides(2.8, 1.61, 0) },
    longShot,
    { h2h: sides(34.01, 1.05), spreads: sides(34.01, 1.05, 0) },
    longShot,
    { h2h: sides(34.01, 1.05) },
  ];
  expect(verdicts(own)[0]).toBe("unjudged");
  const quotes = new Map([...own, { h2h: twoWay(0.6) }].map((quote, index) => [`book${index}`, quote]));
  const sourceOf = (key: string): string => (key === "book6" ? "book:1" : "token:1");
  expect(judgeQuotes(quotes, football, sourceOf).get("book0")).toBe("unjudged");
});
