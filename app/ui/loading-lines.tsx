import classes from "@/app/ui/loading-lines.module.css";
import hidden from "@/app/ui/visually-hidden.module.css";

/** Placeholder for a title and some rows. */
export const LoadingLines = ({ rows = 4 }: { readonly rows?: number }) => (
  <div className={classes.lines} role="status">
    <span className={hidden.hidden}>Loading</span>
    {Array.from({ length: rows + 1 }, (_, row) => `row-${row}`).map((row) => (
      <div key={row} className={classes.line} />
    ))}
  </div>
);
