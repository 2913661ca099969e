import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { UsageSections } from "@/app/(account)/account/usage-sections";
import type { ApiKeyRecord } from "@/server/account/keys/key-record";
import { dayMs } from "@/server/domain/durations";

const now = Date.UTC(2026, 10, 20);
const key: ApiKeyRecord = {
  id: "a",
  prefix: "ok_live_aaaaaaaa",
  lastFour: "9sKd",
  label: "production",
  test: false,
  createdAt: new Date(now - 60 * dayMs),
  lastUsedAt: new Date(now - 40 * dayMs),
  revokedAt: null,
  expiresAt: null,
};

const showEmpty = (keys: readonly ApiKeyRecord[]): string =>
  renderToStaticMarkup(
    createElement(UsageSections, {
      usage: { days: [], endpoints: [], keys: [], refusals: [] },
      keys,
      spanDays: 30,
      zone: { name: "UTC", american: false },
      now,
    }),
  );

describe("a span without calls", () => {
  test("says so of the span, and links to the other spans", () => {
    const html = showEmpty([key]);
    expect(html).toContain("No calls in the last 30 days");
    expect(html).toContain("/account?days=90");
    expect(html).not.toContain("No calls yet");
  });

  test.each([
    ["no key", [], true],
    ["a revoked key", [{ ...key, revokedAt: new Date(now - 1) }], true],
    ["an expired key", [{ ...key, expiresAt: new Date(now - 1) }], true],
    ["a key that will expire", [{ ...key, expiresAt: new Date(now + 1) }], false],
    ["a key that never expires", [key], false],
  ])("offers to create a key only without a working one: %s", (_, keys, offersKey) => {
    expect(showEmpty(keys).includes("/account/keys?create")).toBe(offersKey);
  });
});
