"use client";

import { memo } from "react";
import type { Address } from "@/app/(site)/explore/address";
import classes from "@/app/(site)/explore/game/line-picker.module.css";
import type { PriceLine } from "@/app/(site)/explore/game/price-lines";
import { ScreenLink } from "@/app/(site)/explore/screen-link";
import { formatPoint } from "@/app/(site)/live/notation";

type LinePickerProps = {
  /** The lines of a market, in ascending order. */
  readonly lines: readonly PriceLine[];
  /** The id of the main line. */
  readonly mainId: string;
  /** The id of the chosen line; undefined for all lines. */
  readonly chosen: string | undefined;
  /** The team whose points are shown; undefined for a total. */
  readonly team: string | undefined;
  readonly to: (line: string | undefined) => Address;
};

/** The line with the point that the URL states. */
export const findLine = (lines: readonly PriceLine[], point: string | undefined): PriceLine | undefined =>
  point === undefined ? undefined : lines.find((line) => line.point === Number(point));

/** Links to the lines of a market, each with its number of books, and to all lines. */
export const LinePicker = memo(({ lines, mainId, chosen, team, to }: LinePickerProps) => (
  <nav className={classes.picker} aria-label="Lines">
    <span className={classes.team}>{team ?? "Line"}</span>
    <ul>
      <li>
        <ScreenLink to={to(undefined)} aria-current={chosen === undefined ? "true" : undefined}>
          All
        </ScreenLink>
      </li>
      {lines.map(({ id, point, rows }) => (
        <li key={id}>
          <ScreenLink
            to={to(String(point))}
            aria-current={chosen === id ? "true" : undefined}
            title={id === mainId ? "Main line: the line with the most books" : undefined}
          >
            {formatPoint(point ?? 0, team !== undefined)}
            <span className={classes.count}>
              {rows.length}
              <span className={classes.hidden}>
                {rows.length === 1 ? " book" : " books"}
                {id === mainId && ", main line"}
              </span>
            </span>
          </ScreenLink>
        </li>
      ))}
    </ul>
  </nav>
));
LinePicker.displayName = "LinePicker";
