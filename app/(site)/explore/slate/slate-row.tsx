"use client";

import { memo } from "react";
import { ScreenLink } from "@/app/(site)/explore/screen-link";
import { isSigned, sideName } from "@/app/(site)/explore/side-names";
import classes from "@/app/(site)/explore/slate/slate.module.css";
import { Sparkline } from "@/app/(site)/explore/slate/sparkline";
import { StartTime } from "@/app/(site)/explore/start-time";
import { bookText } from "@/app/(site)/live/book-name";
import { BookNames } from "@/app/(site)/live/book-names";
import { Figure } from "@/app/(site)/live/figure";
import { formatFair, formatPoint, formatShare, type Notation } from "@/app/(site)/live/notation";
import { PriceText } from "@/app/(site)/live/price-text";
import { holdOf } from "@/server/domain/prices/fair-odds";
import { impliedProbability } from "@/server/domain/prices/implied-probability";
import type {
  BookLabels,
  PriceLevel,
  SlateGame,
  SlateSide,
  Sparkline as SparklineData,
} from "@/server/market/screen/views";

/**
 * The best price that has not lapsed, with the books that quote this price. A book's price lapses at its `leavesAt`: the price is then no
 * longer shown, because it was not checked in time.
 */
export const currentLevel = ({ levels }: SlateSide, now: number): PriceLevel | undefined => {
  for (const { price, quotes } of levels) {
    const left = quotes.filter(({ leavesAt }) => leavesAt > now);
    if (left.length > 0) return { price, quotes: left };
  }
  return undefined;
};

/** Whether every price of the game has lapsed. Then the consensus means nothing. */
export const isEmpty = ({ lastLeavesAt }: SlateGame, now: number): boolean =>
  lastLeavesAt === null || lastLeavesAt <= now;

/** The hold of the best prices; undefined if a side has no price. */
export const bestHold = (levels: readonly (PriceLevel | undefined)[]): number | undefined => {
  const prices = levels.flatMap((level) => (level === undefined ? [] : [level.price]));
  return prices.length === levels.length && prices.length > 0
    ? holdOf(prices.map(impliedProbability))
    : undefined;
};

type SlateRowProps = {
  readonly sport: string;
  readonly market: string;
  readonly game: SlateGame;
  readonly books: BookLabels;
  readonly notation: Notation;
  /** The server's time in ms, updated only when a price lapses or a game starts. */
  readonly now: number;
  readonly sparkline: SparklineData | undefined;
  readonly withMovement: boolean;
};

/** One game of a slate, as a table row. */
export const SlateRow = memo(
  ({ sport, market, game, books, notation, now, sparkline, withMovement }: SlateRowProps) => {
    const { homeTeam, awayTeam, sides } = game;
    const levels = sides.map((side) => currentLevel(side, now));
    const hold = bestHold(levels);
    const empty = isEmpty(game, now);
    const namesSides = isSigned(sides[0]?.side ?? "over");
    const nameOf = (side: SlateSide): string => sideName(side.side, game);
    const lineOf = ({ side, point }: SlateSide): string | undefined =>
      point === undefined ? undefined : formatPoint(point, isSigned(side));
    return (
      <tr className={classes.row} data-sides={namesSides ? "teams" : undefined}>
        <td className={`${classes.cell} ${classes.start}`}>
          <StartTime at={game.start} className={classes.day} />
        </td>
        <th scope="row" className={`${classes.cell} ${classes.game}`}>
          <ScreenLink to={{ sport, event: game.id, market }}>
            {namesSides ? (
              sides.map((side) => (
                <span key={side.side} className={classes.name}>
                  {nameOf(side)}
                </span>
              ))
            ) : (
              <>
                <span className={classes.name}>{awayTeam}</span>
                <span className={classes.name}>{homeTeam}</span>
              </>
            )}
          </ScreenLink>
        </th>
        <td className={`${classes.cell} ${classes.prices} ${classes.bold}`}>
          {sides.map((side, index) => {
            const level = levels[index];
            return (
              <span key={side.side} className={`${classes.line} ${classes.end}`}>
                <span className={namesSides ? classes.hidden : classes.side}>{nameOf(side)} </span>
                {lineOf(side) !== undefined && <span className={classes.point}>{lineOf(side)}</span>}
                {level === undefined ? (
                  <span className={classes.none}>–</span>
                ) : (
                  <PriceText price={level.price} notation={notation} />
                )}
              </span>
            );
          })}
        </td>
        <td className={`${classes.cell} ${classes.who}`}>
          {sides.map((side, index) => {
            const level = levels[index];
            return (
              <span key={side.side} className={classes.name}>
                {level !== undefined && (
                  <BookNames books={books} keys={level.quotes.map(({ book }) => book)} />
                )}
              </span>
            );
          })}
        </td>
        <td className={`${classes.cell} ${classes.fair}`} data-name="Consensus">
          {sides.map(({ side, consensus }) => (
            <span key={side} className={`${classes.line} ${classes.end}`}>
              <Figure text={consensus === undefined || empty ? "–" : formatFair(consensus, notation)} />
            </span>
          ))}
        </td>
        <td className={`${classes.cell} ${classes.figure}`} data-name="Hold">
          <Figure text={hold === undefined ? "–" : formatShare(hold)} />
        </td>
        <td className={`${classes.cell} ${classes.figure}`} data-name="Books">
          {empty ? 0 : game.books}
          {!empty && game.booksOnLine < game.books && (
            <span className={classes.note}>{game.booksOnLine} on this line</span>
          )}
          {!empty && game.outliers.length > 0 && (
            <span
              className={classes.note}
              title={game.outliers.map((book) => bookText(books, book)).join(", ")}
            >
              {game.outliers.length} {game.outliers.length === 1 ? "outlier" : "outliers"}
            </span>
          )}
          {game.lapsed.length > 0 && (
            <span
              className={classes.note}
              title={game.lapsed.map((book) => bookText(books, book)).join(", ")}
            >
              {game.lapsed.length} with lapsed prices
            </span>
          )}
        </td>
        {withMovement && (
          <td className={`${classes.cell} ${classes.movement}`}>
            <ScreenLink to={{ sport, event: game.id, market, view: "movement" }}>
              <span className={classes.hidden}>
                Movement of {awayTeam} at {homeTeam}:{" "}
              </span>
              {sparkline === undefined ? (
                "view"
              ) : (
                <Sparkline
                  sparkline={sparkline}
                  hasLines={sides.some(({ point }) => point !== undefined)}
                  isSpread={namesSides}
                  homeTeam={homeTeam}
                />
              )}
            </ScreenLink>
          </td>
        )}
      </tr>
    );
  },
);
SlateRow.displayName = "SlateRow";
