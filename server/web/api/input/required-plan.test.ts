import { expect, test } from "vitest";
import { dayMs } from "@/server/domain/durations";
import { ApiError } from "@/server/domain/errors/api-error";
import { planNames } from "@/server/domain/plans/plans";
import { requireHistory, requireProps } from "@/server/web/api/input/required-plan";

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
  ["a fixture that has not started", "scale", now + 7 * dayMs],
  ["a fixture that started exactly 14 days ago", "scale", now - 14 * dayMs],
  ["a fixture that started a millisecond more than 14 days ago", "business", now - 14 * dayMs - 1],
  ["a fixture that does not exist", "scale", undefined],
] as const)("the history of %s requires the %s plan, and higher plans include it", (_, required, start) => {
  for (const plan of planNames) {
    const isEnough = planNames.indexOf(plan) >= planNames.indexOf(required);
    expect([plan, requiredBy(() => requireHistory(plan, start, now))]).toEqual([
      plan,
      isEnough ? undefined : required,
    ]);
  }
});
