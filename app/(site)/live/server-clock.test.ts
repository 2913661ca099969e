import fc from "fast-check";
import { expect, test } from "vitest";
import { createServerClock } from "@/app/(site)/live/server-clock";

/** A server, and a browser whose clock differs from the server's. */
const createWorld = (wallOffsetMs: number) => {
  let trueTime = 1_000_000;
  let monotonic = 0;
  let wall = trueTime + wallOffsetMs;
  const clock = createServerClock(
    () => monotonic,
    () => wall,
  );
  const pass = (ms: number): void => {
    trueTime += ms;
    monotonic += ms;
    wall += ms;
  };
  return {
    clock,
    pass,
    serverTime: () => trueTime,
    /** On some operating systems, the monotonic clock stops while the computer sleeps. */
    sleep: (ms: number): void => {
      trueTime += ms;
      wall += ms;
    },
    setWall: (ms: number): void => {
      wall += ms;
    },
    request: (outMs: number, backMs: number): void => {
      const sentAt = clock.elapsed();
      pass(outMs);
      const stated = trueTime;
      pass(backMs);
      clock.sync(stated, sentAt);
    },
  };
};

test("the estimated clock is never behind the server's clock, and is ahead of the server's clock by no more than the fastest round trip", () => {
  const latency = fc.integer({ min: 1, max: 3_000 });
  fc.assert(
    fc.property(
      fc.integer({ min: -1e7, max: 1e7 }),
      fc.array(fc.tuple(latency, latency, fc.nat(5_000)), { minLength: 1, maxLength: 20 }),
      (wallOffset, requests) => {
        const world = createWorld(wallOffset);
        let fastest = Number.POSITIVE_INFINITY;
        for (const [out, back, pause] of requests) {
          world.request(out, back);
          fastest = Math.min(fastest, out + back);
          world.pass(pause);
          const error = (world.clock.now() ?? 0) - world.serverTime();
          expect(error).toBeGreaterThanOrEqual(0);
          expect(error).toBeLessThanOrEqual(fastest);
        }
      },
    ),
  );
});

test("after the computer has slept, the estimated clock is as accurate as before, without a new request", () => {
  const world = createWorld(0);
  world.request(10, 10);
  world.sleep(3_600_000);
  expect((world.clock.now() ?? 0) - world.serverTime()).toBe(10);
});

test("after the computer's clock is set back or forward, the estimated clock is correct from the next response on", () => {
  const world = createWorld(0);
  world.request(10, 10);
  world.setWall(-3_600_000);
  expect((world.clock.now() ?? 0) - world.serverTime()).toBe(10);
  world.setWall(7_200_000);
  expect((world.clock.now() ?? 0) - world.serverTime()).toBeGreaterThan(0);
  world.request(10, 10);
  expect((world.clock.now() ?? 0) - world.serverTime()).toBe(10);
});
