import { z } from "zod";

/** Shapes of the responses about the usage of an account. */

const usageCounts = z
  .strictObject({
    counted: z.int().meta({ description: "Requests that cost one request each.", example: 120 }),
    free: z.int().meta({ description: "Successful requests that cost nothing.", example: 8 }),
    errors: z
      .array(
        z
          .strictObject({
            code: z.string().meta({ description: "The error code.", example: "SPEED_LIMIT" }),
            requests: z.int().meta({ example: 3 }),
          })
          .meta({ id: "ErrorCount" }),
      )
      .meta({ description: "Requests that returned an error, by code." }),
  })
  .meta({ id: "UsageCounts" });

const usageDate = z.iso.date().meta({ description: "A day in UTC.", example: "2026-11-21" });

export const dailyUsage = z
  .strictObject({
    from: usageDate,
    to: usageDate,
    days: z
      .array(
        z
          .strictObject({
            date: usageDate,
            endpoints: z
              .array(
                z
                  .strictObject({
                    endpoint: z.string().meta({
                      description:
                        "The endpoint's operation id in the OpenAPI document. For a tool of `/mcp`, its name, such as `POST /mcp get_odds`.",
                      example: "listOdds",
                    }),
                    account: usageCounts.meta({ description: "The requests of all keys of the account." }),
                    key: usageCounts.nullable().meta({
                      description: "The requests of the presented key. `null` if the call has no key.",
                    }),
                  })
                  .meta({ id: "EndpointUsage" }),
              )
              .meta({ description: "By endpoint or tool." }),
          })
          .meta({ id: "DayUsage" }),
      )
      .meta({ description: "Every day from `from` to `to`, including days without a request." }),
  })
  .meta({ id: "DailyUsage" });
