import type { Logger } from "pino";
import { retryRead } from "@/db/retry-read";
import { identifyAccessToken } from "@/server/accounts/access-token";
import { createAccountKeys } from "@/server/accounts/account-keys";
import { readAuthSecret } from "@/server/accounts/auth-secret";
import { createWebsite } from "@/server/accounts/website";
import { createArchive } from "@/server/archive/create-archive";
import { createBoard } from "@/server/board/create-board";
import type { Config } from "@/server/config";
import type { Services } from "@/server/http/services-type";
import { createLog } from "@/server/log";
import { openMeter } from "@/server/metering/open-meter";
import type { Observers } from "@/server/observers";
import { openStores, type Stores } from "@/server/stores";

/**
 * Puts the rooms together on open stores: the board is loaded, the meter counts.
 * @throws when a store cannot be read.
 */
export const createServices = async (
  config: Config,
  stores: Stores,
  log: Logger,
  observers: Observers = {},
): Promise<Services> => {
  const { db, clock } = stores;
  const now = Date.now;
  const board = await createBoard(db, log, clock, observers.board);
  const meter = await openMeter({
    db,
    config: config.counterStore,
    log,
    clock: now,
    observe: observers.counterStore,
  });
  const status = () => ({ ready: board.ready(), degraded: meter.degraded() });
  observers.services?.({ board, status });
  return {
    config,
    log,
    now: clock.now,
    tagSecret: await readAuthSecret(config),
    board,
    archive: createArchive({
      db,
      archiveFrom: config.archiveFrom,
      findBook: board.findBook,
      clock: clock.now,
    }),
    meter,
    accountKeys: createAccountKeys({ db, noteAccountChanged: meter.noteAccountChanged, now }),
    website: createWebsite({ db, config, meter, now }),
    identifySession: (accessToken) => retryRead(() => identifyAccessToken(db, accessToken, new Date(now()))),
    status,
    observeCall: observers.call,
    close: async () => {
      await board.close();
      await meter.close();
    },
  };
};

/** Opens the configured stores and puts the rooms on them: for a process without a front door, such as a serverless mount. */
export const startServices = async (config: Config): Promise<Services> => {
  const log = createLog(config.logLevel);
  const stores = await openStores(config);
  const services = await createServices(config, stores, log);
  return {
    ...services,
    close: async () => {
      await services.close();
      await stores.close();
    },
  };
};
