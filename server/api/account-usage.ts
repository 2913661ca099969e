import type { z } from "zod";
import { freeProcedure } from "@/server/api/procedures";
import { router } from "@/server/api/trpc";
import { usage as usageSchema } from "@/server/api/wire-schemas";
import { wireTime } from "@/server/board/wire";

type UsageRecord = z.infer<typeof usageSchema>;

export const usageRouter = router({
  read: freeProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/account/usage",
        operationId: "getUsage",
        summary: "Read plan, allowance and usage",
        description:
          "The plan, the allowance and what is used of it, for the account of the presented key. Free.",
        tags: ["Account"],
        successDescription: "The usage record.",
      },
      answer: usageSchema,
      example: {
        plan: "growth",
        requests_allowance: 100000,
        requests_used_this_period: 1234,
        period_resets_at: "2026-12-01T09:30:00Z",
        speed_limit_per_second: 10,
      },
    })
    .query(({ ctx }): UsageRecord => {
      const { admission } = ctx.call.record;
      if (admission === undefined) throw new Error("a free call answers after its admission");
      const { caller, used } = admission;
      return {
        plan: caller.plan,
        requests_allowance: caller.allowance,
        requests_used_this_period: used,
        period_resets_at: `${wireTime(caller.periodEnd, "iso")}`,
        speed_limit_per_second: caller.speedLimitPerSecond,
      };
    }),
});
