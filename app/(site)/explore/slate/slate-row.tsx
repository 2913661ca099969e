"use client";

import { memo } from "react";
import { ScreenLink } from "@/app/(site)/explore/screen-link";
import { isSigned, sideName } from "@/app/(site)/explore/side-names";
import { bestHold, currentLevel, isEmpty } from "@/app/(site)/explore/slate/slate-figures";
import { isFadingLevel, LevelAge } from "@/app/(site)/explore/slate/slate-price";
import classes from "@/app/(site)/explore/slate/slate-table.module.css";
import { Sparkline } from "@/app/(site)/explore/slate/sparkline";
import { StartTime } from "@/app/(site)/explore/start-time";
import { bookText } from "@/app/(site)/live/book-name";
import { BookNames } from "@/app/(site)/live/book-names";
import { Figure } from "@/app/(site)/live/figure";
import { formatFair, formatPoint, formatShare, type Notation } from "@/app/(site)/live/notation";
import { PriceText } from "@/app/(site)/live/price-text";
import type {
  BookLabels,
  SlateGame,
  SlateSide,
  Sparkline as SparklineData,
} from "@/server/market/screen/views";

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

/** The two teams of a game, as a link to its prices. */
export const GameLink = ({ sport, market, game }: Pick<SlateRowProps, "sport" | "market" | "game">) => {
  const { homeTeam, awayTeam, sides } = game;
  const names = isSigned(sides[0]?.side ?? "over")
    ? sides.map(({ side }) => sideName(side, game))
    : [awayTeam, homeTeam];
  return (
    <ScreenLink to={{ sport, event: game.id, market }} data-game>
      {names.map((name) => (
        <span key={name} className={classes.name}>
          {name}
        </span>
      ))}
    </ScreenLink>
  );
};

/** The hold of the best prices. A negative hold is marked: whoever backs every side at these prices profits. */
export const Hold = ({ hold }: { readonly hold: number | undefined }) => {
  if (hold === undefined) return <span className={classes.none}>–</span>;
  return (
    <span className={hold < 0 ? classes.negative : undefined}>
      <Figure text={formatShare(hold)} />
      {hold < 0 && <span className={classes.hidden}> negative</span>}
    </span>
  );
};

/** How many books quote the game, and which of them are left out. */
const BookCount = ({
  game,
  books,
  empty,
}: {
  readonly game: SlateGame;
  readonly books: BookLabels;
  readonly empty: boolean;
}) => {
  const { booksOnLine, outliers, lapsed } = game;
  const count = empty ? 0 : game.books;
  const onLine = !empty && booksOnLine < count;
  const named = (label: string, keys: readonly string[]): readonly string[] =>
    keys.length === 0 ? [] : [`${label}: ${keys.map((book) => bookText(books, book)).join(", ")}`];
  const title = [
    onLine ? `${booksOnLine} of ${count} books quote this line` : `${count} books`,
    ...named("Lapsed", lapsed),
    ...named("Outliers, never the best", outliers),
  ].join("\n");
  return (
    <span className={classes.counts} title={title}>
      <span>
        <Figure
          text={[
            onLine ? `${booksOnLine}/${count}` : `${count}`,
            ...(lapsed.length > 0 ? [`${lapsed.length} lapsed`] : []),
          ].join(" · ")}
        />
      </span>
      {!empty && outliers.length > 0 && (
        <span className={classes.note}>
          {outliers.length} {outliers.length === 1 ? "outlier" : "outliers"}
        </span>
      )}
    </span>
  );
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
          <GameLink sport={sport} market={market} game={game} />
        </th>
        <td className={`${classes.cell} ${classes.prices} ${classes.bold}`}>
          {sides.map((side, index) => {
            const level = levels[index];
            return (
              <span
                key={side.side}
                className={`${classes.line} ${classes.end}`}
                data-fading={level !== undefined && isFadingLevel(level.quotes, now) ? "true" : undefined}
              >
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
                  <>
                    <LevelAge quotes={level.quotes} />
                    <BookNames books={books} keys={level.quotes.map(({ book }) => book)} />
                  </>
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
          <Hold hold={hold} />
        </td>
        <td className={`${classes.cell} ${classes.figure}`} data-name="Books">
          <BookCount game={game} books={books} empty={empty} />
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
