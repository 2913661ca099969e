"use client";

import classes from "@/app/(site)/explore/best.module.css";
import { BestBooks, BestPrice } from "@/app/(site)/explore/best-price";
import { bestRows, type PriceLine } from "@/app/(site)/explore/game/price-lines";
import { sideName } from "@/app/(site)/explore/side-names";
import { Age } from "@/app/(site)/live/age";
import { Figure } from "@/app/(site)/live/figure";
import { formatFair, formatProbability, formatShare, type Notation } from "@/app/(site)/live/notation";
import type { Side } from "@/server/domain/catalogue/sides";
import type { MarketQuote } from "@/server/market/board/quote-markets";
import type { BookLabels, GameView } from "@/server/market/screen/views";

type BestStripProps = {
  readonly game: Pick<GameView, "homeTeam" | "awayTeam">;
  readonly books: BookLabels;
  readonly sides: readonly Side[];
  /** The main line. */
  readonly line: PriceLine;
  readonly notation: Notation;
  readonly isFading: (quote: MarketQuote) => boolean;
};

/** The best price of each side of a market's main line, and the consensus. */
export const BestStrip = ({ game, books, sides, line, notation, isFading }: BestStripProps) => (
  <dl className={classes.strip} aria-label="Best prices">
    {sides.map((side, index) => {
      const probability = line.consensus[index];
      // The price stays as long as any of its books, so it fades with the last of them.
      const [last] = bestRows(line, index)
        .map(({ quote }) => quote)
        .toSorted((a, b) => b.leavesAt - a.leavesAt);
      return (
        <div key={side} data-fading={last !== undefined && isFading(last) ? "true" : undefined}>
          <dt>{sideName(side, game)}</dt>
          <dd className={classes.price}>
            <BestPrice line={line} side={index} notation={notation} withPoint />
          </dd>
          <dd>
            <BestBooks line={line} side={index} books={books} />
          </dd>
          <dd>
            consensus{" "}
            {/* A new element for each figure: browsers would count a longer text as a shift of the share behind it. */}
            <span key={probability}>
              {probability === undefined ? "–" : formatFair(probability, notation)}
              {probability !== undefined && notation !== "probability" && (
                <span className={classes.share}> · {formatProbability(probability)}</span>
              )}
            </span>
          </dd>
          <dd className={classes.checked}>{last !== undefined && <Age {...last} />}</dd>
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
