import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storeRuns } from "@/db/testing";
import {
  createStreamWorld,
  type StreamWorld,
  type WorldStep,
} from "@/server/market/stream/testing/stream-world";

let world: StreamWorld;
beforeAll(async () => {
  world = await createStreamWorld();
});
afterAll(() => world.close());

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("price" as const),
      game: fc.nat(5),
      book: fc.nat(3),
      price: fc.integer({ min: 100, max: 250 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("check" as const), book: fc.nat(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("pass" as const), seconds: fc.constantFrom(1, 20, 95, 200) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("invert" as const), game: fc.nat(5), book: fc.nat(3) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("withdraw" as const), book: fc.nat(3) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("move start" as const),
      game: fc.nat(5),
      minutes: fc.constantFrom(3, 30, 300),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("alias" as const), game: fc.nat(5), book: fc.nat(3) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("cut" as const), client: fc.nat(5), to: fc.nat(2) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("pause" as const), client: fc.nat(5) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("restart" as const),
      instance: fc.nat(2),
      isKilled: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: "compare" as const }) },
);

/** Has the steps of which random ones may have too few. The first game starts while time passes. */
const everyStep: WorldStep[] = [
  { kind: "price", game: 0, book: 0, price: 140 },
  { kind: "pass", seconds: 200 },
  { kind: "compare" },
  ...[0, 2, 4].map((client): WorldStep => ({ kind: "cut", client, to: 1 })),
  { kind: "restart", instance: 0, isKilled: true },
  { kind: "restart", instance: 1, isKilled: false },
];

test("after any changes, expiries, starts, withheld books, aliases, cuts, slow readers and restarts, what clients have assembled equals a fresh response of any instance", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
      await world.begin();
      for (const taken of steps) await world.take(taken);
      await world.compare();
    }),
    { numRuns: storeRuns(16), endOnFailure: true, examples: [[everyStep]] },
  );
  const { comparisons, cuts, restarts, events, resumed } = world.figures();
  expect(comparisons).toBeGreaterThan(10);
  expect(cuts).toBeGreaterThan(2);
  expect(restarts).toBeGreaterThan(0);
  expect(events.gone ?? 0).toBeGreaterThan(0);
  expect(resumed).toBeGreaterThan(0);
  process.stdout.write(`streams: ${JSON.stringify(world.figures())}\n`);
});
