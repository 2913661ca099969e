"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import classes from "@/app/(site)/explore/game/game.module.css";
import type { PriceLine } from "@/app/(site)/explore/game/price-lines";

/** Rendering more rows than this at once takes longer than 100 ms on a slow computer. */
const rowsPerStep = 100;

/** Returns how many of the first lines are needed to show `rows` rows. If there are fewer rows, returns the number of all lines. */
export const linesWithin = (lines: readonly Pick<PriceLine, "rows">[], rows: number): number => {
  let total = 0;
  const at = lines.findIndex((line) => {
    total += line.rows.length;
    return total >= rows;
  });
  return at === -1 ? lines.length : at + 1;
};

/** Returns the first lines of a long table, and a function that shows more lines. */
export const useGrowingLines = (lines: readonly PriceLine[]) => {
  const [rows, setRows] = useState(rowsPerStep);
  const showMore = useCallback(() => setRows((before) => before + rowsPerStep), []);
  const shown = useMemo(() => lines.slice(0, linesWithin(lines, rows)), [lines, rows]);
  return { shown, showMore };
};

/**
 * The button at the end of a table. A click on the button, or scrolling to it, shows more lines.
 * @param left the number of lines that are not shown yet.
 */
export const MoreLines = ({ left, onMore }: { readonly left: number; readonly onMore: () => void }) => {
  const end = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when `left` changes, a new observer must check whether the button is in view
  useEffect(() => {
    if (end.current === null) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) onMore();
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [left, onMore]);
  return (
    <button ref={end} type="button" className={classes.more} onClick={onMore}>
      {left} more {left === 1 ? "line" : "lines"}
    </button>
  );
};
