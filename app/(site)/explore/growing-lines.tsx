"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import classes from "@/app/(site)/explore/game.module.css";
import type { PriceLine } from "@/app/(site)/explore/price-lines";

/** Rendering more rows than this at once takes longer than 100 ms on a slow computer. */
const rowsPerStep = 100;

/** How many lines, counted from the first, are needed to get at least `rows` rows. If all lines have fewer rows, the number of all lines. */
export const linesWithin = (lines: readonly Pick<PriceLine, "rows">[], rows: number): number => {
  let total = 0;
  const at = lines.findIndex((line) => {
    total += line.rows.length;
    return total >= rows;
  });
  return at === -1 ? lines.length : at + 1;
};

/** The first lines of a long table, and more of them each time the reader reaches its end. */
export const useGrowingLines = (lines: readonly PriceLine[]) => {
  const [rows, setRows] = useState(rowsPerStep);
  const showMore = useCallback(() => setRows((before) => before + rowsPerStep), []);
  const shown = useMemo(() => lines.slice(0, linesWithin(lines, rows)), [lines, rows]);
  return { shown, showMore };
};

/** The button at the end of a table that has more lines. Clicking the button or scrolling to it shows some of them. */
export const MoreLines = ({ left, onMore }: { readonly left: number; readonly onMore: () => void }) => {
  const end = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end may still be in view after lines were added
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
