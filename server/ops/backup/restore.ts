import { stat } from "node:fs/promises";
import path from "node:path";
import type { Config } from "@/server/config";
import { emptyCounterStore, isCounterStoreEmpty } from "@/server/ops/backup/empty-counter-store";
import { restoreEmbedded } from "@/server/ops/backup/restore-embedded";
import { restorePostgres } from "@/server/ops/backup/restore-postgres";
import { withCounterStore } from "@/server/ops/backup/with-counter-store";
import { CommandFailure } from "@/server/ops/command-line";

export type RestoreReport = {
  readonly file: string;
  readonly store: "embedded" | "postgres";
  /** The time of the backup; null on PostgreSQL. */
  readonly taken_at: string | null;
  readonly counter_records_removed: number;
};

/**
 * Restores the configured database from a backup. Empties the counter store, so that counting continues from the restored ledger.
 * @throws CommandFailure if a server is running, or if the file or a PostgreSQL client program (`pg_restore`, `psql`) is unusable. Without
 * `force`, it also throws if the database or the counter store has data. After a failure, the database is unchanged.
 */
export const restore = async (config: Config, from: string, force: boolean): Promise<RestoreReport> => {
  const file = path.resolve(from);
  // Missing or unreadable: the message is the same.
  if (!(await stat(file).catch(() => undefined))?.isFile())
    throw new CommandFailure(`${file} is not a readable file`);
  const isEmpty = await withCounterStore(config.counterStore, isCounterStoreEmpty);
  if (isEmpty === false && !force)
    throw new CommandFailure("the counter store is not empty: --force empties it");
  let removed = 0;
  const retire = async (): Promise<void> => {
    removed = (await withCounterStore(config.counterStore, emptyCounterStore)) ?? 0;
  };
  const { databaseUrl, dataDir } = config;
  const takenAt =
    databaseUrl === undefined
      ? await restoreEmbedded(dataDir, file, force, retire)
      : await restorePostgres(databaseUrl, file, force, retire).then(() => null);
  const store = databaseUrl === undefined ? "embedded" : "postgres";
  return { file, store, taken_at: takenAt, counter_records_removed: removed };
};
