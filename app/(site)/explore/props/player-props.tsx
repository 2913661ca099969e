"use client";

import type { Address } from "@/app/(site)/explore/address";
import classes from "@/app/(site)/explore/game/game.module.css";
import { groupLines, sidesIn, sourceIn } from "@/app/(site)/explore/game/price-lines";
import { PriceTable } from "@/app/(site)/explore/game/price-table";
import { ScreenLink } from "@/app/(site)/explore/screen-link";
import type { Notation } from "@/app/(site)/live/notation";
import type { MarketQuote } from "@/server/market/board/quote-markets";
import type { GameView } from "@/server/market/screen/views";

type PlayerPropsProps = {
  readonly view: GameView;
  /** The quotes of one player. */
  readonly quotes: readonly MarketQuote[];
  readonly isShown: (book: string) => boolean;
  readonly isFading: (quote: MarketQuote) => boolean;
  readonly notation: Notation;
  readonly toMarket: (market: string) => Address;
};

/** Every stat of a player, each with the prices of the shown books. */
export const PlayerProps = ({ view, quotes, isShown, isFading, notation, toMarket }: PlayerPropsProps) => (
  <>
    {view.markets
      .map((market) => ({ market, ofMarket: quotes.filter((quote) => quote.market === market.key) }))
      .filter(({ ofMarket }) => ofMarket.length > 0)
      .map(({ market, ofMarket }) => (
        <section key={market.key} className={classes.stat} aria-label={market.description}>
          <h3>
            <ScreenLink to={toMarket(market.key)}>{market.description}</ScreenLink>
          </h3>
          <div className={classes.frame}>
            <PriceTable
              game={view}
              books={view.books}
              sides={sidesIn(ofMarket)}
              lines={groupLines(ofMarket, isShown, sourceIn(view)).map((line) => ({
                ...line,
                subject: undefined,
              }))}
              notation={notation}
              isFading={isFading}
            />
          </div>
        </section>
      ))}
  </>
);
