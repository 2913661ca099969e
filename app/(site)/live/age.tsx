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

/** A ring, 25 units long, that empties until the price is removed, also for prices whose age is not measured. */
export const LifeRing = ({ share }: { readonly share: number }) => (
  <svg className={classes.ring} viewBox="0 0 10 10" aria-hidden="true">
    <circle cx="5" cy="5" r="4" />
    <circle cx="5" cy="5" r="4" strokeDasharray={`${25 * share} 30`} />
  </svg>
);

/** The age of a price, updated every second, and the share of its life that is left. A fading price also shows the time until its removal. */
export const Age = ({ updatedAt, leavesAt, lifeMs }: Pick<Quote, "updatedAt" | "leavesAt" | "lifeMs">) => {
  const now = useServerSecond();
  const left = Math.max(0, leavesAt - now);
  return (
    <>
      <LifeRing share={Math.min(1, left / lifeMs)} />{" "}
      {updatedAt === null ? "not measured" : `${formatDuration(now - updatedAt)} ago`}
      {left <= lifeMs / 3 && <span className={classes.leaving}>removed in {formatDuration(left)}</span>}
    </>
  );
};
