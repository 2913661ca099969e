import { expect, test } from "vitest";
import {
  announcedWithinMs,
  announceForMs,
  leftBehindMs,
  openingMs,
  pinMs,
  settleMs,
  storeDeadlineMs,
  syncEveryMs,
  trustMs,
  unreportedSeconds,
} from "@/server/metering/timing";

test("a charge on a counter reaches the ledger before the ledger row that took over from the counter settles, even if the charging instance stalls for a second", () => {
  expect(trustMs + 1_000 + syncEveryMs).toBeLessThan(settleMs);
});

test("a ledger row that does not wait for reports has more requests left than the speed limit can admit while a row settles", () => {
  // The speed limit counts in whole seconds, so one more second may have begun.
  expect(settleMs / 1_000 + 1).toBeLessThanOrEqual(unreportedSeconds);
});

test("a call that waits for the store and then for a row to settle takes at most 2 seconds", () => {
  expect(2 * storeDeadlineMs + settleMs).toBeLessThanOrEqual(2_000);
});

test("an instance has created a counter, or has failed to create it, before another instance treats the counter as lost", () => {
  expect(2 * storeDeadlineMs).toBeLessThan(openingMs);
});

test("even after a stall of a second, a running instance reports a charge before another instance treats the charge as abandoned", () => {
  expect(1_000 + 2 * syncEveryMs).toBeLessThan(leftBehindMs);
});

test("a call that could not use the store pins its ledger row for less time than a row may need to settle", () => {
  expect(pinMs).toBeLessThan(settleMs);
});

test("an account change is announced, or its announcement has failed, before the store is checked for an outdated record of the account", () => {
  expect(announceForMs + 2 * storeDeadlineMs).toBeLessThanOrEqual(announcedWithinMs);
});
