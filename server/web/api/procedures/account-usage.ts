import { z } from "zod";
import { retryRead } from "@/db/retry-read";
import { readUsageBetween } from "@/server/account/owner/read-usage";
import { sumDailyUsage } from "@/server/account/owner/sum-daily-usage";
import { toWireTime } from "@/server/domain/serialize/serialize";
import { parseDays } from "@/server/web/api/input/parse-days";
import { output } from "@/server/web/api/output";
import { freeProcedure, meteringOf } from "@/server/web/api/procedures";
import { usage as usageSchema } from "@/server/web/api/response-schemas";
import { router } from "@/server/web/api/trpc";
import { dailyUsage as dailyUsageSchema } from "@/server/web/api/usage-schemas";

type UsageRecord = z.infer<typeof usageSchema>;

export const usageRouter = router({
  read: freeProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/account/usage",
        operationId: "getUsage",
        summary: "Get usage",
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

  daily: freeProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/account/usage/daily",
        operationId: "getDailyUsage",
        summary: "Get daily usage",
        description:
          "The requests of the account of the API key by UTC day, endpoint and outcome, and the share of this key. Other keys are never named. Free.",
        tags: ["Account"],
        successDescription: "Usage by day.",
      },
      example: {
        from: "2026-11-21",
        to: "2026-11-21",
        days: [
          {
            date: "2026-11-21",
            endpoints: [
              {
                endpoint: "listOdds",
                account: { counted: 120, free: 8, errors: [{ code: "SPEED_LIMIT", requests: 3 }] },
                key: { counted: 20, free: 8, errors: [] },
              },
            ],
          },
        ],
      },
    })
    .output(output(dailyUsageSchema))
    .input(
      z.object({
        from: z
          .string()
          .meta({
            description: "The first UTC day. Default: 29 days before `to`. At most 366 days.",
            format: "date",
            example: "2026-11-01",
          })
          .optional(),
        to: z
          .string()
          .meta({ description: "The last UTC day. Default: today.", format: "date", example: "2026-11-21" })
          .optional(),
      }),
    )
    .query(async ({ ctx, input }): Promise<z.infer<typeof dailyUsageSchema>> => {
      const { caller } = meteringOf(ctx);
      const { db, now } = ctx.services;
      const days = parseDays(input, now());
      const [from = "", to = ""] = [days[0], days.at(-1)];
      const rows = await retryRead(db, () => readUsageBetween(db, caller.accountId, from, to));
      return { from, to, days: sumDailyUsage(rows, days, caller.keyId) };
    }),
});
