import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hourMs, minuteMs } from "@/server/domain/durations";
import { agreedStart, type StartVote } from "@/server/ingest/matching/agreed-start";

const evening = Date.UTC(2026, 3, 20, 17);
const midnight = Date.UTC(2026, 3, 20);

const vote = (start: number, more: Partial<StartVote> = {}): StartVote => ({
  source: "book:one",
  start,
  firstStatedAt: 0,
  lastStatedAt: 0,
  isMidnightOnly: false,
  isCatalogueBook: true,
  ...more,
});
/** Votes of different sources. */
const votes = (count: number, start: number, more: Partial<StartVote> = {}) =>
  Array.from({ length: count }, (_, index) => vote(start, { source: `book:${start} ${index}`, ...more }));

describe("the agreed start", () => {
  test("the agreed start is the one that most sources state, even if another start was stated later", () => {
    const early = votes(5, evening - 28 * hourMs, { firstStatedAt: 9 });
    expect(agreedStart([...early, ...votes(32, evening)])).toBe(evening);
  });

  test("starts at most five minutes apart form a group, and the most common start of the largest group is the agreed start", () => {
    const near = [...votes(1, evening), ...votes(2, evening + 5 * minuteMs)];
    expect(agreedStart([...near, ...votes(2, evening + hourMs)])).toBe(evening + 5 * minuteMs);
    const apart = [evening, evening + 6 * minuteMs, evening + hourMs].flatMap((start) => votes(1, start));
    expect(agreedStart(apart)).toBe(evening);
  });

  test("if two starts have equally many votes, the one that was stated first is the agreed start", () => {
    const first = votes(1, evening + hourMs, { firstStatedAt: 1 });
    const second = votes(1, evening, { firstStatedAt: 2 });
    expect(agreedStart([...first, ...second])).toBe(evening + hourMs);
    expect(agreedStart([...second, ...first])).toBe(evening + hourMs);
  });

  test("in a tie, a start that is stated for a catalogue book goes before a start that was stated first for an unknown book", () => {
    const unknown = votes(1, evening, { firstStatedAt: 1, isCatalogueBook: false });
    const known = votes(1, evening + hourMs, { firstStatedAt: 2 });
    expect(agreedStart([...unknown, ...known])).toBe(evening + hourMs);
    expect(agreedStart([...unknown, ...votes(1, evening, { source: "book:third" }), ...known])).toBe(evening);
  });

  test("the agreed start is one of the stated starts, and does not depend on the order of the votes", () => {
    const some = fc.record({
      source: fc.constantFrom("book:a", "book:b", "token:1", "feed:the-odds-api"),
      start: fc.nat(40).map((steps) => midnight + steps * 3 * minuteMs),
      firstStatedAt: fc.nat(3),
      lastStatedAt: fc.nat(5).map((steps) => steps * 30 * minuteMs),
      isMidnightOnly: fc.boolean(),
      isCatalogueBook: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc
          .array(some, { minLength: 1, maxLength: 12 })
          .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          const agreed = agreedStart(all);
          expect(agreedStart(shuffled)).toBe(agreed);
          expect(all.map(({ start }) => start)).toContain(agreed);
        },
      ),
    );
  });

  test("a repeated statement changes the agreed start only if it moves a source to another hour", () => {
    const some = fc.record({
      source: fc.constantFrom("book:a", "book:b", "token:1", "feed:the-odds-api"),
      start: fc.nat(40).map((steps) => midnight - 40 * minuteMs + steps * 2 * minuteMs),
      firstStatedAt: fc.nat(3),
      lastStatedAt: fc.nat(9).map((steps) => steps * 20 * minuteMs),
      isMidnightOnly: fc.boolean(),
      isCatalogueBook: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(some, { minLength: 1, maxLength: 12 }), fc.nat(59), (all, minutes) => {
        const repeated = all.map((one) => ({
          ...one,
          lastStatedAt: Math.floor(one.lastStatedAt / hourMs) * hourMs + minutes * minuteMs,
        }));
        expect(agreedStart(repeated)).toBe(agreedStart(all));
      }),
      { numRuns: 1_000 },
    );
  });

  test("the sliding groups are those that a comparison of all pairs of starts finds", () => {
    const some = fc.record({
      start: fc.nat(30).map((steps) => evening + steps * minuteMs),
      firstStatedAt: fc.nat(3),
      isCatalogueBook: fc.boolean(),
    });
    const best = (groups: readonly { at: number; of: readonly StartVote[] }[]) =>
      groups.toSorted(
        (a, b) =>
          b.of.length - a.of.length ||
          b.of.filter((one) => one.isCatalogueBook).length -
            a.of.filter((one) => one.isCatalogueBook).length ||
          Math.min(...a.of.map((one) => one.firstStatedAt)) -
            Math.min(...b.of.map((one) => one.firstStatedAt)) ||
          a.at - b.at,
      )[0];
    fc.assert(
      fc.property(fc.array(some, { minLength: 1, maxLength: 30 }), (stated) => {
        const all = stated.map((one, index) => vote(one.start, { ...one, source: `book:${index}` }));
        const starts = all.map(({ start }) => start);
        const group = best(
          starts.map((at) => ({
            at,
            of: all.filter(({ start }) => start >= at && start <= at + 5 * minuteMs),
          })),
        );
        const ofGroup = group?.of ?? [];
        const mostCommon = best(
          ofGroup.map(({ start: at }) => ({ at, of: ofGroup.filter(({ start }) => start === at) })),
        );
        expect(agreedStart(all)).toBe(mostCommon?.at);
      }),
      { numRuns: 500 },
    );
  });

  test("one source never changes a start on which three others agree, no matter how many books it speaks for", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            source: fc.constant("token:1"),
            start: fc.integer({ min: -72, max: 72 }).map((hours) => evening + hours * hourMs),
            firstStatedAt: fc.integer({ min: -5, max: 4 }),
            lastStatedAt: fc.nat(9).map((steps) => steps * 20 * minuteMs),
            isMidnightOnly: fc.boolean(),
            isCatalogueBook: fc.boolean(),
          }),
          { minLength: 1, maxLength: 9 },
        ),
        (ofToken) => {
          expect(agreedStart([...ofToken, ...votes(3, evening, { firstStatedAt: 4 })])).toBe(evening);
        },
      ),
    );
  });
});

