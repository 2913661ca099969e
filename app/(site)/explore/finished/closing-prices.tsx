"use client";

import { useMemo } from "react";
import type { Address } from "@/app/(site)/explore/address";
import { ApiCall } from "@/app/(site)/explore/api-call";
import { CallErrorState } from "@/app/(site)/explore/call-error-state";
import { closingLines } from "@/app/(site)/explore/finished/closing-lines";
import game from "@/app/(site)/explore/game/game.module.css";
import { mainLineFirst } from "@/app/(site)/explore/game/price-lines";
import table from "@/app/(site)/explore/game/price-table.module.css";
import { sortRows } from "@/app/(site)/explore/game/sort-rows";
import { NeedsPlan } from "@/app/(site)/explore/needs-plan";
import { ScreenLink } from "@/app/(site)/explore/screen-link";
import { isSigned, sideName } from "@/app/(site)/explore/side-names";
import { useZone } from "@/app/(site)/explore/start-time";
import { useViewer } from "@/app/(site)/explore/viewer";
import { formatFair, formatPoint, formatShare } from "@/app/(site)/live/notation";
import { PriceText } from "@/app/(site)/live/price-text";
import { formatDayAndClock } from "@/app/(site)/live/time-text";
import { usePreferences } from "@/app/(site)/live/use-preferences";
import { useServerTime } from "@/app/(site)/live/use-server-time";
import { useView } from "@/app/(site)/live/use-view";
import type { FirstView } from "@/app/(site)/live/view-key";
import { EmptyState } from "@/app/ui/empty-state";
import { LoadingLines } from "@/app/ui/loading-lines";
import type { GameView } from "@/server/market/screen/views";

/** Closing prices do not change, except if a late delivery corrects them. */
const everyMs = 600_000;
const graceMs = 1_000;

/** A started game's closing prices: each book's last price of a market before the start. */
export const ClosingPrices = ({
  view,
  market,
  first,
  to,
}: {
  readonly view: GameView;
  readonly market: string;
  readonly first: FirstView<"closing"> | undefined;
  /** The address of the market's movement. */
  readonly to: Address;
}) => {
  const { history } = useViewer();
  const { notation, favourites } = usePreferences().preferences;
  const zone = useZone();
  const { sport, id: event } = view;
  // The service's clock may be slightly behind. It has no closing prices before the start.
  const readFrom = view.start + graceMs;
  const now = useServerTime((after) => (after < readFrom ? readFrom : undefined));
  const isStarted = now >= readFrom || first !== undefined;
  const polled = useView("closing", history && isStarted ? { sport, event, market } : undefined, {
    first,
    everyMs,
  });
  const edge = polled.read?.view;
  const closing = useMemo(() => edge && closingLines(edge, market), [edge, market]);
  if (view.start > now)
    return (
      <EmptyState title="This game is no longer listed" headingOrder={2}>
        No book lists this game under this start and these teams any more.
      </EmptyState>
    );
  if (!history)
    return (
      <NeedsPlan
        title="Closing prices are on the Scale plan."
        text="See where each book's line closed, and how it moved there."
      />
    );
  if (closing === undefined)
    return polled.failure === undefined ? (
      <LoadingLines rows={8} />
    ) : (
      <CallErrorState error={polled.failure} onRetry={polled.retry} />
    );
  const { lines, sides, titles, recordedAt } = closing;
  if (lines.length === 0)
    return (
      <EmptyState title="No closing prices" headingOrder={2}>
        The archive has no price of this market before this game's start.
      </EmptyState>
    );
  const context = {
    titleOf: (book: string) => titles.get(book) ?? book,
    isPinned: (book: string) => favourites.includes(book),
  };
  return (
    <section aria-label="Closing prices" className={game.prices}>
      <p className={game.count}>
        Closing prices: each book's last price before the start.{" "}
        <ScreenLink to={to}>How they moved</ScreenLink>
      </p>
      <ApiCall
        target={`/v1/historical/sports/${sport}/events/${encodeURIComponent(event)}/closing?markets=${market}`}
      />
      <div className={game.frame}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col" className={`${table.cell} ${table.head} ${table.book}`}>
                Book
              </th>
              {sides.map((side) => (
                <th key={side} scope="col" className={`${table.cell} ${table.head} ${table.value}`}>
                  {sideName(side, view)}
                </th>
              ))}
              <th scope="col" className={`${table.cell} ${table.head} ${table.hold}`}>
                Hold
              </th>
              <th scope="col" className={`${table.cell} ${table.head} ${table.age} ${table.recorded}`}>
                Recorded
              </th>
            </tr>
          </thead>
          {mainLineFirst(lines).map((line) => (
            <tbody key={line.id}>
              <tr className={table.row}>
                <th scope="colgroup" className={`${table.cell} ${table.group}`}>
                  {line.subject !== undefined && `${line.subject} `}
                  {line.point !== undefined &&
                    `${isSigned(sides[0] ?? "over") ? `${view.homeTeam} ` : ""}${formatPoint(line.point, isSigned(sides[0] ?? "over"))} · `}
                  {line.rows.length} {line.rows.length === 1 ? "book" : "books"}
                </th>
                {line.consensus.map((probability, index) => (
                  <td key={sides[index]} className={`${table.cell} ${table.group} ${table.value}`}>
                    {probability !== undefined && (
                      <span className={table.point}>consensus {formatFair(probability, notation)}</span>
                    )}
                  </td>
                ))}
                <td className={`${table.cell} ${table.hold}`}>
                  {line.bestHold !== undefined && formatShare(line.bestHold)}
                </td>
                <td className={`${table.age} ${table.recorded}`} />
              </tr>
              {sortRows(line.rows, { key: "best", isReversed: false }, context).map((row) => (
                <tr key={row.quote.book} className={table.row}>
                  <th scope="row" className={`${table.cell} ${table.book}`}>
                    <span className={table.name}>{context.titleOf(row.quote.book)}</span>
                  </th>
                  {row.outcomes.map((outcome, index) => (
                    <td key={sides[index]} className={`${table.cell} ${table.value}`}>
                      {outcome === undefined ? (
                        <span className={table.none}>–</span>
                      ) : (
                        <>
                          {outcome.point !== undefined && (
                            <span className={table.point}>
                              {formatPoint(outcome.point, isSigned(outcome.side))}{" "}
                            </span>
                          )}
                          <PriceText price={outcome.price} notation={notation} />
                        </>
                      )}
                    </td>
                  ))}
                  <td className={`${table.cell} ${table.hold}`}>
                    {row.hold === undefined ? "–" : formatShare(row.hold)}
                  </td>
                  <td className={`${table.cell} ${table.age} ${table.recorded}`}>
                    {formatDayAndClock(recordedAt.get(row.quote.book) ?? 0, zone)}
                  </td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </section>
  );
};
