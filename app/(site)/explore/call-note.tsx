"use client";

import classes from "@/app/(site)/explore/explore.module.css";
import type { CallState } from "@/app/(site)/explore/use-call";
import { CopyButton } from "@/app/ui/copy-button";

type CallNoteProps = {
  readonly baseUrl: string;
  /** Path and query. */
  readonly target: string;
  readonly counted: boolean;
  readonly state: CallState<unknown>;
};

const costText = ({ counted, state }: Pick<CallNoteProps, "counted" | "state">): string => {
  if (state.kind === "waiting") return `over the speed limit, calling again in ${state.seconds} s`;
  if (state.kind === "refused") return "refused, cost nothing";
  if (state.kind !== "answered" || state.figures === undefined) return counted ? "costs 1 request" : "free";
  const { cost, remaining } = state.figures;
  const left = `${remaining.toLocaleString("en-US")} left this period`;
  return cost === 0 ? "free" : `cost ${cost} request${cost === 1 ? "" : "s"}, ${left}`;
};

/** The exact call behind a view, and what it costs. */
export const CallNote = ({ baseUrl, target, counted, state }: CallNoteProps) => (
  <div className={classes.call}>
    <code>GET {target}</code>
    <span>{costText({ counted, state })}</span>
    <CopyButton value={`curl -H 'X-API-Key: <API_KEY>' '${baseUrl}${target}'`} what="the call as curl" />
  </div>
);
