import type { Database } from "@/db/connect";
import { parseConfig } from "@/server/config";
import { createLog } from "@/server/log";
import type { RunningMeter } from "@/server/metering/meter";
import { openMeter } from "@/server/metering/open-meter";
import { openStoresBeside } from "@/server/stores";

export type OpenStores = { readonly db: Database; readonly meter: RunningMeter; readonly now: Date };

/** Runs a command on the configured stores, beside a running server or without one. */
export const withStores = async <T>(work: (stores: OpenStores) => Promise<T>): Promise<T> => {
  const config = parseConfig(process.env);
  const stores = await openStoresBeside(config);
  try {
    const { db } = stores;
    const log = createLog("error");
    const meter = await openMeter({ db, config: config.counterStore, log, clock: Date.now });
    try {
      return await work({ db, meter, now: new Date() });
    } finally {
      await meter.close();
    }
  } finally {
    await stores.close();
  }
};
