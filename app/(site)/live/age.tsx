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

const ringLength = 2 * Math.PI * 4;

/** A ring that empties until the price is removed, also for prices whose age is not measured. */
const LifeRing = ({ share }: { readonly share: number }) => (
  <svg className={classes.ring} viewBox="0 0 10 10" aria-hidden="true">
    <circle cx="5" cy="5" r="4" />
    <circle cx="5" cy="5" r="4" strokeDasharray={`${(share * ringLength).toFixed(1)} 30`} />
  </svg>
);

/**
 * The age of a price, updated every second, with the share of its life that is left. A fading price also shows the time until its removal.
 * @param short leaves out words that the column's header implies.
 */
export const Age = ({
  updatedAt,
  leavesAt,
  lifeMs,
  short = false,
}: Pick<Quote, "updatedAt" | "leavesAt" | "lifeMs"> & { readonly short?: boolean }) => {
  const now = useServerSecond();
  const left = Math.max(0, leavesAt - now);
  const ring = <LifeRing share={Math.min(1, left / lifeMs)} />;
  if (short) {
    const isFading = now >= fadesAt({ leavesAt, lifeMs });
    const text = isFading
      ? `${formatDuration(left)} left`
      : updatedAt === null
        ? ""
        : formatDuration(now - updatedAt);
    return (
      <>
        {ring} {text}
      </>
    );
  }
  const age = updatedAt === null ? "not measured" : `${formatDuration(now - updatedAt)} ago`;
  return (
    <>
      {ring} {age}
      {now >= fadesAt({ leavesAt, lifeMs }) && (
        <span className={classes.leaving}>removed in {formatDuration(Math.max(0, leavesAt - now))}</span>
      )}
    </>
  );
};
