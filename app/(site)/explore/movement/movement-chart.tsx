"use client";

import { type PointerEvent, useEffect, useRef, useState } from "react";
import {
  americanTicks,
  type Step,
  type TimeRange,
  timeTicks,
  valueTicks,
} from "@/app/(site)/explore/movement/movement";
import classes from "@/app/(site)/explore/movement/movement.module.css";
import { type DrawnLine, MovementPanel, margins, xOf } from "@/app/(site)/explore/movement/movement-panel";
import { isSigned } from "@/app/(site)/explore/side-names";
import { formatPoint, formatPrice, type Notation } from "@/app/(site)/live/notation";
import { formatClock, formatDay, type Zone, zoneOffset } from "@/app/(site)/live/time-text";
import { dayMs } from "@/server/domain/durations";

type MovementChartProps = {
  readonly label: string;
  readonly lines: readonly DrawnLine[];
  readonly range: TimeRange;
  /** The start of the game, ms. */
  readonly start: number;
  /** Whether the game has started. */
  readonly isClosed: boolean;
  /** The time (ms) until which prices are known: now, or the start if the game has started. */
  readonly until: number;
  readonly notation: Notation;
  /** Whether points are shown with a sign, as in a spread. */
  readonly isSpread: boolean;
  readonly zone: Zone;
  /** The time (ms) whose prices the legend shows. */
  readonly cursor: number | undefined;
  readonly onCursor: (at: number) => void;
  readonly onZoom: (range: TimeRange) => void;
};

const heights = { price: 280, point: 110, axis: 28 } as const;
const priceTickCount = 5;
const pointTickCount = 3;
/** A shorter drag counts as a click. */
const minDragPixels = 12;
const defaultWidth = 800;
/** The width that a label of the time axis needs. */
const tickPixels = 110;
/** Half of the longest label. The label of a tick closer than this to the right edge ends at the edge. */
const halfTickPixels = 42;

const useWidth = () => {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(defaultWidth);
  useEffect(() => {
    if (frame.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.max(280, Math.round(entry.contentRect.width)));
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return { frame, width };
};

/** Prices over time. If the prices have points, as in a spread, a second panel shows the points. Dragging across the chart zooms in. */
export const MovementChart = (props: MovementChartProps) => {
  const { label, lines, range, start, isClosed, until, notation, isSpread, zone, cursor, onCursor, onZoom } =
    props;
  const { frame, width } = useWidth();
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number }>();
  const hasPoints = lines.some(({ steps }) => steps.some(({ point }) => point !== undefined));
  const height = heights.price + (hasPoints ? heights.point : 0) + heights.axis;
  const x = (at: number): number => xOf(at, range, width);
  /** Whether a tick is so close to the right edge that its label would not fit below it. */
  const isAtEdge = (tick: number): boolean => x(tick) > width - halfTickPixels;
  const timeAt = (event: PointerEvent<SVGSVGElement>): { readonly pixel: number; readonly at: number } => {
    const box = event.currentTarget.getBoundingClientRect();
    const right = width - margins.right;
    const pixel = Math.min(right, Math.max(margins.left, event.clientX - box.left));
    const share = (pixel - margins.left) / (right - margins.left);
    return { pixel, at: range.from + share * (range.to - range.from) };
  };
  const onMove = (event: PointerEvent<SVGSVGElement>): void => {
    const { pixel, at } = timeAt(event);
    onCursor(at);
    if (drag !== undefined) setDrag({ ...drag, to: pixel });
  };
  const onDown = (event: PointerEvent<SVGSVGElement>): void => {
    const { pixel, at } = timeAt(event);
    onCursor(at);
    // A finger scrolls the page. Touch users zoom with the buttons.
    if (event.pointerType !== "mouse") return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ from: pixel, to: pixel });
  };
  const onUp = (): void => {
    if (drag === undefined) return;
    setDrag(undefined);
    const [left, right] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
    if (right - left < minDragPixels) return;
    const at = (pixel: number): number =>
      range.from +
      ((pixel - margins.left) / (width - margins.left - margins.right)) * (range.to - range.from);
    onZoom({ from: at(left), to: at(right) });
  };
  const offsetMs = zoneOffset(range.to, zone.name);
  const formatTick = (at: number): string =>
    range.to - range.from > 4 * dayMs || (at + offsetMs) % dayMs === 0
      ? formatDay(at, zone)
      : formatClock(at, zone);
  const labelPoint = ({ point }: Step): string => (point === undefined ? "" : formatPoint(point, isSpread));
  const panel = { lines, range, until, width, closedAt: isClosed ? start : undefined };
  const bottom = height - heights.axis;
  return (
    <div ref={frame} className={classes.chart}>
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        onPointerMove={onMove}
        onPointerDown={onDown}
        onPointerUp={onUp}
        onPointerCancel={() => setDrag(undefined)}
      >
        {timeTicks(range.from, range.to, Math.max(2, Math.floor(width / tickPixels)), offsetMs).map(
          (tick) => (
            <g key={tick}>
              <line className={classes.grid} x1={x(tick)} x2={x(tick)} y1={0} y2={bottom} />
              <text
                className={classes.tick}
                x={isAtEdge(tick) ? width : x(tick)}
                y={height - 9}
                textAnchor={isAtEdge(tick) ? "end" : "middle"}
              >
                {formatTick(tick)}
              </text>
            </g>
          ),
        )}
        <MovementPanel
          {...panel}
          top={0}
          height={heights.price}
          value="price"
          ticks={
            notation === "american"
              ? (low, high) => americanTicks(low, high, priceTickCount)
              : (low, high) => valueTicks(low, high, priceTickCount)
          }
          format={(decimal) => formatPrice({ decimal }, notation)}
          labelMove={hasPoints ? labelPoint : undefined}
        />
        {hasPoints && (
          <MovementPanel
            {...panel}
            top={heights.price}
            height={heights.point}
            value="point"
            ticks={(low, high) => valueTicks(low, high, pointTickCount, 0.5)}
            format={(point) => formatPoint(point, isSpread)}
            labelMove={undefined}
          />
        )}
        {hasPoints && (
          <line
            className={classes.divide}
            x1={margins.left}
            x2={width - margins.right}
            y1={heights.price}
            y2={heights.price}
          />
        )}
        {start >= range.from && start <= range.to && (
          <g className={classes.start}>
            <line x1={x(start)} x2={x(start)} y1={0} y2={bottom} />
            <text x={x(start) - 5} y={12} textAnchor="end">
              start
            </text>
          </g>
        )}
        {cursor !== undefined && cursor >= range.from && cursor <= range.to && (
          <line className={classes.cursor} x1={x(cursor)} x2={x(cursor)} y1={0} y2={bottom} />
        )}
        {drag !== undefined && (
          <rect
            className={classes.selection}
            x={Math.min(drag.from, drag.to)}
            y={0}
            width={Math.abs(drag.to - drag.from)}
            height={bottom}
          />
        )}
      </svg>
    </div>
  );
};

/** Whether the points of the series `name` are shown with a sign, as in a spread: true if `name` is one of the two teams. */
export const isSpreadSeries = (name: string, homeTeam: string, awayTeam: string): boolean =>
  isSigned(name === homeTeam ? "home" : name === awayTeam ? "away" : "over");
