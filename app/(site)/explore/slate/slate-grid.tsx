"use client";

import { memo } from "react";
import { isSigned } from "@/app/(site)/explore/side-names";
import { currentLevel, holdNow } from "@/app/(site)/explore/slate/slate-figures";
import grid from "@/app/(site)/explore/slate/slate-grid.module.css";
import { isFadingLevel, LevelAge } from "@/app/(site)/explore/slate/slate-price";
import { GameLink, Hold } from "@/app/(site)/explore/slate/slate-row";
import { holdText, type SlateTableProps, SortHead } from "@/app/(site)/explore/slate/slate-table";
import classes from "@/app/(site)/explore/slate/slate-table.module.css";
import { StartTime } from "@/app/(site)/explore/start-time";
import { isWithheld, unmatchedReasons } from "@/app/(site)/explore/unmatched-reasons";
import { BookName } from "@/app/(site)/live/book-name";
import { formatPoint, type Notation } from "@/app/(site)/live/notation";
import { PriceText } from "@/app/(site)/live/price-text";
import { ownValue } from "@/server/domain/catalogue/own-value";
import { priceIn } from "@/server/domain/prices/convert";
import type { SlateGame } from "@/server/market/screen/views";

/** Why a cell has no price, as a short text and as a sentence. */
const missingText = ({ lapsed, unmatched }: SlateGame, book: string): readonly [string, string] => {
  const reason = unmatched.find((each) => each.book === book)?.reason;
  if (reason !== undefined)
    return [isWithheld(reason) ? "withheld" : "not matched", unmatchedReasons[reason]];
  return lapsed.includes(book)
    ? ["lapsed", "we couldn't confirm its price in time"]
    : ["–", "does not quote this market"];
};

type CellProps = {
  readonly game: SlateGame;
  readonly book: string;
  readonly notation: Notation;
  readonly now: number;
};

const Cell = ({ game, book, notation, now }: CellProps) => {
  const cell = ownValue(game.cells, book);
  if (cell === undefined || cell.leavesAt <= now) {
    const isExpired = cell !== undefined;
    const [text, sentence] = missingText(isExpired ? { ...game, lapsed: [book], unmatched: [] } : game, book);
    return (
      <span className={grid.missing} title={sentence}>
        {text}
      </span>
    );
  }
  const isOutlier = game.outliers.includes(book);
  return (
    <span className={grid.cell} data-fading={isFadingLevel([cell], now) ? "true" : undefined}>
      <span className={grid.prices}>
        {game.sides.map((side, index) => {
          const outcome = cell.outcomes[index];
          const best = currentLevel(side, now)?.price;
          return (
            <span key={side.side} className={classes.line}>
              {outcome?.point !== undefined && (
                <span
                  className={classes.point}
                  data-other={outcome.point !== side.point ? "true" : undefined}
                >
                  {formatPoint(outcome.point, isSigned(side.side))}
                </span>
              )}
              {outcome === undefined || outcome === null ? (
                <span className={classes.none}>–</span>
              ) : (
                <PriceText
                  price={outcome.price}
                  notation={notation}
                  best={
                    !isOutlier &&
                    best !== undefined &&
                    outcome.point === side.point &&
                    priceIn("american", outcome.price) === priceIn("american", best)
                  }
                />
              )}
            </span>
          );
        })}
      </span>
      {isOutlier ? (
        <span className={grid.outlier} title="Far from the consensus, so it is not compared">
          outlier
        </span>
      ) : (
        <LevelAge quotes={[cell]} />
      )}
    </span>
  );
};

type RowProps = Omit<CellProps, "book"> & {
  readonly sport: string;
  readonly market: string;
  readonly columns: readonly string[];
};

const Row = memo(({ sport, market, game, columns, notation, now }: RowProps) => (
  <tr className={classes.row}>
    <td className={`${classes.cell} ${classes.start}`}>
      <StartTime at={game.start} className={classes.day} />
    </td>
    <th scope="row" className={`${classes.cell} ${classes.game}`}>
      <GameLink sport={sport} market={market} game={game} />
    </th>
    {columns.map((book) => (
      <td key={book} className={`${classes.cell} ${grid.book}`}>
        <Cell game={game} book={book} notation={notation} now={now} />
      </td>
    ))}
    <td className={`${classes.cell} ${classes.figure}`}>
      <Hold hold={holdNow(game, now)} />
    </td>
  </tr>
));
Row.displayName = "Row";

/** A league's games, with a column for each favourite book. A cell without a price says why. */
export const SlateGrid = ({
  address,
  view,
  games,
  notation,
  now,
  columns,
}: SlateTableProps & { readonly columns: readonly string[] }) => (
  <table className={`${classes.slate} ${grid.grid}`}>
    <thead>
      <tr>
        <SortHead address={address} by="start" className={classes.start}>
          Start
        </SortHead>
        <SortHead address={address} by="game" className={classes.game}>
          Game
        </SortHead>
        {columns.map((book) => (
          <th key={book} scope="col" className={`${classes.cell} ${classes.head} ${grid.book}`}>
            <BookName books={view.books} book={book} />
          </th>
        ))}
        <SortHead address={address} by="hold" className={classes.figure} title={holdText}>
          Hold
        </SortHead>
      </tr>
    </thead>
    <tbody>
      {games.map((game) => (
        <Row
          key={game.id}
          sport={view.sport}
          market={view.market}
          game={game}
          columns={columns}
          notation={notation}
          now={now}
        />
      ))}
    </tbody>
  </table>
);
