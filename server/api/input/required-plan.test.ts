import { expect, test } from "vitest";
import { requireHistory, requireProps } from "@/server/api/input/required-plan";
import { ApiError } from "@/server/errors/api-error";
import { planNames } from "@/server/plans/plans";

const day = 86_400_000;
const now = Date.UTC(2026, 10, 21, 12);

const requiredBy = (run: () => void): string | undefined => {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.code === "PLAN_REQUIRED") return error.planGap?.requiredPlan;
    throw error;
  }
};

test("props require the Growth plan, and higher plans include them", () => {
  expect(planNames.map((plan) => requiredBy(() => requireProps(plan)))).toEqual([
    "growth",
    "growth",
    undefined,
    undefined,
    undefined,
  ]);
});

test.each([
  ["a fixture that has not started", now + 7 * day, "scale", undefined, undefined],
  ["a fixture that started exactly 14 days ago", now - 14 * day, "scale", undefined, undefined],
  [
    "a fixture that started a millisecond more than 14 days ago",
    now - 14 * day - 1,
    "business",
    "business",
    undefined,
  ],
  ["a fixture that does not exist", undefined, "scale", undefined, undefined],
])(
  "the history of %s requires the lowest plan that reaches back to its start, or none beyond the caller's",
  (_, start, growth, scale, business) => {
    expect(requiredBy(() => requireHistory("growth", start, now))).toBe(growth);
    expect(requiredBy(() => requireHistory("scale", start, now))).toBe(scale);
    expect(requiredBy(() => requireHistory("business", start, now))).toBe(business);
  },
);
