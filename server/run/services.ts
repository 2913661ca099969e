import type { Logger } from "pino";
import { listenForPrices } from "@/db/price-notifications";
import { retryRead } from "@/db/retry-read";
import { createCallLog } from "@/server/account/call-log/create-call-log";
import { createIdentifyKey } from "@/server/account/keys/identify-key";
import { openMeter } from "@/server/account/metering/open-meter";
import { createAccountPages } from "@/server/account/owner/account-pages";
import { identifyAccessToken } from "@/server/account/sign-in/access-token";
import { readAuthSecret } from "@/server/account/sign-in/auth-secret";
import { createUsageDays } from "@/server/account/usage/usage-days";
import { createUsageEmails } from "@/server/account/usage-emails/create-usage-emails";
import type { Config } from "@/server/config";
import { createVenues } from "@/server/ingest/polling/create-venues";
import { degradedPart, watchLateFeeds } from "@/server/ingest/polling/late-feeds";
import { createLog } from "@/server/log";
import { createRareLog } from "@/server/log-rarely";
import { loggableError } from "@/server/loggable-error";
import { createArchive } from "@/server/market/archive/create-archive";
import { createBoard } from "@/server/market/board/create-board";
import { createCursors } from "@/server/market/board/cursor";
import { createScreen } from "@/server/market/screen/create-screen";
import { createReadLastChanges } from "@/server/market/screen/last-changes";
import { createReadSparkline } from "@/server/market/screen/sparklines";
import { createStreamHub } from "@/server/market/stream/hub";
import type { Observers } from "@/server/run/observers";
import { publicSportsOf } from "@/server/run/public-sports";
import { openStores, type Stores } from "@/server/run/stores";
import { createOpenScreens } from "@/server/web/http/screen/open-screens";
import type { Services } from "@/server/web/http/services.types";
import type { ObserveCall } from "@/server/web/http/v1/completed-call";
import { createOpenStreams } from "@/server/web/http/v1/open-streams";
import { createReadBookChecks } from "@/server/web/site/book-checks";
import { createReadStatus } from "@/server/web/site/create-read-status";
import { createDegradationLog } from "@/server/web/site/degradation-log";
import { listFailing } from "@/server/web/site/describe-status";
import { jobPart } from "@/server/web/site/job-names";
import { readLegalTexts } from "@/server/web/site/read-legal-texts";

/**
 * Creates all services on open stores and loads the board.
 * @throws ConfigError if LEGAL_DIR cannot be used; another error if a store cannot be read.
 */
export const createServices = async (
  config: Config,
  stores: Stores,
  log: Logger,
  observers: Observers = {},
): Promise<Services> => {
  const { db, clock, address, jobs } = stores;
  const now = Date.now;
  const legalTexts = await readLegalTexts(config.legalDir);
  const logRarely = createRareLog(log);
  const noteDeaf = (error: unknown): void => {
    logRarely("the board gets no notifications of new prices; it reads at its interval", {
      err: loggableError(error),
    });
  };
  const board = await createBoard(db, log, clock, {
    observer: observers.board,
    listen: "url" in address ? (onWritten) => listenForPrices(address.url, onWritten, noteDeaf) : undefined,
  });
  const meter = await openMeter({
    db,
    config: config.counterStore,
    log,
    clock: now,
    observe: observers.counterStore,
  });
  board.onRead((isReload) => {
    if (isReload) meter.repeatReports();
  });
  const usageDays = createUsageDays(db, now, logRarely);
  const usageEmails = createUsageEmails(db, config, logRarely);
  const callLog = createCallLog(db, clock.now, logRarely, (admissions) => void usageEmails.watch(admissions));
  const { call: observe } = observers;
  const observeCall: ObserveCall =
    observe === undefined
      ? callLog.note
      : (call) => {
          observe(call);
          callLog.note(call);
        };
  const lateFeeds = watchLateFeeds(db, createVenues(config, db), clock.now, logRarely);
  const status = () => ({
    ready: board.ready(),
    degraded: [...meter.degraded(), ...lateFeeds.list().map(degradedPart), ...jobs.failing().map(jobPart)],
  });
  observers.services?.({ board, status });
  const failing = () => listFailing({ ...status(), silentMs: board.silentMs() });
  const degradationLog = createDegradationLog({
    db,
    clock: clock.now,
    listFailing: failing,
    warn: logRarely,
  });
  const archive = createArchive({
    db,
    archiveFrom: config.archiveFrom,
    findBook: board.findBook,
    clock: clock.now,
  });
  const tagSecret = await readAuthSecret(config);
  const cursors = createCursors(tagSecret);
  const hub = createStreamHub({ board, clock: clock.now, cursors, observer: observers.streams });
  const streams = createOpenStreams({
    hub,
    board,
    cursors,
    meter,
    log,
    docsUrl: config.docsUrl,
    now: clock.now,
  });
  const publicSports = publicSportsOf(config);
  const accountPages = createAccountPages({ db, config, meter, warn: logRarely, now });
  const screens = createOpenScreens({
    hub,
    places: meter.streamPlaces,
    publicSports,
    secret: tagSecret,
    findSession: accountPages.findSession,
    log,
  });
  return {
    config,
    log,
    now: clock.now,
    tagSecret,
    cursors,
    streams,
    screens,
    board,
    archive,
    screen: createScreen(board, clock.now),
    readSparkline: createReadSparkline(archive, board.mirrors, clock.now),
    readLastChanges: createReadLastChanges(archive),
    publicSports: publicSportsOf(config),
    legalTexts,
    meter,
    db,
    announceAccountChanged: meter.announceAccountChanged,
    noteUsage: usageDays.note,
    takeShared: meter.takeShared,
    accountPages,
    identifyKey: createIdentifyKey(meter),
    identifySession: (accessToken) =>
      retryRead(db, () => identifyAccessToken(db, accessToken, new Date(now()))),
    status,
    readStatus: createReadStatus({
      board,
      clock: clock.now,
      failing,
      feeds: lateFeeds,
      hasCounterStore: config.counterStore.kind !== "embedded",
      log: degradationLog,
    }),
    readBookChecks: createReadBookChecks(db, logRarely),
    observeCall,
    noteCall: callLog.note,
    close: async () => {
      streams.close();
      screens.close();
      lateFeeds.close();
      await degradationLog.close();
      await board.close();
      await callLog.close();
      await usageEmails.close();
      await usageDays.close();
      await meter.close();
    },
  };
};

/** Opens the configured stores and creates all services, for a process without a front door (serverless hosting). */
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
