import type { Database } from "@/db/connect";
import { fixedClock } from "@/server/clock/testing/fixed-clock";
import { silentLog } from "@/server/ingest/recorder/testing/snapshots";
import type { ListQuery } from "@/server/market/board/board";
import { createBoard } from "@/server/market/board/create-board";

/** A fixture in a response, with only the fields that tests read. */
export type ServedFixture = {
  readonly id: string;
  readonly commence_time: string;
  readonly home_team: string;
  readonly away_team: string;
  readonly bookmakers: readonly {
    readonly key: string;
    readonly markets: readonly { readonly key: string; readonly outcomes: readonly object[] }[];
  }[];
  readonly unmatched_bookmakers: readonly string[];
};

/** A query for the main markets, of all books and fixtures. */
export const mainMarketsQuery: ListQuery = {
  markets: ["h2h", "h2h_3_way", "spreads", "totals"],
  bookmakers: undefined,
  eventIds: undefined,
  commenceFrom: undefined,
  commenceTo: undefined,
  oddsFormat: "decimal",
  dateFormat: "iso",
};

/** Renders a sport's list of fixtures and each known fixture of `ids`, from a new board at `now` (ms since the epoch). */
export const serve = async (
  db: Database,
  sport: string,
  now: number,
  ids: readonly string[] = [],
): Promise<{ readonly list: readonly ServedFixture[]; readonly byId: readonly ServedFixture[] }> => {
  const board = await createBoard(
    db,
    silentLog,
    fixedClock(() => now),
  );
  const read = async (rendered: ReturnType<typeof board.oddsList>) =>
    JSON.parse(Buffer.from(await (await rendered).bytes("identity")).toString());
  try {
    const byId: ServedFixture[] = [];
    for (const id of ids) {
      const fixture = await board.findFixture(sport, id);
      if (fixture !== undefined) byId.push(await read(board.odds(fixture, mainMarketsQuery)));
    }
    return { list: await read(board.oddsList(sport, mainMarketsQuery)), byId };
  } finally {
    await board.close();
  }
};
