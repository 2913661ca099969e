"use client";

import type { ReactNode } from "react";
import type { Address } from "@/app/(site)/explore/address";
import { type GameSort, nextSort, parseSort } from "@/app/(site)/explore/slate/slate-figures";
import { SlateRow } from "@/app/(site)/explore/slate/slate-row";
import classes from "@/app/(site)/explore/slate/slate-table.module.css";
import { showAddress } from "@/app/(site)/explore/use-address";
import type { Notation } from "@/app/(site)/live/notation";
import type { SlateGame, SlateView, Sparkline } from "@/server/market/screen/views";

export type SlateTableProps = {
  readonly address: Address;
  readonly view: SlateView;
  /** The games to show, in order. */
  readonly games: readonly SlateGame[];
  readonly notation: Notation;
  /** The server's time in ms, updated only when a price fades or lapses or a game starts. */
  readonly now: number;
  readonly sparklines: readonly Sparkline[];
  readonly withMovement: boolean;
};

const ascending: ReadonlySet<GameSort> = new Set<GameSort>(["start", "game", "hold"]);

/** The header of a column that sorts the games. The URL keeps the order. */
export const SortHead = ({
  address,
  by,
  className,
  title,
  children,
}: {
  readonly address: Address;
  readonly by: GameSort;
  readonly className: string | undefined;
  readonly title?: string;
  readonly children: ReactNode;
}) => {
  const { key, isReversed } = parseSort(address.sort);
  return (
    <th
      scope="col"
      className={`${classes.cell} ${classes.head} ${className}`}
      aria-sort={key !== by ? undefined : ascending.has(by) === isReversed ? "descending" : "ascending"}
    >
      <button
        type="button"
        title={title}
        onClick={() => showAddress({ ...address, sort: nextSort(address.sort, by) }, { replace: true })}
      >
        {children}
      </button>
    </th>
  );
};

const consensusText =
  "The median no-vig probability of the other books; the book with the best price is left out.";
export const holdText =
  "The combined margin at the best prices. Below 0%, backing every side at these prices locks in a profit, if each bet is accepted.";

/** A league's games with the best price of each side. */
export const SlateTable = ({
  address,
  view,
  games,
  notation,
  now,
  sparklines,
  withMovement,
}: SlateTableProps) => (
  <table className={classes.slate}>
    <thead>
      <tr>
        <SortHead address={address} by="start" className={classes.start}>
          Start
        </SortHead>
        <SortHead address={address} by="game" className={classes.game}>
          Game
        </SortHead>
        <th scope="col" className={`${classes.cell} ${classes.head} ${classes.prices}`}>
          Best price
        </th>
        <th scope="col" className={`${classes.cell} ${classes.head} ${classes.who}`}>
          Checked, book
        </th>
        <th
          scope="col"
          className={`${classes.cell} ${classes.head} ${classes.fair} ${classes.explained}`}
          title={consensusText}
        >
          Consensus
        </th>
        <SortHead address={address} by="hold" className={classes.figure} title={holdText}>
          Hold
        </SortHead>
        <SortHead address={address} by="books" className={classes.figure}>
          Books
        </SortHead>
        {withMovement && (
          <SortHead address={address} by="move" className={classes.movement}>
            Move since open
          </SortHead>
        )}
      </tr>
    </thead>
    <tbody>
      {games.map((game) => (
        <SlateRow
          key={game.id}
          sport={view.sport}
          market={view.market}
          game={game}
          books={view.books}
          notation={notation}
          now={now}
          sparkline={sparklines.find(({ id }) => id === game.id)}
          withMovement={withMovement}
        />
      ))}
    </tbody>
  </table>
);
