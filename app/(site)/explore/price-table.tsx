"use client";

import classes from "@/app/(site)/explore/explore.module.css";
import type { GridCell, GridLine, PriceGrid } from "@/app/(site)/explore/price-grid";
import { ageText, americanText, pointText, sizeText } from "@/app/(site)/price-text";

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

const ageOf = (lastUpdate: string | number | null, at: number): string =>
  lastUpdate === null ? "not measured" : `${ageText(Date.parse(String(lastUpdate)), at)} ago`;

const Cell = ({
  cell,
  comparable,
}: {
  readonly cell: GridCell | undefined;
  readonly comparable: boolean;
}) => {
  if (cell === undefined) return <td className={classes.price}>–</td>;
  const best = cell.best && comparable;
  return (
    <td className={classes.price}>
      <span className={best ? classes.best : undefined}>
        {americanText(cell.price)}
        {best && <span className={classes.hidden}> best price</span>}
      </span>
      {cell.size !== undefined && <span className={classes.size}>{sizeText(cell.size)}</span>}
    </td>
  );
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
                    <span className={classes.ageBelow}>{ageOf(row.lastUpdate, at)}</span>
                  </th>
                  {row.cells.map((cell, index) => (
                    <Cell key={grid.sides[index]} cell={cell} comparable={line.rows.length > 1} />
                  ))}
                  <td className={classes.ageBeside}>{ageOf(row.lastUpdate, at)}</td>
                </tr>
              ))}
            </tbody>
          );
        })}
      </table>
    </section>
  );
};
