"use client";

import classes from "@/app/(site)/explore/explore.module.css";
import type { GridLine, PriceGrid } from "@/app/(site)/explore/price-grid";
import { Price } from "@/app/(site)/price";
import { pointText, updateText } from "@/app/(site)/price-text";

type PriceTableProps = {
  readonly grid: PriceGrid;
  readonly homeTeam: string;
  readonly awayTeam: string;
  /** When the answer came, ms since the epoch. */
  readonly at: number;
};

const lineTitle = ({ subject, point }: GridLine, isSpread: boolean, homeTeam: string): string | undefined => {
  if (point === undefined) return subject;
  const line = isSpread ? `${homeTeam} ${pointText(point, true)}` : pointText(point, false);
  return subject === undefined ? line : `${subject}, ${line}`;
};

/** Books as rows, sides as columns, one part for each line. Where a single book quotes a line no price is marked as its best. */
export const PriceTable = ({ grid, homeTeam, awayTeam, at }: PriceTableProps) => {
  const isSpread = grid.sides.includes(homeTeam) || grid.sides.includes(awayTeam);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.scroll} aria-label="Prices" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Book</th>
            {grid.sides.map((side) => (
              <th key={side} scope="col" className={classes.price}>
                {side}
              </th>
            ))}
            <th scope="col" className={classes.ageBeside}>
              Last update
            </th>
          </tr>
        </thead>
        {grid.lines.map((line) => {
          const title = lineTitle(line, isSpread, homeTeam);
          return (
            <tbody key={line.id}>
              {title !== undefined && (
                <tr className={classes.line}>
                  <th scope="colgroup" colSpan={grid.sides.length + 2}>
                    {title}
                  </th>
                </tr>
              )}
              {line.rows.map((row) => (
                <tr key={row.book}>
                  <th scope="row">
                    {row.title}
                    <span className={classes.ageBelow}>{updateText(row.lastUpdate, at)}</span>
                  </th>
                  {row.cells.map((cell, index) => (
                    <td key={grid.sides[index]} className={classes.price}>
                      <Price outcome={cell} best={cell?.best === true && line.rows.length > 1} />
                    </td>
                  ))}
                  <td className={classes.ageBeside}>{updateText(row.lastUpdate, at)}</td>
                </tr>
              ))}
            </tbody>
          );
        })}
      </table>
    </section>
  );
};
