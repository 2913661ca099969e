"use client";

import classes from "@/app/(site)/explore/explore.module.css";
import type { CallState } from "@/app/(site)/explore/use-call";
import { CopyButton } from "@/app/ui/copy-button";
import { formatNumber } from "@/app/ui/format";

type CallNoteProps = {
  readonly baseUrl: string;
  /** Path and query. */
  readonly target: string;
  readonly counted: boolean;
  readonly state: CallState<unknown>;
};

const costText = ({ counted, state }: Pick<CallNoteProps, "counted" | "state">): string => {
  if (state.kind === "waiting") return `speed limit reached, retrying in ${state.seconds} s`;
  if (state.kind === "failed")
    return state.error.code === "UNREACHABLE" && counted
      ? "no response, may have cost 1 request"
      : "not charged";
  if (state.kind !== "done" || state.figures === undefined) return counted ? "costs 1 request" : "free";
  const { cost, remaining } = state.figures;
  const left = `${formatNumber(remaining)} left this period`;
  return cost === 0 ? "free" : `cost ${cost} request${cost === 1 ? "" : "s"}, ${left}`;
};

/** The exact API call behind a view, and its cost. */
export const CallNote = ({ baseUrl, target, counted, state }: CallNoteProps) => (
  <div className={classes.call}>
    <code>GET {target}</code>
    <span>{costText({ counted, state })}</span>
    <CopyButton value={`curl -H 'X-API-Key: <API_KEY>' '${baseUrl}${target}'`} noun="curl command" />
  </div>
);
