import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createStreamWorld, type StreamWorld } from "@/server/market/stream/testing/stream-world";

/** How many connections are cut in all, and the longest time (s) for which a client is away. */
const cuts = 1_000;
const maxAwaySeconds = 120;

let world: StreamWorld;
beforeAll(async () => {
  process.env.TEST_STORE = "postgres";
  world = await createStreamWorld();
});
afterAll(() => world.close());

test("over 1,000 cuts of 1 to 120 s on three instances with restarts, no client loses a change", async () => {
  const [seed] = fc.sample(fc.nat(), 1);
  process.stdout.write(`seed ${seed}\n`);
  await world.begin();
  const steps = fc.sample(
    fc.record({
      client: fc.nat(5),
      to: fc.nat(2),
      away: fc.integer({ min: 1, max: maxAwaySeconds }),
      game: fc.nat(5),
      book: fc.nat(3),
      price: fc.integer({ min: 100, max: 250 }),
      extra: fc.nat(19),
    }),
    { numRuns: cuts, seed: seed ?? 0 },
  );
  for (const [index, { client, to, away, game, book, price, extra }] of steps.entries()) {
    // New games begin when most of the others have started.
    if (index % 12 === 0) await world.begin();
    await world.take({ kind: "disconnect", client });
    await world.take({ kind: "price", game, book, price });
    // The clock of the world moves, so that nobody waits for two minutes.
    await world.take({ kind: "pass", seconds: away });
    if (extra < 2) await world.take({ kind: "restart", instance: extra, isKilled: extra === 1 });
    if (extra === 2) await world.take({ kind: "invert", game, book });
    if (extra === 3) await world.take({ kind: "move start", game, minutes: 30 });
    await world.take({ kind: "check", book });
    await world.take({ kind: "reconnect", client, to });
    await world.compare();
    await delay(0);
  }
  const figures = world.figures();
  process.stdout.write(`streams: ${JSON.stringify(figures)}\n`);
  expect(figures.cuts).toBeGreaterThanOrEqual(cuts);
  expect(figures.restarts).toBeGreaterThan(50);
});
