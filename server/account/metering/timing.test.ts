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
} from "@/server/account/metering/timing";

test("a ledger row that waits for reports receives the report of every charge, even if the reporting instance stalls for a second", () => {
  expect(trustMs + 1_000 + syncEveryMs).toBeLessThan(settleMs);
});

test("a ledger row skips the wait for reports only if its remaining requests exceed what the speed limit can admit during that wait", () => {
  // The speed limit counts the calls of each clock second. A wait that begins mid-second extends into one more second.
  expect(settleMs / 1_000 + 1).toBeLessThanOrEqual(unreportedSeconds);
});

test("a call that waits for the store and then for reports of charges takes at most 2 seconds", () => {
  expect(2 * storeDeadlineMs + settleMs).toBeLessThanOrEqual(2_000);
});

test("the creation of a counter succeeds or fails before another instance treats the counter as lost", () => {
  expect(2 * storeDeadlineMs).toBeLessThan(openingMs);
});

test("a running instance reports a charge before the charge counts as abandoned, even after a stall of a second", () => {
  expect(1_000 + 2 * syncEveryMs).toBeLessThan(leftBehindMs);
});

test("after a call that could not use the store, the ledger row is pinned for less time than a wait for reports can take", () => {
  expect(pinMs).toBeLessThan(settleMs);
});

test("the announcement of an account change succeeds or fails before the account's stored record is checked", () => {
  expect(announceForMs + 2 * storeDeadlineMs).toBeLessThanOrEqual(announcedWithinMs);
});
