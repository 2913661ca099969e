"use client";

import { useState } from "react";
import type { Address } from "@/app/(site)/explore/address";
import { ApiCall } from "@/app/(site)/explore/api-call";
import { CallErrorState } from "@/app/(site)/explore/call-error-state";
import { type CurrentPrices, endExpired } from "@/app/(site)/explore/movement/expired-prices";
import {
  type FixtureSeries,
  fullRange,
  listMovements,
  listSeries,
  type SeriesChoice,
  type Step,
  stepAt,
  type TimeRange,
  zoomedRange,
} from "@/app/(site)/explore/movement/movement";
import classes from "@/app/(site)/explore/movement/movement.module.css";
import { isSpreadSeries, MovementChart } from "@/app/(site)/explore/movement/movement-chart";
import { movementCsv } from "@/app/(site)/explore/movement/movement-csv";
import {
  expiredText,
  MovementChanges,
  MovementSummary,
  movementName,
} from "@/app/(site)/explore/movement/movement-table";
import { useZone } from "@/app/(site)/explore/start-time";
import { showAddress } from "@/app/(site)/explore/use-address";
import { useOpenQuotes } from "@/app/(site)/explore/use-open-quotes";
import { formatPoint, formatPrice } from "@/app/(site)/live/notation";
import type { PolledView } from "@/app/(site)/live/poll-view";
import { formatDayAndClock, zoneName } from "@/app/(site)/live/time-text";
import { usePreferences } from "@/app/(site)/live/use-preferences";
import { useServerTime } from "@/app/(site)/live/use-server-time";
import { EmptyState } from "@/app/ui/empty-state";
import { LoadingLines } from "@/app/ui/loading-lines";
import { SearchSelect } from "@/app/ui/search-select";
import { SelectField } from "@/app/ui/select-field";
import { hourMs } from "@/server/domain/durations";
import type { BookLabels, GameView } from "@/server/market/screen/views";

type MovementProps = {
  readonly market: string;
  readonly address: Address;
  readonly polled: Pick<PolledView<"movement">, "read" | "failure"> & { readonly retry: () => void };
  /** The game's current prices of the market. Undefined until they are read. */
  readonly game: GameView | undefined;
  /** Whether the current prices could not be read. No price is then shown as current. */
  readonly isGameFailed: boolean;
};

/** How often the lines are drawn to the current time. */
const redrawEveryMs = 10_000;
const maxDrawn = 8;
const defaultDrawn = 4;
/** Books whose prices others follow. After the favourites, these are drawn first. */
const sharpBooks: ReadonlySet<string> = new Set([
  "pinnacle",
  "circasports",
  "betfair_ex_uk",
  "betfair_ex_eu",
  "novig",
]);
const zooms = [
  { label: "1 h", ms: hourMs },
  { label: "6 h", ms: 6 * hourMs },
  { label: "24 h", ms: 24 * hourMs },
] as const;

const seriesLabel = ({ name, description, point }: SeriesChoice): string =>
  [description, name, point === undefined ? undefined : formatPoint(point, false)].filter(Boolean).join(" ");

const download = (name: string, text: string): void => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
};

