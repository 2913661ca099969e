import { VisuallyHidden } from "@mantine/core";
import classes from "@/app/(site)/price.module.css";
import { americanText, sizeText } from "@/app/(site)/price-text";

type PriceProps = {
  readonly outcome:
    | { readonly price: number; readonly size?: Parameters<typeof sizeText>[0] | undefined }
    | undefined;
  readonly best: boolean;
};

/** What stands in a table for a price: it and its size, marked where it is the best, or a dash. */
export const Price = ({ outcome, best }: PriceProps) => {
  if (outcome === undefined) return "–";
  return (
    <>
      <span className={best ? classes.best : undefined}>
        {americanText(outcome.price)}
        {best && <VisuallyHidden> best price</VisuallyHidden>}
      </span>
      {outcome.size !== undefined && <span className={classes.size}>{sizeText(outcome.size)}</span>}
    </>
  );
};
