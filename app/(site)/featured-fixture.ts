import type { Board } from "@/server/market/board/board";
import { findFeaturedFixture } from "@/server/market/screen/featured";
import { exampleFixture } from "@/server/web/api/openapi/examples";

/** The path parameters of example calls. */
export type SampleCall = {
  readonly sport: string;
  readonly event: string;
  /** False if no upcoming fixture can be chosen. `sport` and `event` are then from the OpenAPI examples. */
  readonly live: boolean;
};

/** Chooses the fixture of an example call, preferably in a sport that visitors can view without an account. */
export const sampleCall = (board: Board, now: number, publicSports: ReadonlySet<string>): SampleCall => {
  const fixture = findFeaturedFixture(board, now, publicSports) ?? findFeaturedFixture(board, now);
  if (fixture === undefined)
    return { sport: exampleFixture.sport_key, event: exampleFixture.id, live: false };
  return { sport: fixture.sportKey, event: fixture.id, live: true };
};
