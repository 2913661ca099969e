import { formatAmerican, formatSize } from "@/app/(site)/format-price";
import classes from "@/app/(site)/price.module.css";
import { VisuallyHidden } from "@/app/ui/visually-hidden";

type PriceProps = {
  readonly outcome:
    | { readonly price: number; readonly size?: Parameters<typeof formatSize>[0] | undefined }
    | undefined;
  readonly best: boolean;
};

/** A price with its size, marked if it is the best; a dash if there is no price. */
export const Price = ({ outcome, best }: PriceProps) => {
  if (outcome === undefined) return "–";
  return (
    <>
      <span className={best ? classes.best : undefined}>
        {formatAmerican(outcome.price)}
        {best && <VisuallyHidden> best price</VisuallyHidden>}
      </span>
      {outcome.size !== undefined && <span className={classes.size}>{formatSize(outcome.size)}</span>}
    </>
  );
};
