import type { Database } from "@/db/connect";

/**
 * Runs `work` while an embedded database's files are flushed and nothing writes to them. Other queries wait: a transaction occupies
 * the only session (db/serve-pglite.ts).
 * @param work receives the name of the newest segment of the write-ahead log.
 * @returns how long other queries waited, in ms.
 */
export const pauseWrites = async (
  db: Database,
  work: (newestLog: string) => Promise<void>,
): Promise<number> => {
  const session = await db.$client.reserve();
  try {
    // After this checkpoint, the one during the pause has little to write.
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