const Recorded = ({
  series,
  market,
  address,
  current,
  books,
}: {
  readonly series: FixtureSeries;
  readonly market: string;
  readonly address: Address;
  readonly current: CurrentPrices;
  readonly books: BookLabels;
}) => {
  const { preferences } = usePreferences();
  const zone = useZone();
  const [chosen, setChosen] = useState<readonly string[]>();
  const [cursor, setCursor] = useState<number>();
  const [listed, setListed] = useState(false);
  const { notation, favourites } = preferences;
  const all = listSeries(series, market);
  const choice = all.find(({ id }) => id === address.side) ?? all[0];
  const start = Date.parse(String(series.commence_time));
  const now = useServerTime((after) => after + redrawEveryMs);
  const movements =
    choice === undefined
      ? []
      : endExpired(listMovements(series, market, choice), market, current, start, now);
  const full = fullRange(movements, start, now);
  if (choice === undefined || full === undefined) return null;
  const range = zoomedRange(full, address.from, address.to);
  const isClosed = start <= now;
  const isSpread = isSpreadSeries(choice.name, series.home_team, series.away_team);
  const nameOf = movementName(movements, books);
  const recorded = movements.filter(({ steps }) => steps.length > 0);
  const rank = (book: string): number => (favourites.includes(book) ? 0 : sharpBooks.has(book) ? 1 : 2);
  const preferred = [...recorded].sort((a, b) => rank(a.book) - rank(b.book));
  const drawnKeys = chosen ?? preferred.slice(0, defaultDrawn).map(({ book }) => book);
  const lines = drawnKeys.flatMap((key, place) => {
    const movement = recorded.find(({ book }) => book === key);
    return movement === undefined
      ? []
      : [{ book: key, name: nameOf(movement), place, steps: movement.steps }];
  });
  const show = (part: Partial<Address>): void => showAddress({ ...address, ...part }, { replace: true });
  const zoom = (to: TimeRange | undefined): void =>
    show({
      from: to && String(Math.floor(to.from / 1000)),
      to: to && String(Math.ceil(to.to / 1000)),
    });
  const isFull = range.from === full.from && range.to === full.to;
  const latest = Math.min(now, start);
  const readAt = Math.min(cursor ?? range.to, range.to, latest);
  const remove = (book: string): void => setChosen(drawnKeys.filter((key) => key !== book));
  const valueAt = (steps: readonly Step[]): string => {
    const step = stepAt(steps, readAt);
    if (step === undefined) {
      const last = steps.at(-1);
      return last !== undefined && readAt >= latest && !isClosed ? expiredText(last, now) : "–";
    }
    const price = formatPrice({ decimal: step.price }, notation);
    return step.point === undefined ? price : `${formatPoint(step.point, isSpread)} ${price}`;
  };
  const table = { movements, nameOf, notation, isSpread, zone };
  const title = `${seriesLabel(choice)}, ${series.away_team} at ${series.home_team}`;
  return (
    <>
      <div className={classes.tools}>
        <SelectField
          small
          label="Price of"
          value={choice.id}
          onChange={(side) => show({ side })}
          options={all.map((option) => ({ value: option.id, label: seriesLabel(option) }))}
        />
        <fieldset className={classes.zoom}>
          <legend>Zoom</legend>
          {zooms
            .filter(({ ms }) => ms < full.to - full.from)
            .map(({ label, ms }) => (
              <button
                key={label}
                type="button"
                aria-pressed={range.to === full.to && Math.abs(range.to - range.from - ms) < 2000}
                onClick={() => zoom({ from: full.to - ms, to: full.to })}
              >
                {label}
              </button>
            ))}
          <button type="button" aria-pressed={isFull} onClick={() => zoom(undefined)}>
            All
          </button>
        </fieldset>
        <div className={classes.actions}>
          <button type="button" aria-pressed={listed} onClick={() => setListed(!listed)}>
            Every change
          </button>
          <button
            type="button"
            onClick={() => download(`${series.id}-${market}.csv`, movementCsv(series, market))}
          >
            Download CSV
          </button>
          <ApiCall
            target={`/v1/historical/sports/${address.sport}/events/${encodeURIComponent(series.id)}/odds?markets=${market}&oddsFormat=decimal`}
          />
        </div>
      </div>
      <p className={classes.readout}>
        {readAt < latest
          ? `Prices at ${formatDayAndClock(readAt, zone)} ${zoneName(readAt, zone)}`
          : isClosed
            ? "Closing prices"
            : "Last recorded prices. "}
        {readAt >= latest && !isClosed && (
          <>
            <span className={classes.forMouse}>Hover over the chart for earlier ones.</span>
            <span className={classes.forTouch}>Tap the chart for earlier ones.</span>
          </>
        )}
      </p>
      <ul className={classes.legend} aria-label="Books in the chart">
        {lines.map(({ book, name, place, steps }) => (
          <li key={book} data-place={place}>
            <span className={classes.swatch} />
            {name}
            <span className={classes.value}>{valueAt(steps)}</span>
            <button
              type="button"
              className={classes.remove}
              aria-label={`Remove ${name}`}
              onClick={() => remove(book)}
            >
              ×
            </button>
          </li>
        ))}
        {lines.length < maxDrawn && lines.length < recorded.length && (
          <li className={classes.adder}>
            <SearchSelect
              label="Add a book"
              placeholder="Add a book"
              onChange={(key) => setChosen([...drawnKeys, key])}
              options={recorded
                .filter(({ book }) => !drawnKeys.includes(book))
                .map((movement) => ({ value: movement.book, label: nameOf(movement) }))}
            />
          </li>
        )}
      </ul>
      <MovementChart
        label={`Chart of ${title}. The table below has its values.`}
        lines={lines}
        range={range}
        start={start}
        isClosed={isClosed}
        until={latest}
        notation={notation}
        isSpread={isSpread}
        zone={zone}
        cursor={cursor}
        onCursor={setCursor}
        onZoom={zoom}
      />
      <p className={classes.note}>
        ○ opener{isClosed && ", ■ closing price"}. <span className={classes.forMouse}>Drag to zoom. </span>
        {lines.some(({ steps }) => steps.some(({ point }) => point !== undefined)) &&
          "Top: price, with each new line labelled. Bottom: line."}
      </p>
      {listed ? (
        <MovementChanges {...table} range={range} />
      ) : (
        <MovementSummary {...table} isClosed={isClosed} now={now} />
      )}
    </>
  );
};

/** How a market moved: each book's recorded prices as a chart and as a table. A price that has expired is never shown as current. */
export const Movement = (props: MovementProps) => {
  const { market, address, polled, game, isGameFailed } = props;
  const current = useOpenQuotes(game);
  const { failure, retry } = polled;
  const series = polled.read?.view;
  return (
    <section className={classes.movement} aria-label="Movement">
      {series === undefined && failure === undefined && <LoadingLines rows={6} />}
      {series === undefined && failure !== undefined && <CallErrorState error={failure} onRetry={retry} />}
      {series !== undefined && listSeries(series, market).length === 0 && (
        <EmptyState title="No recorded prices" headingOrder={2}>
          The archive has no price of this market for this game.
        </EmptyState>
      )}
      {series !== undefined && game === undefined && !isGameFailed && <LoadingLines rows={6} />}
      {series !== undefined && (game !== undefined || isGameFailed) && (
        <Recorded
          key={market}
          series={series}
          market={market}
          address={address}
          current={current}
          books={game?.books ?? {}}
        />
      )}
    </section>
  );
};
