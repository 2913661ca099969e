"use client";

import { BookRows, BookTable } from "@/app/(site)/book-table";
import classes from "@/app/(site)/explore/explore.module.css";
import type { BookMovement } from "@/app/(site)/explore/movement";
import { formatPoint, formatStart } from "@/app/(site)/format-price";
import { ownValue } from "@/server/catalogue/own-value";

const movementLabels: Readonly<Record<string, string>> = {
  recorded: "Moved",
  no_movement: "No movement",
  not_recorded: "Not recorded",
};

const formatValue = (step: BookMovement["steps"][number] | undefined, value: "price" | "point"): string => {
  if (step === undefined) return "–";
  if (value === "price") return step.price.toFixed(2);
  return step.point === undefined ? "–" : formatPoint(step.point, false);
};

/** Each book's first and latest recorded value: the text alternative to the chart. */
export const MovementTable = ({
  movements,
  value,
}: {
  readonly movements: readonly BookMovement[];
  readonly value: "price" | "point";
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the table
  <section className={classes.scroll} aria-label="Movement of each book" tabIndex={0}>
    <BookTable values={["Opener", "Latest", "Records"]} details={["Since", "Movement"]}>
      <BookRows
        rows={movements.map(({ book, title, movement, steps }) => {
          const since = steps[0] === undefined ? "–" : formatStart(steps[0].at);
          return {
            book,
            title,
            note: steps[0] === undefined ? undefined : `since ${since}`,
            values: [formatValue(steps[0], value), formatValue(steps.at(-1), value), steps.length],
            details: [since, ownValue(movementLabels, movement) ?? movement.replaceAll("_", " ")],
          };
        })}
      />
    </BookTable>
  </section>
);
