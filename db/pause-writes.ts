import type { Database } from "@/db/connect";

/**
 * Flushes the files of an embedded database and runs `work` while nothing writes to them. Other queries wait, because a transaction
 * occupies the only session (db/serve-pglite.ts).
 * @param work receives the name of the newest segment of the write-ahead log.
 * @returns how long other queries waited, in ms.
 */
export const pauseWrites = async (
  db: Database,
  work: (walSegment: string) => Promise<void>,
): Promise<number> => {
  const session = await db.$client.reserve();
  try {
    // This checkpoint writes most of the data, so the second checkpoint, during the pause, is short.
    await session`checkpoint`;
    await session`begin`;
    const since = performance.now();
    try {
      await session`checkpoint`;
      const [log] = await session<
        { name: string }[]
      >`select pg_walfile_name(pg_current_wal_insert_lsn()) as name`;
      await work(log?.name ?? "");
    } finally {
      await session`rollback`;
    }
    return performance.now() - since;
  } finally {
    session.release();
  }
};
