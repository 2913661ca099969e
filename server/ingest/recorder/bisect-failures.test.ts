import fc from "fast-check";
import { expect, test } from "vitest";
import { bisectFailures } from "@/server/ingest/recorder/bisect-failures";

test("bisection finds exactly the items that fail alone, in the order of the input", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.nat(200), { maxLength: 60 }),
      fc.func(fc.boolean()),
      async (items, isBad) => {
        const found = await bisectFailures(items, (some) => some.some((item) => isBad(item)));
        expect(found).toEqual(items.filter((item) => isBad(item)));
      },
    ),
  );
});

test("bisection finds one failing item among a thousand in fewer than 30 attempts", async () => {
  let attempts = 0;
  const items = Array.from({ length: 1000 }, (_, index) => index);
  const found = await bisectFailures(items, async (some) => {
    attempts += 1;
    return some.includes(617);
  });
  expect(found).toEqual([617]);
  expect(attempts).toBeLessThan(30);
});

test("bisection returns all items if they fail together and none fails alone", async () => {
  const fails = (some: readonly number[]) => some.includes(1) && some.includes(4);
  expect(await bisectFailures([1, 2, 3, 4], fails)).toEqual([1, 2, 3, 4]);
  expect(await bisectFailures([1, 2, 3], fails)).toEqual([]);
});

test("bisection of a thousand failing items takes at most 256 attempts", async () => {
  let attempts = 0;
  const items = Array.from({ length: 1000 }, (_, index) => index);
  const found = await bisectFailures(items, () => {
    attempts += 1;
    return true;
  });
  expect(found).toEqual(items);
  expect(attempts).toBeLessThanOrEqual(256);
});
