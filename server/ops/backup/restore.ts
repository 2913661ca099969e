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
  /** Records that were deleted from the counter store. */
  readonly counter_records_removed: number;
};

/**
 * Restores the configured database from a backup. Empties the counter store, so that counting continues from the restored ledger.
 * @throws CommandFailure if the file or the client programs are unusable, a server runs, or `force` is false and the database or the
 * counter store has data. The database is then unchanged.
 */
export const restore = async (config: Config, from: string, force: boolean): Promise<RestoreReport> => {
  const file = path.resolve(from);
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