describe("the books of one source", () => {
  const token = { source: "token:1" } as const;

  test("all books of one source together have one vote", () => {
    const ofToken = Array.from({ length: 5 }, () =>
      vote(evening + 5 * hourMs, { ...token, firstStatedAt: -1 }),
    );
    expect(agreedStart([...ofToken, ...votes(2, evening)])).toBe(evening);
  });

  test("the vote of a source is the most common start of its books", () => {
    const ofToken = [vote(evening, token), vote(evening, token), vote(evening + hourMs, token)];
    expect(agreedStart(ofToken)).toBe(evening);
    expect(agreedStart([...ofToken, ...votes(1, evening + hourMs, { firstStatedAt: 1 })])).toBe(evening);
  });

  test("a source has the vote of a catalogue book if any of its books in the winning group is one", () => {
    const other = votes(1, evening + 5 * hourMs, { firstStatedAt: -1 });
    const ofToken = [
      vote(evening, { ...token, isCatalogueBook: true }),
      vote(evening + 2 * minuteMs, { ...token, firstStatedAt: 1, isCatalogueBook: false }),
      vote(evening + 2 * minuteMs, { ...token, firstStatedAt: 1, isCatalogueBook: false }),
    ];
    const beaten = votes(1, evening + 5 * hourMs, { firstStatedAt: -1, isCatalogueBook: false });
    expect(agreedStart([...ofToken, ...beaten])).toBe(evening + 2 * minuteMs);
    expect(agreedStart([...ofToken, ...other])).toBe(evening + 5 * hourMs);
  });

  test("books that a source lists no longer do not keep its vote", () => {
    const day = 24 * hourMs;
    const before = Array.from({ length: 3 }, () => vote(evening, token));
    const after = Array.from({ length: 2 }, () =>
      vote(evening + 7 * hourMs, { ...token, firstStatedAt: day, lastStatedAt: day }),
    );
    expect(agreedStart([...before, ...after])).toBe(evening + 7 * hourMs);
    const other = votes(1, evening, { firstStatedAt: 2 * day });
    expect(agreedStart([...before, ...after, ...other])).toBe(evening + 7 * hourMs);
  });

  test("two deliveries of one token in turn do not change its vote", () => {
    const turn = (lastStatedAt: number, start: number, books: number) =>
      Array.from({ length: books }, () => vote(start, { ...token, lastStatedAt }));
    for (let at = 0; at < 600; at += 10) {
      const newest = at * minuteMs;
      const between = newest - 30 * minuteMs;
      expect(agreedStart([...turn(newest, evening, 3), ...turn(between, evening + hourMs, 2)])).toBe(evening);
      expect(agreedStart([...turn(between, evening, 3), ...turn(newest, evening + hourMs, 2)])).toBe(evening);
    }
  });

  test("if the books of a source are evenly divided, the start that they began to state last is the vote", () => {
    const before = vote(evening, { ...token, firstStatedAt: 1 });
    const after = vote(evening + hourMs, { ...token, firstStatedAt: 2 });
    expect(agreedStart([before, after])).toBe(evening + hourMs);
    expect(agreedStart([after, before])).toBe(evening + hourMs);
  });
});

