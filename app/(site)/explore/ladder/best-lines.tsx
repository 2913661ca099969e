"use client";

import { memo } from "react";
import type { Address } from "@/app/(site)/explore/address";
import classes from "@/app/(site)/explore/best.module.css";
import { BestBooks, BestPrice } from "@/app/(site)/explore/best-price";
import { bestRows, type PriceLine } from "@/app/(site)/explore/game/price-lines";
import { ScreenLink } from "@/app/(site)/explore/screen-link";
import { isSigned, sideName } from "@/app/(site)/explore/side-names";
import { Figure } from "@/app/(site)/live/figure";
import { formatFair, formatPoint, type Notation } from "@/app/(site)/live/notation";
import type { Side } from "@/server/domain/catalogue/sides";
import { impliedProbability } from "@/server/domain/prices/implied-probability";
import type { BookLabels, GameView } from "@/server/market/screen/views";

type BestLinesProps = {
  readonly game: Pick<GameView, "homeTeam" | "awayTeam">;
  readonly books: BookLabels;
  readonly sides: readonly Side[];
  readonly lines: readonly PriceLine[];
  readonly notation: Notation;
  /** Where a player's name links to. */
  readonly toSubject?: ((subject: string) => Address) | undefined;
};

const bySubject = (lines: readonly PriceLine[]): ReadonlyMap<string, readonly PriceLine[]> => {
  const groups = new Map<string, PriceLine[]>();
  for (const line of lines) {
    const group = groups.get(line.subject ?? "") ?? [];
    groups.set(line.subject ?? "", group);
    group.push(line);
  }
  return groups;
};

/** Whether the best price pays more than the consensus. If every best price were marked, none would stand out. */
const isAboveFair = (line: PriceLine, side: number): boolean => {
  const price = bestRows(line, side)[0]?.outcomes[side]?.price;
  const fair = line.consensus[side];
  return price !== undefined && fair !== undefined && impliedProbability(price) < fair;
};

/** A table of the best prices, with one row per line. The rows are grouped by player or team. */
export const BestLines = memo(({ game, books, sides, lines, notation, toSubject }: BestLinesProps) => {
  const hasSubjects = lines.some(({ subject }) => subject !== undefined);
  const hasPoints = lines.some(({ point }) => point !== undefined);
  const isSpread = isSigned(sides[0] ?? "over");
  return (
    <table className={classes.lines}>
      <thead>
        <tr>
          {hasSubjects && (
            <th scope="col" className={`${classes.cell} ${classes.head} ${classes.subject}`}>
              {toSubject === undefined ? "Team" : "Player"}
            </th>
          )}
          {hasPoints && (
            <th scope="col" className={`${classes.cell} ${classes.head} ${classes.line}`}>
              Line
            </th>
          )}
          {sides.map((side) => (
            <th key={side} scope="col" className={`${classes.cell} ${classes.head}`}>
              {sideName(side, game)}
            </th>
          ))}
          <th scope="col" className={`${classes.cell} ${classes.head} ${classes.detail}`}>
            Consensus
          </th>
          <th scope="col" className={`${classes.cell} ${classes.head} ${classes.count}`}>
            Books
          </th>
        </tr>
      </thead>
      {[...bySubject(lines)].map(([subject, ofSubject]) => (
        <tbody key={subject}>
          {ofSubject.map((line, place) => (
            <tr key={line.id} className={classes.row}>
              {hasSubjects && place === 0 && (
                <th
                  scope="rowgroup"
                  rowSpan={ofSubject.length}
                  className={`${classes.cell} ${classes.subject}`}
                >
                  {toSubject === undefined ? (
                    subject
                  ) : (
                    <ScreenLink to={toSubject(subject)}>{subject}</ScreenLink>
                  )}
                </th>
              )}
              {hasPoints && (
                <th scope="row" className={`${classes.cell} ${classes.line}`}>
                  {line.point !== undefined && formatPoint(line.point, isSpread)}
                </th>
              )}
              {sides.map((side, index) => (
                <td key={side} className={classes.cell}>
                  <BestPrice
                    line={line}
                    side={index}
                    notation={notation}
                    withPoint={isSpread}
                    isMarked={isAboveFair(line, index)}
                  />
                  <BestBooks line={line} side={index} books={books} />
                </td>
              ))}
              <td className={`${classes.cell} ${classes.detail}`}>
                <Figure
                  text={
                    line.consensus.every((probability) => probability === undefined)
                      ? "–"
                      : line.consensus
                          .map((probability) =>
                            probability === undefined ? "–" : formatFair(probability, notation),
                          )
                          .join(" / ")
                  }
                />
              </td>
              <td className={`${classes.cell} ${classes.count}`}>{line.rows.length}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
});
BestLines.displayName = "BestLines";
