"use client";

import classes from "@/app/(site)/explore/slate/slate.module.css";
import { Age, fadesAt } from "@/app/(site)/live/age";
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

/** The age of a price that several books quote: the age of its latest check. */
export const LevelAge = ({ quotes }: { readonly quotes: readonly Omit<Quote, "book">[] }) => {
  const last = lastOf(quotes);
  return (
    last && (
      <span className={classes.age}>
        <Age {...last} short />
      </span>
    )
  );
};
