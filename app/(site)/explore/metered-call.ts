"use client";

import { createTRPCClient, httpLink, type TRPCClient } from "@trpc/client";
import type { WebsiteRouter } from "@/server/api/website-router";

/** Where the account stands after a call, from the headers of its answer. */
export type CallFigures = {
  /** What the call cost. */
  readonly cost: number;
  readonly used: number;
  readonly remaining: number;
};

const readFigures = (headers: Headers): CallFigures | undefined => {
  const [cost, used, remaining] = ["x-requests-last", "x-requests-used", "x-requests-remaining"].map((name) =>
    headers.get(name),
  );
  if (cost == null || used == null || remaining == null) return undefined;
  return { cost: Number(cost), used: Number(used), remaining: Number(remaining) };
};

/** One call as the signed-in account, metered as any call, with the figures that its answer states. */
export const meteredCall = async <T>(
  run: (client: TRPCClient<WebsiteRouter>) => Promise<unknown>,
): Promise<{ readonly answer: T; readonly figures: CallFigures | undefined }> => {
  let figures: CallFigures | undefined;
  const client = createTRPCClient<WebsiteRouter>({
    links: [
      httpLink({
        url: "/api/trpc",
        methodOverride: "POST",
        fetch: async (input, init) => {
          const response = await fetch(input, init as RequestInit);
          figures = readFigures(response.headers);
          return response;
        },
      }),
    ],
  });
  // Priced answers are prepared bytes on the server, so their shape is not in the procedure's type.
  const answer = (await run(client)) as T;
  return { answer, figures };
};
