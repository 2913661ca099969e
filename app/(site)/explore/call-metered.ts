"use client";

import { createTRPCClient, httpLink, type TRPCClient } from "@trpc/client";
import type { WebsiteRouter } from "@/server/api/website-router";

/** Cost and remaining allowance, from the headers of a response. */
export type CallFigures = {
  /** Requests that the call cost. */
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

/** Makes a call as the signed-in account. It costs as much as with an API key. */
export const callMetered = async <T>(
  run: (client: TRPCClient<WebsiteRouter>) => Promise<T>,
): Promise<{ readonly response: T; readonly figures: CallFigures | undefined }> => {
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
  const response = await run(client);
  return { response, figures };
};
