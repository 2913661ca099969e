import type { Database } from "@/db/connect";
import { mainMarketsQuery, type ServedFixture } from "@/server/ingest/recorder/testing/board-rig";
import { silentLog } from "@/server/ingest/recorder/testing/snapshots";
import { createBoardState } from "@/server/market/board/board-state";
import { loadBoard, loadChanges, type WithheldRow } from "@/server/market/board/load-changes";
import { createResponses } from "@/server/market/board/responses";
import { createWithheldStore } from "@/server/market/board/store-withheld";

/** An instance's board that reads and stores only when the test calls `read` and `store`. */
export const boardInstance = (db: Database) => {
  const state = createBoardState();
  let cursor: string | undefined;
  return {
    /** Reads the changes as of `now`. @returns the board's decisions to withhold a book or to serve it again. */
    read: async (now: number): Promise<readonly WithheldRow[]> => {
      const rows = cursor === undefined ? await loadBoard(db, now) : await loadChanges(db, cursor);
      cursor = rows.cursor;
      return state.apply(rows, now);
    },
    /** Stores decisions that `read` returned. */
    store: async (rows: readonly WithheldRow[]): Promise<void> => {
      const store = createWithheldStore(db, silentLog);
      store.enqueue(rows);
      await store.close();
    },
    /** The keys of each fixture's served books and unmatched books. */
    serve: async (sport: string, now: number) => {
      const bounds = { maxBytes: 1e6, sliceMs: Number.POSITIVE_INFINITY };
      const rendered = await createResponses(state, () => now, bounds).oddsList(sport, mainMarketsQuery);
      const list: readonly ServedFixture[] = JSON.parse(
        Buffer.from(await rendered.bytes("identity")).toString(),
      );
      return list.map((fixture) => ({
        served: fixture.bookmakers.map(({ key }) => key),
        unmatched: fixture.unmatched_bookmakers,
      }));
    },
  };
};
