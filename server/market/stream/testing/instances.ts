import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import type { Database } from "@/db/connect";
import type { Caller, Meter } from "@/server/account/metering/meter";
import { fixedClock } from "@/server/clock/testing/fixed-clock";
import { silentLog } from "@/server/ingest/recorder/testing/snapshots";
import type { Board } from "@/server/market/board/board";
import { createBoard } from "@/server/market/board/create-board";
import { type Cursors, createCursors } from "@/server/market/board/cursor";
import { createStreamHub, type StreamHub } from "@/server/market/stream/hub";
import { createListener } from "@/server/web/http/door/listener";
import { createOpenScreens, type OpenScreensDeps } from "@/server/web/http/screen/open-screens";
import { createServeScreenStream } from "@/server/web/http/screen/serve-screen-stream";
import { createViewingLimit } from "@/server/web/http/screen/viewing-limit";
import { createHandleV1, type HandleV1 } from "@/server/web/http/v1/handle-v1";
import { createOpenStreams } from "@/server/web/http/v1/open-streams";
import { createLookUpSession } from "@/server/web/http/website/look-up-session";

const secret = "a secret of the tests that all instances share";
const config = { baseUrl: "http://localhost", docsUrl: "http://localhost/docs", trustedProxies: [] };

export type TestInstance = {
  readonly url: string;
  readonly hub: StreamHub;
  readonly board: Board;
  readonly cursors: Cursors;
  readonly handleV1: HandleV1;
  /** Ends the instance as SIGTERM does, or, if `isKilled`, without a word to its clients. */
  readonly close: (isKilled?: boolean) => Promise<void>;
};

export type InstanceOptions = {
  readonly db: Database;
  /** ms since the epoch. */
  readonly clock: () => number;
  readonly meter: Meter;
  readonly identifyKey: (key: string) => Promise<Caller | undefined>;
  readonly pollEveryMs?: number;
  /** The odds screen. Default: it has no accounts, and no sport is open to visitors. */
  readonly screens?: Pick<OpenScreensDeps, "findSession" | "publicSports"> & {
    readonly confirmEveryMs?: number;
  };
};

/** Starts a board and a front door on a database. Several instances can share the database. */
export const startInstance = async ({
  db,
  clock,
  meter,
  identifyKey,
  pollEveryMs = 40,
  screens: { findSession, publicSports, confirmEveryMs } = {
    findSession: async () => undefined,
    publicSports: new Set(),
  },
}: InstanceOptions): Promise<TestInstance> => {
  const board = await createBoard(db, silentLog, fixedClock(clock), { pollEveryMs });
  const cursors = createCursors(secret);
  const hub = createStreamHub({ board, clock, cursors });
  const streams = createOpenStreams({
    hub,
    board,
    cursors,
    meter,
    log: silentLog,
    docsUrl: config.docsUrl,
    now: clock,
  });
  const screens = createOpenScreens({
    hub,
    places: meter.streamPlaces,
    publicSports,
    secret,
    findSession,
    log: silentLog,
    ...(confirmEveryMs !== undefined && { confirmEveryMs }),
  });
  const serveScreenStream = createServeScreenStream({
    screens,
    limit: createViewingLimit(clock),
    lookUpSession: createLookUpSession(findSession, clock),
    baseUrl: config.baseUrl,
    log: silentLog,
  });
  const handleV1 = createHandleV1({
    board,
    cursors,
    streams,
    archive: {} as never,
    db,
    meter,
    announceAccountChanged: async () => undefined,
    noteUsage: () => undefined,
    identifyKey,
    identifySession: async () => undefined,
    now: clock,
    config,
    tagSecret: secret,
    log: silentLog,
  });
  const server: Server = createListener({
    config,
    log: silentLog,
    handleV1: () => handleV1,
    handleDelivery: () => async () => new Response(null),
    pages: () => undefined,
    serveScreenStream: () => serveScreenStream,
    status: () => ({ ready: true, degraded: [] }),
    canReadAccounts: async () => true,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hub,
    board,
    cursors,
    handleV1,
    close: async (isKilled = false) => {
      if (isKilled) server.closeAllConnections();
      else streams.shutDown();
      const closed = once(server, "close");
      server.close();
      setTimeout(() => server.closeAllConnections(), 300).unref();
      await closed;
      streams.close();
      screens.close();
      await board.close();
    },
  };
};

type PositionRow = { readonly xmin: string; readonly xmax: string; readonly running: number };

/** Waits until all instances have read everything that is committed now. */
export const readByAll = async (db: Database, instances: readonly TestInstance[]): Promise<void> => {
  const [row] = await db.execute<PositionRow>(sql`select pg_snapshot_xmin(s)::text as xmin,
    pg_snapshot_xmax(s)::text as xmax, (select count(*)::int from pg_snapshot_xip(s)) as running
    from pg_current_snapshot() s`);
  if (row === undefined) throw new Error("the database returned no position");
  const [xmin, xmax] = [BigInt(row.xmin), BigInt(row.xmax)];
  const position = { xmin, xmax, ended: Number(xmax - xmin) - row.running };
  const reached = await Promise.all(instances.map(({ board }) => board.waitFor(position, 240_000)));
  if (!reached.every(Boolean)) throw new Error("an instance does not read the database");
};
