"use client";

import { createTRPCClient, httpLink, retryLink, TRPCClientError } from "@trpc/client";
import type { ErrorCode } from "@/server/domain/errors/errors";
import type { PlanName } from "@/server/domain/plans/plans";
import type { WebsiteRouter } from "@/server/web/api/website-router";

// A page may make more calls in a second than the Free plan allows, so calls over the speed limit are retried.
const maxAttempts = 4;
const retryDelayMs = 1_000;

// Limits per hour, such as the limit on emails, also return `SPEED_LIMIT`, with a longer wait. Calls over these limits are not retried.
const isOverSpeedLimit = (error: unknown): boolean =>
  error instanceof TRPCClientError &&
  error.data?.code === "SPEED_LIMIT" &&
  !(error.data.retryAfterSeconds > 1);

/** Calls procedures as the signed-in account. */
export const api = createTRPCClient<WebsiteRouter>({
  links: [
    retryLink({
      retry: ({ error, attempts }) => attempts < maxAttempts && isOverSpeedLimit(error),
      retryDelayMs: () => retryDelayMs,
    }),
    httpLink({ url: "/api/trpc", methodOverride: "POST" }),
  ],
});

/** The API's reason for a failed call; `UNREACHABLE` if there was no response from the API. */
export type CallError = {
  readonly code: ErrorCode | "UNREACHABLE";
  readonly message: string;
  readonly docsUrl?: string;
  readonly requiredPlan?: PlanName;
  readonly retryAfterSeconds?: number;
};

type CallErrorData = {
  readonly code: ErrorCode;
  readonly docs_url: string;
  readonly required_plan?: PlanName;
  readonly retryAfterSeconds?: number;
};

/** Reads the error of a failed call for display. */
export const readCallError = (error: unknown): CallError => {
  const data = error instanceof TRPCClientError ? (error.data as CallErrorData | undefined) : undefined;
  if (!(error instanceof TRPCClientError) || data?.code === undefined)
    return { code: "UNREACHABLE", message: "We couldn't reach the service. Try again." };
  return {
    code: data.code,
    message: error.message,
    docsUrl: data.docs_url,
    ...(data.required_plan !== undefined && { requiredPlan: data.required_plan }),
    ...(data.retryAfterSeconds !== undefined && { retryAfterSeconds: data.retryAfterSeconds }),
  };
};
