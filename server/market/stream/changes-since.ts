import type { Board, BoardFixture, ListQuery } from "@/server/market/board/board";
import { type BookTimes, lapsedBetween, timesSince } from "@/server/market/board/fixture-times";
import { isOpen } from "@/server/market/board/fresh-prices";
import { type GoneReason, goneReason, matcherOf } from "@/server/market/stream/filter";
import type { Since } from "@/server/market/stream/resume";

export type FixtureTimes = { readonly id: string; readonly bookmakers: readonly BookTimes[] };

/** What has changed in a sport. A fixture of which more than times has changed is in `changed` only. */
export type SportChanges = {
  readonly changed: readonly BoardFixture[];
  readonly gone: readonly { readonly id: string; readonly reason: GoneReason }[];
  readonly checked: readonly FixtureTimes[];
};

/**
 * Finds what has changed in a sport for a client that has `since`.
 * @param now ms.
 */
export const changesSince = (
  board: Board,
  sportKey: string,
  query: ListQuery,
  since: Since,
  now: number,
): SportChanges => {
  const matches = matcherOf(board, query);
  const changed: BoardFixture[] = [];
  const gone: { id: string; reason: GoneReason }[] = [];
  const checked: FixtureTimes[] = [];
  for (const fixture of board.fixturesInMemory(sportKey)) {
    if (!matches(fixture)) continue;
    const isChanged = fixture.contentRevision > since.revision;
    if (!isOpen(fixture, now)) {
      const hasStarted = fixture.commenceTime > since.at && fixture.commenceTime <= now;
      if (isChanged || hasStarted)
        gone.push({ id: fixture.id, reason: goneReason(fixture, fixture.id, now) });
    } else if (isChanged || lapsedBetween(fixture, query, board.findBook, since.at, now)) {
      changed.push(fixture);
    } else {
      const bookmakers = timesSince(fixture, query, board.findBook, since.timesRevision, now);
      if (bookmakers.length > 0) checked.push({ id: fixture.id, bookmakers });
    }
  }
  for (const { id, into } of board.mergedSince(sportKey, since.revision))
    if (matches({ id }) || matches({ id: into })) gone.push({ id, reason: "replaced" });
  return { changed, gone, checked };
};
