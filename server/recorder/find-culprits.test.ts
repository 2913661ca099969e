import fc from "fast-check";
import { expect, test } from "vitest";
import { findCulprits } from "@/server/recorder/find-culprits";

test("finds exactly the items that fail by themselves, in their order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.nat(200), { maxLength: 60 }),
      fc.func(fc.boolean()),
      async (items, isBad) => {
        const found = await findCulprits(items, (some) => some.some((item) => isBad(item)));
        expect(found).toEqual(items.filter((item) => isBad(item)));
      },
    ),
  );
});

test("one bad item among a thousand is found in a few dozen attempts", async () => {
  let attempts = 0;
  const items = Array.from({ length: 1000 }, (_, index) => index);
  const found = await findCulprits(items, async (some) => {
    attempts += 1;
    return some.includes(617);
  });
  expect(found).toEqual([617]);
  expect(attempts).toBeLessThan(30);
});

test("items that fail only together are all found", async () => {
  const fails = (some: readonly number[]) => some.includes(1) && some.includes(4);
  expect(await findCulprits([1, 2, 3, 4], fails)).toEqual([1, 2, 3, 4]);
  expect(await findCulprits([1, 2, 3], fails)).toEqual([]);
});

test("a thousand bad items are found in a bounded number of attempts", async () => {
  let attempts = 0;
  const items = Array.from({ length: 1000 }, (_, index) => index);
  const found = await findCulprits(items, () => {
    attempts += 1;
    return true;
  });
  expect(found).toEqual(items);
  expect(attempts).toBeLessThanOrEqual(256);
});
