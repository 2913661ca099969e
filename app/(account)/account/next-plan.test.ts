import { expect, test } from "vitest";
import { suggestPlan } from "@/app/(account)/account/next-plan";
import type { PlanName } from "@/server/domain/plans/plans";

const calls = (...required: (PlanName | null)[]) => required.map((requiredPlan) => ({ requiredPlan }));

test("the suggested plan is the highest that a rejected call requires, and counts only the calls that require it", () => {
  expect(suggestPlan("free", calls(null))).toEqual({ name: "starter", rejected: 0 });
  expect(suggestPlan("free", calls("growth", null, "scale"))).toEqual({ name: "scale", rejected: 1 });
  expect(suggestPlan("growth", calls("growth", "scale"))).toEqual({ name: "scale", rejected: 1 });
  expect(suggestPlan("business", calls("growth"))).toBeUndefined();
});
