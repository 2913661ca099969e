"use client";

import {
  lineMoves,
  type Step,
  stepPath,
  stepsBetween,
  type TimeRange,
} from "@/app/(site)/explore/movement/movement";
import classes from "@/app/(site)/explore/movement/movement.module.css";

export type DrawnLine = {
  readonly book: string;
  readonly name: string;
  /** Selects the line's color and dashes. */
  readonly place: number;
  readonly steps: readonly Step[];
};

export const margins = { left: 56, right: 12 } as const;
const padding = 14;

type PanelProps = {
  readonly lines: readonly DrawnLine[];
  readonly range: TimeRange;
  /** The time (ms) until which prices are known. */
  readonly until: number;
  readonly width: number;
  readonly height: number;
  /** Distance from the top of the chart. */
  readonly top: number;
  readonly value: "price" | "point";
  /** Returns the values of the axis, between two values. */
  readonly ticks: (low: number, high: number) => readonly number[];
  readonly format: (value: number) => string;
  /** Returns the label for a change of the betting line. If undefined, no labels are drawn. */
  readonly labelMove: ((step: Step) => string) | undefined;
  /** The fixture's start (ms), where closing prices are marked. Undefined before the start. */
  readonly closedAt: number | undefined;
};

/** The horizontal position of a time. */
export const xOf = (at: number, { from, to }: TimeRange, width: number): number =>
  margins.left + ((at - from) / (to - from)) * (width - margins.left - margins.right);

const minLabelGap = { x: 44, y: 13 } as const;

type Label = { readonly x: number; readonly y: number; readonly text: string; readonly place: number };

const withoutOverlaps = (labels: readonly Label[]): readonly Label[] => {
  const kept: Label[] = [];
  for (const label of labels)
    if (
      !kept.some(({ x, y }) => Math.abs(x - label.x) < minLabelGap.x && Math.abs(y - label.y) < minLabelGap.y)
    )
      kept.push(label);
  return kept;
};

/** Draws the price or the point of each book over time, as steps. */
export const MovementPanel = (props: PanelProps) => {
  const { lines, range, until, width, height, top, value, ticks, format, labelMove, closedAt } = props;
  const drawn = lines.map((line) => ({ ...line, steps: stepsBetween(line.steps, range.from, range.to) }));
  const values = drawn.flatMap(({ steps }) => steps.flatMap((step) => step[value] ?? []));
  if (values.length === 0) return null;
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const room = highest === lowest ? (value === "price" ? 0.05 : 0.5) : (highest - lowest) * 0.08;
  const [low, high] = [lowest - room, highest + room];
  const y = (of: number): number => top + padding + (1 - (of - low) / (high - low)) * (height - 2 * padding);
  const x = (at: number): number => xOf(at, range, width);
  const labels =
    labelMove === undefined
      ? []
      : drawn.flatMap(({ place, steps }) =>
          lineMoves(steps).map((step) => ({
            x: x(step.at),
            y: y(step[value] ?? 0),
            text: labelMove(step),
            place,
          })),
        );
  return (
    <g>
      {ticks(low, high).map((tick) => (
        <g key={tick}>
          <line
            className={classes.grid}
            x1={margins.left}
            x2={width - margins.right}
            y1={y(tick)}
            y2={y(tick)}
          />
          <text className={classes.tick} x={margins.left - 8} y={y(tick) + 4} textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      {drawn.map(({ book, place, steps }, index) => {
        const end = Math.min(range.to, until);
        const path = stepPath(steps, value, end, x, y);
        const whole = lines[index]?.steps ?? [];
        const [opener, last] = [whole[0], whole.at(-1)];
        return (
          <g key={book} className={classes.series} data-place={place}>
            {path !== "" && <path d={path} />}
            {opener !== undefined && opener[value] !== undefined && opener.at >= range.from && (
              <circle cx={x(opener.at)} cy={y(opener[value])} r={4} className={classes.opener} />
            )}
            {closedAt !== undefined &&
              closedAt <= range.to &&
              last?.[value] !== undefined &&
              last.until === undefined && (
                <rect
                  x={x(closedAt) - 4}
                  y={y(last[value]) - 4}
                  width={8}
                  height={8}
                  className={classes.closer}
                />
              )}
          </g>
        );
      })}
      {labels.map((label) => (
        <circle
          key={`${label.place} ${label.x} ${label.y}`}
          cx={label.x}
          cy={label.y}
          r={2.5}
          className={classes.move}
          data-place={label.place}
        />
      ))}
      {withoutOverlaps(labels).map((label) => (
        <text
          key={`${label.place} ${label.x} ${label.y}`}
          x={label.x}
          y={label.y - 6}
          textAnchor="middle"
          className={classes.moveLabel}
          data-place={label.place}
        >
          {label.text}
        </text>
      ))}
    </g>
  );
};
