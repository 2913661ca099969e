import type { z } from "zod";
import { output } from "@/server/api/output";
import { freeProcedure, meteringOf } from "@/server/api/procedures";
import { usage as usageSchema } from "@/server/api/response-schemas";
import { router } from "@/server/api/trpc";
import { toWireTime } from "@/server/serialize/serialize";

type UsageRecord = z.infer<typeof usageSchema>;

export const usageRouter = router({
  read: freeProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/account/usage",
        operationId: "getUsage",
        summary: "Read plan, allowance and usage",
        description: "Plan, allowance and usage of the account of the API key. Free.",
        tags: ["Account"],
        successDescription: "The usage record.",
      },
      example: {
        plan: "growth",
        requests_allowance: 100000,
        requests_used_this_period: 1234,
        period_resets_at: "2026-12-01T09:30:00Z",
        speed_limit_per_second: 10,
      },
    })
    .output(output(usageSchema))
    .query(({ ctx }): UsageRecord => {
      const { caller, admission } = meteringOf(ctx);
      if (admission === undefined) throw new Error("the free call was not admitted before it ran");
      return {
        plan: caller.plan,
        requests_allowance: caller.allowance,
        requests_used_this_period: admission.used,
        period_resets_at: `${toWireTime(caller.periodEnd, "iso")}`,
        speed_limit_per_second: caller.speedLimitPerSecond,
      };
    }),
});
