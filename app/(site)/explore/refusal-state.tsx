"use client";

import { Anchor, Stack } from "@mantine/core";
import Link from "next/link";
import { planTitle } from "@/app/(site)/pricing/describe-plan";
import type { Refusal } from "@/app/call-api";
import { ErrorState } from "@/app/ui/error-state";

const titles: Readonly<Record<string, string>> = {
  ALLOWANCE_SPENT: "This month's allowance is used up",
  INVALID_SESSION: "You are signed out",
  MISSING_SESSION: "You are signed out",
  SPEED_LIMIT: "Too many calls in one second",
  UNKNOWN_EVENT: "There is no such fixture",
  UNREACHABLE: "The service could not be reached",
};

const titleOf = ({ code, requiredPlan }: Refusal): string => {
  if (code === "PLAN_REQUIRED" && requiredPlan !== undefined)
    return `This needs the ${planTitle(requiredPlan)} plan`;
  return titles[code] ?? "The call was refused";
};

const Advice = ({ code, retryAfterSeconds, docsUrl }: Refusal) => {
  if (code === "PLAN_REQUIRED")
    return (
      <Anchor component={Link} href="/pricing">
        What each plan includes
      </Anchor>
    );
  if (code === "ALLOWANCE_SPENT")
    return (
      <Anchor component={Link} href="/account">
        When it resets
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

// Asking again changes nothing about these.
const settled: ReadonlySet<string> = new Set([
  "PLAN_REQUIRED",
  "ALLOWANCE_SPENT",
  "MISSING_SESSION",
  "INVALID_SESSION",
]);

/** A refused call: what was refused, why, and the next step. */
export const RefusalState = ({
  refusal,
  onRetry,
}: {
  readonly refusal: Refusal;
  readonly onRetry: () => void;
}) => (
  <ErrorState title={titleOf(refusal)} {...(!settled.has(refusal.code) && { onRetry })}>
    <Stack gap="xs" align="center">
      <span>{refusal.message}</span>
      <Advice {...refusal} />
    </Stack>
  </ErrorState>
);
