import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agreedStart, type StartVote } from "@/server/matching/agreed-start";
import { hourMs, minuteMs } from "@/server/matching/windows";

const evening = Date.UTC(2026, 3, 20, 17);
const midnight = Date.UTC(2026, 3, 20);

const vote = (start: number, more: Partial<StartVote> = {}): StartVote => ({
  start,
  firstStatedAt: 0,
  isMidnightOnly: false,
  ...more,
});
const votes = (count: number, start: number, more: Partial<StartVote> = {}) =>
  Array.from({ length: count }, () => vote(start, more));

describe("the agreed start", () => {
  test("the agreed start is the one that most books state, even if another start was stated later", () => {
    const early = votes(5, evening - 28 * hourMs, { firstStatedAt: 9 });
    expect(agreedStart([...early, ...votes(32, evening)])).toBe(evening);
  });

  test("starts at most five minutes apart form a group, and the most common start of the largest group is the agreed start", () => {
    const near = [vote(evening), vote(evening + 5 * minuteMs), vote(evening + 5 * minuteMs)];
    expect(agreedStart([...near, ...votes(2, evening + hourMs)])).toBe(evening + 5 * minuteMs);
    expect(agreedStart([vote(evening), vote(evening + 6 * minuteMs), vote(evening + hourMs)])).toBe(evening);
  });

  test("if two starts have equally many votes, the one that was stated first is the agreed start", () => {
    const first = vote(evening + hourMs, { firstStatedAt: 1 });
    const second = vote(evening, { firstStatedAt: 2 });
    expect(agreedStart([first, second])).toBe(evening + hourMs);
    expect(agreedStart([second, first])).toBe(evening + hourMs);
  });

  test("a date without a time has no vote if a book states a later start within 36 hours", () => {
    const dates = votes(3, midnight, { isMidnightOnly: true });
    expect(agreedStart([...dates, vote(evening)])).toBe(evening);
    expect(agreedStart([...dates, vote(midnight + 37 * hourMs)])).toBe(midnight);
  });

  test("a date without a time loses to a start up to 36 hours earlier, unless more books state the date", () => {
    const dates = votes(5, midnight, { isMidnightOnly: true });
    expect(agreedStart([...dates, vote(midnight - 20 * hourMs)])).toBe(midnight);
    const midnightVote = vote(midnight, { isMidnightOnly: true });
    expect(agreedStart([midnightVote, vote(midnight - 20 * hourMs)])).toBe(midnight - 20 * hourMs);
  });

  test("a midnight start counts as a time if its snapshot contains other times too", () => {
    expect(agreedStart([...votes(2, midnight), vote(evening)])).toBe(midnight);
  });

  test("if no book states a time, dates without a time have votes", () => {
    const other = vote(midnight + 24 * hourMs, { isMidnightOnly: true, firstStatedAt: 1 });
    expect(agreedStart([...votes(2, midnight, { isMidnightOnly: true }), other])).toBe(midnight);
    expect(agreedStart([])).toBeUndefined();
  });

  test("the agreed start is one of the stated starts, and does not depend on the order of the votes", () => {
    const some = fc.record({
      start: fc.nat(40).map((steps) => midnight + steps * 3 * minuteMs),
      firstStatedAt: fc.nat(3),
      isMidnightOnly: fc.boolean(),
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

  test("one book never changes a start on which three others agree", () => {
    fc.assert(
      fc.property(fc.integer({ min: -72, max: 72 }), fc.boolean(), fc.nat(9), (hours, isMidnightOnly, at) => {
        const lone = vote(evening + hours * hourMs, { isMidnightOnly, firstStatedAt: at - 5 });
        expect(agreedStart([lone, ...votes(3, evening)])).toBe(evening);
      }),
    );
  });
});
