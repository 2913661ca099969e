import { type FixtureOdds, readAnswer } from "@/app/(site)/read-answer";
import { exampleFixture, exampleOdds } from "@/server/api/examples";
import type { Board, BoardFixture } from "@/server/board/board";
import { isActive, sports } from "@/server/catalogue/sports";

const soonMs = 36 * 3_600_000;
// A fixture about to start could leave the board between the page and the reader's first call.
const leadMs = 2 * 3_600_000;

const isBetter = (a: BoardFixture, b: BoardFixture | undefined): boolean => {
  if (b === undefined) return true;
  if (a.books.size !== b.books.size) return a.books.size > b.books.size;
  return a.commenceTime < b.commenceTime;
};

/** The fixture that pages show and use in their calls: of those that start soon, one that many books price; undefined on an empty board. */
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

/** The path values that a page's example calls use: of a fixture on the board, or of the document's example. */
export type SampleCall = { readonly sport: string; readonly event: string; readonly live: boolean };

export const sampleCall = (board: Board, now: number): SampleCall => {
  const fixture = findFeaturedFixture(board, now);
  if (fixture === undefined)
    return { sport: exampleFixture.sport_key, event: exampleFixture.id, live: false };
  return { sport: fixture.sportKey, event: fixture.id, live: true };
};

/** One fixture's moneylines as endpoint 6 answers them. `live` is false when the board is empty and the document's example stands in. */
export const featuredOdds = async (
  board: Board,
  now: number,
): Promise<{ readonly odds: FixtureOdds; readonly live: boolean }> => {
  const fixture = findFeaturedFixture(board, now);
  if (fixture === undefined) return { odds: exampleOdds as unknown as FixtureOdds, live: false };
  const query = {
    markets: ["h2h"],
    bookmakers: undefined,
    oddsFormat: "american",
    dateFormat: "iso",
  } as const;
  return { odds: await readAnswer<FixtureOdds>(board.odds(fixture, query)), live: true };
};
