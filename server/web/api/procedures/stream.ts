import { z } from "zod";
import { listChanges } from "@/server/market/stream/list-changes";
import { resumeFrom } from "@/server/market/stream/resume";
import { parsedOnce } from "@/server/web/api/input/parsed-once";
import { requireProps, requireStreams } from "@/server/web/api/input/required-plan";
import { lastEventId, parseStreamQuery, since, streamQuery } from "@/server/web/api/input/stream-query";
import { exampleChanges, exampleStream } from "@/server/web/api/openapi/stream-examples";
import { output, streamed } from "@/server/web/api/output";
import { countedProcedure, meteringOf } from "@/server/web/api/procedures";
import { oddsChanges, streamEvent } from "@/server/web/api/stream-schemas";
import { router } from "@/server/web/api/trpc";

export const streamRouter = router({
  changes: countedProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/odds/changes",
        operationId: "listOddsChanges",
        summary: "List changes",
        description:
          "The fixtures of up to 20 sports that changed since a cursor, and those that are gone. Costs one request if a fixture changed or is gone, and nothing otherwise. Without `since`, the response has all fixtures with prices. If the cursor is too old, `reset` is true and the response has everything again.",
        tags: ["Odds"],
        successDescription: "What changed, and the cursor for the next call.",
      },
      extraErrors: ["UNKNOWN_SPORT", "INVALID_MARKET", "PLAN_REQUIRED"],
      example: exampleChanges,
    })
    .output(output(oddsChanges))
    .input(parsedOnce(z.object({ ...streamQuery, since })))
    .query(async ({ ctx, input }) => {
      const { board, cursors, now } = ctx.services;
      const { filter, requestsProps } = parseStreamQuery(board, input);
      if (requestsProps) requireProps(meteringOf(ctx).caller.plan);
      const resume =
        input.since === undefined ? undefined : await resumeFrom(board, cursors, input.since, now);
      return listChanges({ board, cursors, now }, filter, resume);
    }),

  open: countedProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/odds/stream",
        operationId: "streamOdds",
        summary: "Stream prices",
        description:
          "Server-sent events with the prices of up to 20 sports: snapshots, then each fixture that changes. Requires the Growth plan or above. Costs one request when the stream opens. A client that reconnects with the header `Last-Event-ID` gets everything that changed meanwhile.",
        tags: ["Odds"],
        successDescription: "A stream of events that ends only when the client or the service ends it.",
      },
      isStream: true,
      extraErrors: ["UNKNOWN_SPORT", "INVALID_MARKET", "PLAN_REQUIRED"],
      example: exampleStream,
    })
    .output(streamed(streamEvent))
    .input(parsedOnce(z.object({ ...streamQuery, lastEventId })))
    .query(({ ctx, input }) => {
      requireStreams(meteringOf(ctx).caller.plan);
      const { filter } = parseStreamQuery(ctx.services.board, input);
      return { kind: "stream", filter, lastEventId: input.lastEventId };
    }),
});
