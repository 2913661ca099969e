import { z } from "zod";
import type { usage as usageSchema } from "@/server/web/api/response-schemas";
import { readProcedure } from "@/server/web/mcp/read-procedure";
import { defineTool } from "@/server/web/mcp/tool";

type Usage = z.infer<typeof usageSchema>;

export const getUsage = defineTool({
  name: "get_usage",
  title: "Get plan and usage",
  description: "Plan, allowance, requests used and speed limit of the key's account. Free.",
  input: z.object({}),
  output: {
    plan: z.string(),
    requests_allowance: z.int(),
    requests_used_this_period: z.int(),
    period_resets_at: z.string(),
    speed_limit_per_second: z.int(),
  },
  procedure: "usage.read",
  run: async (context) => {
    const usage = await readProcedure<Usage>(context, "usage.read", {});
    return {
      data: usage,
      extent: { shown: 1, total: 1 },
      lines: [
        `Plan ${usage.plan}: ${usage.requests_used_this_period} of ${usage.requests_allowance} requests used; renewed at ${usage.period_resets_at}; ${usage.speed_limit_per_second} requests per second.`,
      ],
    };
  },
});