describe("midnight UTC", () => {
  const bare = { isMidnightOnly: true } as const;

  test("a date without a time that one source states has no vote, no matter for how many books", () => {
    const dates = Array.from({ length: 3 }, () => vote(midnight, { source: "token:1", ...bare }));
    for (const hours of [-20, 1, 17, 37])
      expect(agreedStart([...dates, ...votes(1, midnight + hours * hourMs, { firstStatedAt: 9 })])).toBe(
        midnight + hours * hourMs,
      );
  });

  test("a date without a time leaves the vote to the time that the book stated before", () => {
    const before = vote(evening, { source: "book:first" });
    const dated = vote(midnight, { source: "book:first", firstStatedAt: 2, ...bare, earlier: before });
    const other = votes(1, evening + 3 * hourMs, { firstStatedAt: 1 });
    expect(agreedStart([dated, ...other])).toBe(evening);
    expect(agreedStart([dated])).toBe(evening);
    expect(agreedStart([dated, ...votes(1, midnight, bare)])).toBe(midnight);
  });

  test("a midnight that several independent sources state counts as a time", () => {
    const several = votes(2, midnight, bare);
    expect(agreedStart([...several, ...votes(1, midnight + hourMs)])).toBe(midnight);
    expect(agreedStart([...several, ...votes(3, midnight + hourMs)])).toBe(midnight + hourMs);
  });

  test("two sources that state different midnights do not confirm each other", () => {
    const dates = [...votes(1, midnight, bare), ...votes(1, midnight + 24 * hourMs, bare)];
    expect(agreedStart([...dates, ...votes(1, evening)])).toBe(evening);
  });

  test("a midnight counts as a time if its book has stated it next to other starts", () => {
    expect(agreedStart([...votes(2, midnight), ...votes(1, evening)])).toBe(midnight);
    expect(agreedStart([vote(midnight), ...votes(1, midnight + hourMs, { firstStatedAt: 1 })])).toBe(
      midnight,
    );
  });

  test("if no source states a time, dates without a time have votes", () => {
    const other = votes(1, midnight + 24 * hourMs, bare);
    const ofToken = Array.from({ length: 2 }, () => vote(midnight, { ...bare, firstStatedAt: 1 }));
    expect(agreedStart([...ofToken, ...other])).toBe(midnight + 24 * hourMs);
    expect(agreedStart(ofToken)).toBe(midnight);
    expect(agreedStart([])).toBeUndefined();
  });
});
