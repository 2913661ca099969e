"use client";

import { memo, useDeferredValue, useMemo, useState } from "react";
import type { Address } from "@/app/(site)/explore/address";
import { BestStrip } from "@/app/(site)/explore/game/best-strip";
import classes from "@/app/(site)/explore/game/game.module.css";
import { findLine, LinePicker } from "@/app/(site)/explore/game/line-picker";
import {
  groupLines,
  mainLine,
  mainLineFirst,
  type PriceLine,
  sidesIn,
  sourceIn,
} from "@/app/(site)/explore/game/price-lines";
import { PriceTable } from "@/app/(site)/explore/game/price-table";
import { BestLines } from "@/app/(site)/explore/ladder/best-lines";
import ladder from "@/app/(site)/explore/ladder/ladder.module.css";
import { LadderMatrix } from "@/app/(site)/explore/ladder/ladder-matrix";
import { isSigned } from "@/app/(site)/explore/side-names";
import type { Notation } from "@/app/(site)/live/notation";
import type { Side } from "@/server/domain/catalogue/sides";
import type { MarketQuote } from "@/server/market/board/quote-markets";
import type { GameView } from "@/server/market/screen/views";

type MarketPricesProps = {
  readonly view: GameView;
  /** The quotes of one market. */
  readonly quotes: readonly MarketQuote[];
  readonly isShown: (book: string) => boolean;
  readonly isFading: (quote: MarketQuote) => boolean;
  readonly notation: Notation;
  /** Book -> the time since which its prices are unchanged. */
  readonly changedAt: ReadonlyMap<string, number>;
  /** The point of the line that the URL states. */
  readonly point: string | undefined;
  readonly toLine: (point: string | undefined) => Address;
  /** Where a player's name links to; undefined if the market is not about players. */
  readonly toPlayer: ((player: string) => Address) | undefined;
};

/** Whether a market is shown as a matrix of books and lines. This never depends on the prices: a layout must not change while one looks. */
const isLadder = (market: string | undefined): boolean => market?.startsWith("alternate_") ?? false;

const minSubjectsToFilter = 6;

const subjectsOf = (lines: readonly PriceLine[]): readonly string[] => [
  ...new Set(lines.map(({ subject }) => subject ?? "")),
];

type LinesProps = MarketPricesProps & {
  readonly sides: readonly Side[];
  readonly lines: readonly PriceLine[];
};

const bySubject = (lines: readonly PriceLine[]) =>
  subjectsOf(lines).map((subject) => ({
    subject,
    ofSubject: lines.filter((line) => (line.subject ?? "") === subject),
  }));

const Ladders = ({ lines, sides, view, notation, isFading, point }: LinesProps) => {
  const subjects = useMemo(() => bySubject(lines), [lines]);
  return subjects.map(({ subject, ofSubject }) => {
    return (
      <div key={subject} className={ladder.ladder}>
        {subject !== "" && <h2>{subject}</h2>}
        <div className={ladder.phoneOnly}>
          <BestLines game={view} books={view.books} sides={sides} lines={ofSubject} notation={notation} />
        </div>
        <LadderMatrix
          label={subject === "" ? "Prices by line" : `Prices of ${subject} by line`}
          game={view}
          books={view.books}
          sides={sides}
          lines={ofSubject}
          notation={notation}
          isFading={isFading}
          chosen={findLine(ofSubject, point)?.id}
        />
      </div>
    );
  });
};

/** Shows a market about players: the best prices of each line, or the prices of every book. */
const Subjects = ({ lines, sides, view, notation, isFading, toPlayer }: LinesProps) => {
  const [filter, setFilter] = useState("");
  const [every, setEvery] = useState(false);
  const showsEvery = useDeferredValue(every);
  const searched = useDeferredValue(filter.trim().toLowerCase());
  const found = useMemo(
    () => lines.filter(({ subject }) => (subject ?? "").toLowerCase().includes(searched)),
    [lines, searched],
  );
  const table = { game: view, books: view.books, sides, lines: found, notation };
  return (
    <>
      <div className={classes.tools}>
        {subjectsOf(lines).length >= minSubjectsToFilter && (
          <input
            type="search"
            className={classes.search}
            aria-label="Filter by player"
            placeholder="Filter by player"
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
          />
        )}
        <label className={classes.check}>
          <input
            type="checkbox"
            checked={every}
            onChange={(event) => setEvery(event.currentTarget.checked)}
          />
          Show every book
        </label>
      </div>
      <div className={classes.frame}>
        {showsEvery ? (
          <PriceTable {...table} isFading={isFading} />
        ) : (
          <BestLines {...table} toSubject={toPlayer} />
        )}
      </div>
    </>
  );
};

/** One market's prices: a table of books, the matrix of a ladder, or a list by player. */
export const MarketPrices = memo((props: MarketPricesProps) => {
  const { view, quotes, isShown, isFading, notation, changedAt, point, toLine } = props;
  const sides = useMemo(() => sidesIn(quotes), [quotes]);
  const { mirrors } = view;
  const lines = useMemo(() => groupLines(quotes, isShown, sourceIn({ mirrors })), [quotes, isShown, mirrors]);
  const ordered = useMemo(() => mainLineFirst(lines), [lines]);
  const [first] = subjectsOf(lines);
  const main = mainLine(lines);
  const chosen = findLine(lines, point);
  const shown = useMemo(() => (chosen === undefined ? ordered : [chosen]), [chosen, ordered]);
  if (main === undefined) return null;
  if (props.toPlayer !== undefined) return <Subjects {...props} sides={sides} lines={lines} />;
  const isOneLadder = first === "";
  const picker = isOneLadder && main.point !== undefined && (
    <LinePicker
      lines={lines}
      mainId={main.id}
      chosen={chosen?.id}
      team={isSigned(sides[0] ?? "over") ? view.homeTeam : undefined}
      to={toLine}
    />
  );
  if (isLadder(view.market))
    return (
      <>
        {picker}
        <Ladders {...props} sides={sides} lines={lines} />
      </>
    );
  const table = { game: view, books: view.books, sides, notation };
  return (
    <>
      {isOneLadder && <BestStrip {...table} line={chosen ?? main} isFading={isFading} />}
      {picker}
      <div className={classes.frame}>
        <PriceTable
          {...table}
          lines={isOneLadder ? shown : lines}
          isFading={isFading}
          changedAt={changedAt}
        />
      </div>
    </>
  );
});
MarketPrices.displayName = "MarketPrices";
