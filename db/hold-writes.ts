import type { Database } from "@/db/connect";

/**
 * Runs work while nothing writes to an embedded database's files, which hold everything by then: a transaction has the one session that there
 * is (db/serve-pglite.ts). Other queries wait.
 * @param work is given the name of the newest segment of the database's log.
 * @returns for how long others waited, ms.
 */
export const holdWrites = async (
  db: Database,
  work: (newestLog: string) => Promise<void>,
): Promise<number> => {
  const session = await db.$client.reserve();
  try {
    // Leaves little to write for the one on hold.
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
