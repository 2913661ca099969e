"use client";

import { useState } from "react";
import { formatPrice, formatSize, type Notation } from "@/app/(site)/live/notation";
import classes from "@/app/(site)/live/screen.module.css";
import { impliedProbability } from "@/server/domain/prices/implied-probability";
import type { Size } from "@/server/domain/prices/outcome";
import type { Price } from "@/server/domain/prices/price";

type PriceTextProps = {
  readonly price: Price;
  readonly notation: Notation;
  readonly best?: boolean;
  readonly size?: Size | undefined;
};

/** A price. When the price changes, it flashes once, and an arrow shows the direction for half a minute. */
export const PriceText = ({ price, notation, best = false, size }: PriceTextProps) => {
  const probability = impliedProbability(price);
  const [seen, setSeen] = useState({ probability, changes: 0, rose: false });
  if (seen.probability !== probability)
    setSeen({ probability, changes: seen.changes + 1, rose: probability < seen.probability });
  const direction = seen.changes === 0 ? undefined : seen.rose ? "up" : "down";
  return (
    <>
      {/* A new key starts the animation again. */}
      <span
        key={seen.changes}
        className={best ? `${classes.price} ${classes.best}` : classes.price}
        data-moved={direction}
      >
        {formatPrice(price, notation)}
        {best && <span className={classes.hidden}> best price</span>}
      </span>
      {size !== undefined && <span className={classes.size}>{formatSize(size)}</span>}
    </>
  );
};
