import { expect, test } from "vitest";
import { endOf, formatWait, isActive } from "@/app/(account)/account/keys/key-state";
import type { KeyView } from "@/app/(account)/account/keys/key-view";
import { hourMs, minuteMs } from "@/server/domain/durations";

const key = (times: Partial<Pick<KeyView, "revoked_at" | "expires_at">>): KeyView => ({
  id: "4f1c6f0e-3f5b-4d53-9a43-1f6f0c4a7f10",
  prefix: "ok_live_7Fq2LmXa",
  last_four: "9sKd",
  label: "production",
  test: false,
  created_at: "2026-11-21T10:00:00Z",
  last_used_at: null,
  revoked_at: null,
  expires_at: null,
  ...times,
});

test.each([
  [7 * 24 * hourMs - 1_000, "in 7 days"],
  [47 * hourMs, "in 2 days"],
  [24 * hourMs - 1_000, "in 1 day"],
  [23 * hourMs, "in 23 hours"],
  [hourMs - 1_000, "in 1 hour"],
  [59 * minuteMs, "in 59 minutes"],
  [61_000, "in 1 minute"],
  [59_000, "in less than a minute"],
])("a wait of %d ms is shown as %j", (ms, words) => {
  expect(formatWait(ms)).toBe(words);
});

const end = Date.parse("2026-11-22T10:00:00Z");
const ending = key({ expires_at: "2026-11-22T10:00:00Z" });
const revoked = key({ expires_at: "2026-11-22T10:00:00Z", revoked_at: "2026-11-21T12:00:00Z" });

test("a key is active until it is revoked or expires", () => {
  expect([isActive(key({}), end), isActive(ending, end - 1), isActive(ending, end)]).toEqual([
    true,
    true,
    false,
  ]);
  expect(isActive(revoked, end - 1)).toBe(false);
});

test("endOf returns the earlier of a key's revocation and expiry", () => {
  expect([endOf(key({})), endOf(ending), endOf(revoked)]).toEqual([
    null,
    "2026-11-22T10:00:00Z",
    "2026-11-21T12:00:00Z",
  ]);
});
