"use client";

import classes from "@/app/(site)/explore/best.module.css";
import { BestBooks, BestPrice } from "@/app/(site)/explore/best-price";
import type { PriceLine } from "@/app/(site)/explore/game/price-lines";
import { sideName } from "@/app/(site)/explore/side-names";
import { Figure } from "@/app/(site)/live/figure";
import { formatFair, formatProbability, formatShare, type Notation } from "@/app/(site)/live/notation";
import type { Side } from "@/server/domain/catalogue/sides";
import type { BookLabels, GameView } from "@/server/market/screen/views";

type BestStripProps = {
  readonly game: Pick<GameView, "homeTeam" | "awayTeam">;
  readonly books: BookLabels;
  readonly sides: readonly Side[];
  /** The main line. */
  readonly line: PriceLine;
  readonly notation: Notation;
};

/** The best price of each side of a market's main line, and the consensus. */
export const BestStrip = ({ game, books, sides, line, notation }: BestStripProps) => (
  <dl className={classes.strip} aria-label="Best prices">
    {sides.map((side, index) => {
      const probability = line.consensus[index];
      return (
        <div key={side}>
          <dt>{sideName(side, game)}</dt>
          <dd className={classes.price}>
            <BestPrice line={line} side={index} notation={notation} withPoint />
          </dd>
          <dd>
            <BestBooks line={line} side={index} books={books} />
          </dd>
          <dd>
            consensus{" "}
            <Figure
              text={
                probability === undefined
                  ? "–"
                  : `${formatFair(probability, notation)}${notation === "probability" ? "" : ` · ${formatProbability(probability)}`}`
              }
            />
          </dd>
        </div>
      );
    })}
    <div>
      <dt>Hold at best prices</dt>
      <dd className={classes.price}>
        <span className={classes.stripHold}>
          <Figure text={line.bestHold === undefined ? "–" : formatShare(line.bestHold)} />
        </span>
      </dd>
      <dd>
        {line.rows.length} {line.rows.length === 1 ? "book" : "books"}
      </dd>
    </div>
  </dl>
);
