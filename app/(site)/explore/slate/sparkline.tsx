import classes from "@/app/(site)/explore/slate/sparkline.module.css";
import { formatPoint, formatProbability } from "@/app/(site)/live/notation";
import type { Sparkline as SparklineData } from "@/server/market/screen/views";

const width = 88;
const height = 28;
const inset = 3;

const pathOf = (points: readonly number[]): string => {
  const [low, high] = [Math.min(...points), Math.max(...points)];
  const stepX = (width - 2 * inset) / (points.length - 1);
  return points
    .map((point, index) => {
      const share = high === low ? 0.5 : (point - low) / (high - low);
      const [x, y] = [inset + index * stepX, height - inset - share * (height - 2 * inset)];
      return `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
};

/** How a market moved since it opened, as a small chart and as text. */
export const Sparkline = ({
  sparkline: { points },
  hasLines,
  isSpread,
  homeTeam,
}: {
  readonly sparkline: SparklineData;
  readonly hasLines: boolean;
  readonly isSpread: boolean;
  readonly homeTeam: string;
}) => {
  const format = (value: number): string =>
    hasLines ? formatPoint(value, isSpread) : formatProbability(value);
  const [first = 0] = points;
  const last = points.at(-1) ?? 0;
  const subject = hasLines && !isSpread ? "Total" : homeTeam;
  return (
    <>
      <svg viewBox={`0 0 ${width} ${height}`} className={classes.sparkline} aria-hidden="true">
        <path d={pathOf(points)} />
      </svg>
      <span className={classes.moved}>
        <span className={classes.hidden}>{subject} since the opener: </span>
        {format(first)} → {format(last)}
      </span>
    </>
  );
};
