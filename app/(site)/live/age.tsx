"use client";

import classes from "@/app/(site)/live/screen.module.css";
import { formatDuration } from "@/app/(site)/live/time-text";
import { useServerSecond } from "@/app/(site)/live/use-server-time";
import type { Quote } from "@/server/market/screen/views";

/** A price begins to fade when a third of its life is left. */
export const fadesAt = ({
  leavesAt,
  lifeMs,
}: {
  readonly leavesAt: number;
  readonly lifeMs: number;
}): number => leavesAt - lifeMs / 3;

/** The age of a price, updated every second. A fading price also shows the time until its removal. */
export const Age = ({ updatedAt, leavesAt, lifeMs }: Quote & { readonly lifeMs: number }) => {
  const now = useServerSecond();
  const age = updatedAt === null ? "not measured" : `${formatDuration(now - updatedAt)} ago`;
  return (
    <>
      {age}
      {now >= fadesAt({ leavesAt, lifeMs }) && (
        <span className={classes.leaving}>removed in {formatDuration(Math.max(0, leavesAt - now))}</span>
      )}
    </>
  );
};
