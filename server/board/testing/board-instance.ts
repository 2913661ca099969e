import type { Database } from "@/db/connect";
import { createAnswers } from "@/server/board/answers";
import { createBoardState } from "@/server/board/board-state";
import { loadBoard, loadChanges, type WithheldRow } from "@/server/board/load-changes";
import { createWithheldStore } from "@/server/board/store-withheld";
import { mainMarketsQuery, type ServedFixture } from "@/server/recorder/testing/board-rig";
import { silentLog } from "@/server/recorder/testing/snapshots";

/** One instance of the board, which reads and stores when the test says so. */
export const boardInstance = (db: Database) => {
  const state = createBoardState();
  let cursor: string | undefined;
  return {
    /** Reads what is new as of `now`. @returns what it decides. */
    read: async (now: number): Promise<readonly WithheldRow[]> => {
      const rows =
        cursor === undefined ? await loadBoard(db, now) : await loadChanges(db, cursor, state.holds);
      cursor = rows.cursor;
      return state.apply(rows, now);
    },
    /** Stores decisions and waits until they are stored. */
    store: async (rows: readonly WithheldRow[]): Promise<void> => {
      const store = createWithheldStore(db, silentLog);
      store.keep(rows);
      await store.close();
    },
    /** The keys of the books that are served for a sport's fixtures, and of those that are named instead. */
    serve: async (sport: string, now: number) => {
      const bounds = { mostBytes: 1e6, sliceMs: Number.POSITIVE_INFINITY };
      const rendered = await createAnswers(state, () => now, bounds).oddsList(sport, mainMarketsQuery);
      const list: readonly ServedFixture[] = JSON.parse(
        Buffer.from(await rendered.bytes("identity")).toString(),
      );
      return list.map((fixture) => ({
        served: fixture.bookmakers.map(({ key }) => key),
        named: fixture.unmatched_bookmakers,
      }));
    },
  };
};
