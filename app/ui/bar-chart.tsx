import classes from "@/app/ui/bar-chart.module.css";
import { formatNumber } from "@/app/ui/format-number";
import { ownValue } from "@/server/domain/catalogue/own-value";

export type Series<Name extends string> = {
  readonly name: Name;
  readonly label: string;
  /** A CSS color. */
  readonly color: string;
};

export type Bar<Name extends string> = {
  /** What the bar stands for, such as a date. */
  readonly label: string;
  /** The label on the axis, where space is short. */
  readonly shortLabel: string;
  readonly values: Readonly<Record<Name, number>>;
};

type BarChartProps<Name extends string> = {
  /** What the bars count, such as `Calls per day`. */
  readonly caption: string;
  /** The heading of the table's first column, such as `Day`. */
  readonly unit: string;
  readonly series: readonly Series<Name>[];
  readonly bars: readonly Bar<Name>[];
};

/** The smallest of 4, 10, 20, 40, 100, 200, 400 … that is at least `value`. So the tick in the middle of the axis is round too. */
const axisEnd = (value: number): number => {
  for (let power = 1; ; power *= 10)
    for (const step of [4, 10, 20]) if (step * power >= value) return step * power;
};

/** The number of bars per label. Labels are at least seven bars apart. At most five labels fit on a phone. */
const labelEvery = (bars: number): number => Math.max(7, Math.ceil(bars / 5));

/** Only the lowest part of a bar is plain. The other parts have stripes, so that users can tell the parts apart without seeing colors. */
const fillOf = (color: string, place: number): string => {
  if (place === 0) return color;
  const [angle, width] = place % 2 === 1 ? [45, 3] : [135, 5];
  const light = `color-mix(in srgb, ${color} 45%, var(--site-body))`;
  return `repeating-linear-gradient(${angle}deg, ${color} 0 ${width}px, ${light} ${width}px ${width + 2}px)`;
};

const numberIn = <Name extends string>(values: Readonly<Record<Name, number>>, name: Name): number =>
  ownValue(values, name) ?? 0;

/** Stacked bars, and their values as a table. CSS shows the values of the bar under the pointer, so the chart needs no script. */
export function BarChart<Name extends string>({ caption, unit, series, bars }: BarChartProps<Name>) {
  const totalOf = ({ values }: Bar<Name>): number =>
    series.reduce((sum, { name }) => sum + numberIn(values, name), 0);
  const end = axisEnd(Math.max(1, ...bars.map(totalOf)));
  return (
    <>
      <div className={classes.chart} aria-hidden="true">
        <ul className={classes.legend}>
          {series.map(({ name, label, color }, place) => (
            <li key={name}>
              <span style={{ background: fillOf(color, place) }} />
              {label} {formatNumber(bars.reduce((sum, { values }) => sum + numberIn(values, name), 0))}
            </li>
          ))}
        </ul>
        <div className={classes.plot}>
          {[end, end / 2, 0].map((tick) => (
            <div key={tick} className={classes.line} style={{ bottom: `${(100 * tick) / end}%` }}>
              <span>{formatNumber(tick)}</span>
            </div>
          ))}
          <div className={classes.bars}>
            {bars.map((bar, index) => (
              <div
                key={bar.label}
                className={classes.slot}
                data-half={index < bars.length / 2 ? "left" : "right"}
              >
                <div className={classes.bar} style={{ height: `${(100 * totalOf(bar)) / end}%` }}>
                  {series.map(({ name, color }, place) => (
                    <span
                      key={name}
                      style={{ flexGrow: numberIn(bar.values, name), background: fillOf(color, place) }}
                    />
                  ))}
                </div>
                {index % labelEvery(bars.length) === 0 && (
                  <span className={classes.label}>{bar.shortLabel}</span>
                )}
                <div className={classes.tip}>
                  <strong>{bar.label}</strong>
                  {series.map(({ name, label }) => (
                    <span key={name}>
                      {label} {formatNumber(numberIn(bar.values, name))}
                    </span>
                  ))}
                </div>
              </div>
            ))}
          </div>
        </div>
      </div>
      <details className={classes.values}>
        <summary>{caption} as a table</summary>
        <table aria-label={caption}>
          <thead>
            <tr>
              <th scope="col">{unit}</th>
              {series.map(({ name, label }) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ label, values }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {series.map(({ name }) => (
                  <td key={name}>{formatNumber(numberIn(values, name))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
