"use client";

import classes from "@/app/(site)/explore/slate/slate-table.module.css";
import { fadesAt, LifeRing } from "@/app/(site)/live/age";
import { formatDuration } from "@/app/(site)/live/time-text";
import { useServerSecond } from "@/app/(site)/live/use-server-time";
import type { Quote } from "@/server/market/screen/views";

/** Of the books at one price, the one that is removed last. The price fades with it. */
const lastOf = <Of extends Pick<Quote, "leavesAt">>(quotes: readonly Of[]): Of | undefined =>
  quotes.toSorted((a, b) => b.leavesAt - a.leavesAt)[0];

/** Whether every book with the price is about to be removed. */
export const isFadingLevel = (
  quotes: readonly Pick<Quote, "leavesAt" | "lifeMs">[],
  now: number,
): boolean => {
  const last = lastOf(quotes);
  return last !== undefined && fadesAt(last) <= now;
};

/** The age of a price that several books quote: the age of its latest check. A fading price shows the time until its removal instead. */
const ShortAge = ({ updatedAt, leavesAt, lifeMs }: Omit<Quote, "book">) => {
  const now = useServerSecond();
  const left = Math.max(0, leavesAt - now);
  const age = updatedAt === null ? undefined : formatDuration(now - updatedAt);
  const text = left <= lifeMs / 3 ? `${formatDuration(left)} left` : age;
  return (
    <span className={classes.age}>
      <LifeRing share={Math.min(1, left / lifeMs)} />
      {/* One text node, with its space. Chrome counts a layout shift if a text appears after a space that was there alone. */}
      {text !== undefined && ` ${text}`}
    </span>
  );
};

export const LevelAge = ({ quotes }: { readonly quotes: readonly Omit<Quote, "book">[] }) => {
  const last = lastOf(quotes);
  return last && <ShortAge {...last} />;
};
