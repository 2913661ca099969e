import fc from "fast-check";
import { expect, test } from "vitest";
import { type StartStatements, voteOf, withStatement } from "@/server/recorder/start-statements";

type Added = { readonly start: number; readonly at: number; readonly midnightOnly: 0 | 1 };
const addAll = (all: readonly Added[]) => all.reduce<StartStatements>(withStatement, []);

test("a book's vote is the start that it stated last, with the time when it first stated this start", () => {
  const stated = addAll([
    { start: 100, at: 1, midnightOnly: 0 },
    { start: 200, at: 2, midnightOnly: 0 },
    { start: 100, at: 3, midnightOnly: 1 },
  ]);
  expect(voteOf(stated)).toEqual({ start: 100, firstStatedAt: 1, isMidnightOnly: true });
  expect(voteOf([])).toBeUndefined();
});

test("a book's statements do not depend on the order in which its snapshots arrive", () => {
  const one = fc.record({
    start: fc.nat(4),
    at: fc.nat(6),
    midnightOnly: fc.constantFrom<0 | 1>(0, 1),
  });
  fc.assert(
    fc.property(
      fc
        .array(one, { maxLength: 12 })
        .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      ([all, shuffled]) => {
        expect(addAll(shuffled)).toEqual(addAll(all));
      },
    ),
  );
});

test("only the newest 16 statements of a book are kept", () => {
  const stated = addAll(
    Array.from({ length: 100 }, (_, at) => ({ start: at * 1000, at, midnightOnly: 0 as const })),
  );
  expect(stated).toHaveLength(16);
  expect(voteOf(stated)?.start).toBe(99_000);
});
