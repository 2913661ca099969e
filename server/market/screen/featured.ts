import { isActive, sports } from "@/server/domain/catalogue/sports";
import { hourMs } from "@/server/domain/durations";
import type { Board, BoardFixture } from "@/server/market/board/board";

const soonMs = 36 * hourMs;
// Leaves a visitor time to copy a call before the fixture starts.
const leadMs = 2 * hourMs;

const isBetter = (a: BoardFixture, b: BoardFixture | undefined): boolean => {
  if (b === undefined) return true;
  if (a.books.size !== b.books.size) return a.books.size > b.books.size;
  return a.commenceTime < b.commenceTime;
};

/**
 * Chooses the upcoming fixture that pages and example calls show, from sports that are in season and have no draws. Among fixtures that
 * start in 2 to 36 hours, the fixture with the most books is chosen. If there are none, the fixture that starts next is chosen.
 * @param sportKeys the sports to choose from; undefined for all.
 */
export const findFeaturedFixture = (
  board: Pick<Board, "upcoming">,
  now: number,
  sportKeys?: ReadonlySet<string>,
): BoardFixture | undefined => {
  let best: BoardFixture | undefined;
  let soonest: BoardFixture | undefined;
  for (const sport of sports) {
    if (!isActive(sport, new Date(now)) || sport.canDraw || sportKeys?.has(sport.key) === false) continue;
    for (const fixture of board.upcoming(sport.key, now)) {
      if (soonest === undefined || fixture.commenceTime < soonest.commenceTime) soonest = fixture;
      const startsInMs = fixture.commenceTime - now;
      if (startsInMs < leadMs || startsInMs > soonMs) continue;
      if (isBetter(fixture, best)) best = fixture;
    }
  }
  return best ?? soonest;
};
