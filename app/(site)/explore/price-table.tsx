"use client";

import { BookRows, BookTable } from "@/app/(site)/book-table";
import classes from "@/app/(site)/explore/explore.module.css";
import type { GridLine, PriceGrid } from "@/app/(site)/explore/price-grid";
import { formatLastUpdate, formatPoint } from "@/app/(site)/format-price";
import { Price } from "@/app/(site)/price";

type PriceTableProps = {
  readonly grid: PriceGrid;
  readonly homeTeam: string;
  readonly awayTeam: string;
  /** Time of the response, ms since the epoch. */
  readonly at: number;
};

const lineTitle = ({ subject, point }: GridLine, isSpread: boolean, homeTeam: string): string | undefined => {
  if (point === undefined) return subject;
  const line = isSpread ? `${homeTeam} ${formatPoint(point, true)}` : formatPoint(point, false);
  return subject === undefined ? line : `${subject}, ${line}`;
};

/** Books as rows, sides as columns, grouped by line. Marks the best prices of each line that several books quote. */
export const PriceTable = ({ grid, homeTeam, awayTeam, at }: PriceTableProps) => {
  const isSpread = grid.sides.includes(homeTeam) || grid.sides.includes(awayTeam);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the table
    <section className={classes.scroll} aria-label="Prices" tabIndex={0}>
      <BookTable values={grid.sides} details={["Last update"]}>
        {grid.lines.map((line) => (
          <BookRows
            key={line.id}
            heading={lineTitle(line, isSpread, homeTeam)}
            rows={line.rows.map((row) => {
              const updated = formatLastUpdate(row.lastUpdate, at);
              return {
                book: row.book,
                title: row.title,
                note: updated,
                values: row.cells.map((cell, side) => (
                  <Price
                    key={grid.sides[side]}
                    outcome={cell}
                    best={cell?.best === true && line.rows.length > 1}
                  />
                )),
                details: [updated],
              };
            })}
          />
        ))}
      </BookTable>
    </section>
  );
};
