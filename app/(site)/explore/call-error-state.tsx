"use client";

import { Anchor, Stack } from "@mantine/core";
import Link from "next/link";
import type { CallError } from "@/app/shared/call-api";
import { planTitle } from "@/app/shared/describe-plan";
import { ErrorState } from "@/app/ui/error-state";

const titles: Readonly<Record<string, string>> = {
  INVALID_SESSION: "You are signed out",
  MISSING_SESSION: "Sign in to see this",
  SPEED_LIMIT: "Too many requests",
  UNKNOWN_EVENT: "Game not found",
  UNREACHABLE: "No response",
};

const messageOf = ({ code, message }: CallError): string =>
  code === "UNREACHABLE" ? "We can't reach Oddskeeper." : message;

const titleOf = ({ code, requiredPlan }: CallError): string => {
  if (code === "PLAN_REQUIRED" && requiredPlan !== undefined)
    return `Requires the ${planTitle(requiredPlan)} plan`;
  return titles[code] ?? "The call failed";
};

const Advice = ({ code, retryAfterSeconds, docsUrl }: CallError) => {
  if (code === "PLAN_REQUIRED")
    return (
      <Anchor component={Link} href="/pricing">
        Compare plans
      </Anchor>
    );
  if (code === "SPEED_LIMIT") return <span>Try again in {retryAfterSeconds ?? 1} s.</span>;
  if (code === "MISSING_SESSION" || code === "INVALID_SESSION")
    return (
      <Anchor component={Link} href="/signin?callbackUrl=%2Fexplore">
        Sign in
      </Anchor>
    );
  return docsUrl === undefined ? null : <Anchor href={docsUrl}>What this error means</Anchor>;
};

// A retry cannot fix these errors.
const permanent: ReadonlySet<string> = new Set(["PLAN_REQUIRED", "MISSING_SESSION", "INVALID_SESSION"]);

/** Shows the error of a failed call and the next step. */
export const CallErrorState = ({
  error,
  onRetry,
}: {
  readonly error: CallError;
  readonly onRetry: () => void;
}) => (
  <ErrorState title={titleOf(error)} {...(!permanent.has(error.code) && { onRetry })}>
    <Stack gap="xs" align="center">
      <span>{messageOf(error)}</span>
      <Advice {...error} />
    </Stack>
  </ErrorState>
);
