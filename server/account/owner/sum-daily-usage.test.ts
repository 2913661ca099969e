import { expect, test } from "vitest";
import { sumDailyUsage } from "@/server/account/owner/sum-daily-usage";

const row = (day: string, keyId: string, endpoint: string, kind: string, calls: number) => ({
  day,
  keyId,
  endpoint,
  kind,
  calls,
});

test("requests are summed by day, endpoint and outcome for the account and for the presented key, and no other key is named", () => {
  const days = sumDailyUsage(
    [
      row("2026-11-20", "mine", "listOdds", "counted", 3),
      row("2026-11-20", "other", "listOdds", "counted", 4),
      row("2026-11-20", "other", "listOdds", "SPEED_LIMIT", 2),
      row("2026-11-20", "website", "listEvents", "free", 1),
      row("2026-11-21", "other", "listOdds", "free", 5),
    ],
    ["2026-11-20", "2026-11-21", "2026-11-22"],
    "mine",
  );
  const none = { counted: 0, free: 0, errors: [] };
  expect(days).toEqual([
    {
      date: "2026-11-20",
      endpoints: [
        { endpoint: "listEvents", account: { ...none, free: 1 }, key: none },
        {
          endpoint: "listOdds",
          account: { counted: 7, free: 0, errors: [{ code: "SPEED_LIMIT", requests: 2 }] },
          key: { ...none, counted: 3 },
        },
      ],
    },
    { date: "2026-11-21", endpoints: [{ endpoint: "listOdds", account: { ...none, free: 5 }, key: none }] },
    { date: "2026-11-22", endpoints: [] },
  ]);
  expect(JSON.stringify(days)).not.toContain("other");
});

test("a call without a key has no share of a key", () => {
  const [day] = sumDailyUsage(
    [row("2026-11-20", "website", "listOdds", "counted", 1)],
    ["2026-11-20"],
    undefined,
  );
  expect(day?.endpoints[0]?.key).toBeNull();
});
