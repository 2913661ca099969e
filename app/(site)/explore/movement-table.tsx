"use client";

import classes from "@/app/(site)/explore/explore.module.css";
import type { BookMovement } from "@/app/(site)/explore/movement";
import { pointText, startText } from "@/app/(site)/price-text";
import { ownValue } from "@/server/catalogue/own-value";

const movementTexts: Readonly<Record<string, string>> = {
  recorded: "Moved",
  no_movement: "No movement",
  not_recorded: "Not recorded",
};

const valueText = (step: BookMovement["steps"][number] | undefined, value: "price" | "point"): string => {
  if (step === undefined) return "–";
  if (value === "price") return step.price.toFixed(2);
  return step.point === undefined ? "–" : pointText(step.point, false);
};

/** Each book's opening and latest recorded value: the chart in words. */
export const MovementTable = ({
  movements,
  value,
}: {
  readonly movements: readonly BookMovement[];
  readonly value: "price" | "point";
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <section className={classes.scroll} aria-label="Movement of each book" tabIndex={0}>
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Book</th>
          <th scope="col" className={classes.price}>
            Opened
          </th>
          <th scope="col" className={classes.price}>
            Latest
          </th>
          <th scope="col" className={classes.price}>
            Recorded
          </th>
          <th scope="col" className={classes.ageBeside}>
            Since
          </th>
          <th scope="col" className={classes.ageBeside}>
            Movement
          </th>
        </tr>
      </thead>
      <tbody>
        {movements.map(({ book, title, movement, steps }) => {
          const since = steps[0] === undefined ? "–" : startText(steps[0].at);
          return (
            <tr key={book}>
              <th scope="row">
                {title}
                {steps[0] !== undefined && <span className={classes.ageBelow}>since {since}</span>}
              </th>
              <td className={classes.price}>{valueText(steps[0], value)}</td>
              <td className={classes.price}>{valueText(steps.at(-1), value)}</td>
              <td className={classes.price}>{steps.length}</td>
              <td className={classes.ageBeside}>{since}</td>
              <td className={classes.ageBeside}>
                {ownValue(movementTexts, movement) ?? movement.replaceAll("_", " ")}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  </section>
);
