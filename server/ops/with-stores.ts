import type { Database } from "@/db/connect";
import type { RunningMeter } from "@/server/account/metering/meter";
import { openMeter } from "@/server/account/metering/open-meter";
import { parseConfig } from "@/server/config";
import { createLog } from "@/server/log";
import { openStoresBeside } from "@/server/run/stores";

export type OpenStores = { readonly db: Database; readonly meter: RunningMeter; readonly now: Date };

/** Runs `work` on the configured database, which a running server may use at the same time. */
export const withDatabase = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
  const stores = await openStoresBeside(parseConfig(process.env));
  try {
    return await work(stores.db);
  } finally {
    await stores.close();
  }
};

/** Runs `work` on the configured database and counter store, which a running server may use at the same time. */
export const withStores = <T>(work: (stores: OpenStores) => Promise<T>): Promise<T> =>
  withDatabase(async (db) => {
    const log = createLog("error");
    const config = parseConfig(process.env).counterStore;
    const meter = await openMeter({ db, config, log, clock: Date.now });
    try {
      return await work({ db, meter, now: new Date() });
    } finally {
      await meter.close();
    }
  });
