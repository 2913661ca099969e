import { type FixtureOdds, readResponse } from "@/app/(site)/read-response";
import { exampleFixture, exampleOdds } from "@/server/api/openapi/examples";
import type { Board, BoardFixture } from "@/server/board/board";
import { isActive, sports } from "@/server/catalogue/sports";

const soonMs = 36 * 3_600_000;
// Leaves the visitor time to copy a call before the fixture starts.
const leadMs = 2 * 3_600_000;

const isBetter = (a: BoardFixture, b: BoardFixture | undefined): boolean => {
  if (b === undefined) return true;
  if (a.books.size !== b.books.size) return a.books.size > b.books.size;
  return a.commenceTime < b.commenceTime;
};

/**
 * The fixture for pages and example calls, in a sport without draws: the one that most books quote among those that start soon, else the
 * next to start. Undefined without an upcoming fixture.
 */
export const findFeaturedFixture = (board: Board, now: number): BoardFixture | undefined => {
  let best: BoardFixture | undefined;
  let soonest: BoardFixture | undefined;
  for (const sport of sports) {
    if (!isActive(sport, new Date(now)) || sport.canDraw) continue;
    for (const fixture of board.upcoming(sport.key, now)) {
      if (soonest === undefined || fixture.commenceTime < soonest.commenceTime) soonest = fixture;
      const startsInMs = fixture.commenceTime - now;
      if (startsInMs < leadMs || startsInMs > soonMs) continue;
      if (isBetter(fixture, best)) best = fixture;
    }
  }
  return best ?? soonest;
};

/** Path values of example calls. */
export type SampleCall = {
  readonly sport: string;
  readonly event: string;
  /** False without a featured fixture; the values are then those of the OpenAPI examples. */
  readonly live: boolean;
};

export const sampleCall = (board: Board, now: number): SampleCall => {
  const fixture = findFeaturedFixture(board, now);
  if (fixture === undefined)
    return { sport: exampleFixture.sport_key, event: exampleFixture.id, live: false };
  return { sport: fixture.sportKey, event: fixture.id, live: true };
};

/** The moneylines of the featured fixture, as `GET /v1/sports/{sport}/events/{id}/odds` returns them. `live` as in `SampleCall`. */
export const featuredOdds = async (
  board: Board,
  now: number,
): Promise<{ readonly odds: FixtureOdds; readonly live: boolean }> => {
  const fixture = findFeaturedFixture(board, now);
  if (fixture === undefined) return { odds: exampleOdds, live: false };
  const query = {
    markets: ["h2h"],
    bookmakers: undefined,
    oddsFormat: "american",
    dateFormat: "iso",
  } as const;
  return { odds: await readResponse<FixtureOdds>(board.odds(fixture, query)), live: true };
};
