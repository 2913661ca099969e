"use client";

import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client";
import type { WebsiteRouter } from "@/server/api/website-router";
import type { ErrorCode } from "@/server/errors/errors";
import type { PlanName } from "@/server/plans/plans";

/** Calls procedures as the signed-in account. */
export const api = createTRPCClient<WebsiteRouter>({
  links: [httpLink({ url: "/api/trpc", methodOverride: "POST" })],
});

/** Why a call was refused, as the API tells it. */
export type Refusal = {
  readonly code: ErrorCode | "UNREACHABLE";
  readonly message: string;
  readonly docsUrl?: string;
  readonly requiredPlan?: PlanName;
  readonly retryAfterSeconds?: number;
};

type RefusalData = {
  readonly code: ErrorCode;
  readonly docs_url: string;
  readonly required_plan?: PlanName;
  readonly retryAfterSeconds?: number;
};

/** What a failed call means to the person who made it. */
export const readRefusal = (error: unknown): Refusal => {
  const data = error instanceof TRPCClientError ? (error.data as RefusalData | undefined) : undefined;
  if (!(error instanceof TRPCClientError) || data?.code === undefined)
    return { code: "UNREACHABLE", message: "The service could not be reached. Try again." };
  return {
    code: data.code,
    message: error.message,
    docsUrl: data.docs_url,
    ...(data.required_plan !== undefined && { requiredPlan: data.required_plan }),
    ...(data.retryAfterSeconds !== undefined && { retryAfterSeconds: data.retryAfterSeconds }),
  };
};
