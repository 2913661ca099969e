"use client";

import type { CallError } from "@/app/shared/call-api";
import { ErrorState } from "@/app/ui/error-state";
import { TextLink } from "@/app/ui/text-link";
import { planTitle } from "@/server/domain/plans/plans";

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
  if (code === "PLAN_REQUIRED") return <TextLink href="/pricing">Compare plans</TextLink>;
  if (code === "SPEED_LIMIT") return <span>Try again in {retryAfterSeconds ?? 1} s.</span>;
  if (code === "MISSING_SESSION" || code === "INVALID_SESSION")
    return <TextLink href="/signin?callbackUrl=%2Fexplore">Sign in</TextLink>;
  return docsUrl === undefined ? null : <a href={docsUrl}>What this error means</a>;
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
    <p>{messageOf(error)}</p>
    <Advice {...error} />
  </ErrorState>
);
