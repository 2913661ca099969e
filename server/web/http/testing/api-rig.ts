import pino from "pino";
import type { Database } from "@/db/connect";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { createAccount } from "@/server/account/owner/create-account";
import { createAccessToken, identifyAccessToken } from "@/server/account/sign-in/access-token";
import { endlessClock, fixedClock } from "@/server/clock/testing/fixed-clock";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import { createArchive } from "@/server/market/archive/create-archive";
import type { Board } from "@/server/market/board/board";
import { createBoard } from "@/server/market/board/create-board";
import { createCursors } from "@/server/market/board/cursor";
import { createStreamHub } from "@/server/market/stream/hub";
import { errorEnvelope } from "@/server/web/api/response-schemas";
import { createHandleDelivery } from "@/server/web/http/door/handle-delivery";
import type { V1Services } from "@/server/web/http/services.types";
import { recordHere } from "@/server/web/http/testing/record-here";
import { type ScriptedMeter, scriptedMeter } from "@/server/web/http/testing/scripted-meter";
import { deliveryPath, mcpPath, type ObserveCall } from "@/server/web/http/v1/completed-call";
import { createHandleV1, type HandleV1 } from "@/server/web/http/v1/handle-v1";
import { createOpenStreams } from "@/server/web/http/v1/open-streams";
import { createHandleMcp } from "@/server/web/mcp/handle-mcp";

export const rigConfig = {
  baseUrl: "https://api.oddskeeper.test",
  docsUrl: "https://api.oddskeeper.test/docs",
  trustedProxies: [],
};

type RequestOptions = {
  readonly method?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** IP address of the client. Default: a new address for each call, so that the limit per network never applies. */
  readonly address?: string;
};

export type TestResponse = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  readonly json: any;
};

export type NotedUsage = { readonly endpoint: string; readonly kind: string };
export type LogLine = { readonly msg: string; readonly requestId?: string; readonly err?: unknown };

export type ApiRig = {
  readonly services: V1Services;
  readonly meter: ScriptedMeter;
  readonly handle: HandleV1;
  readonly handleMcp: HandleV1;
  readonly log: LogLine[];
  /** The calls that the handlers noted for the usage figures. */
  readonly usage: NotedUsage[];
  readonly database: TestDatabase;
  readonly request: (target: string, options?: RequestOptions) => Promise<TestResponse>;
  /** Expects an error response with a valid envelope. @returns the error's code and HTTP status. */
  readonly requestError: (
    target: string,
    options?: RequestOptions,
  ) => Promise<{ readonly code: string; readonly status: number }>;
  /** Creates an account and an access token. */
  readonly signIn: (email: string) => Promise<{ accountId: string; bearer: string }>;
  readonly close: () => Promise<void>;
};

const readTestResponse = async (response: Response): Promise<TestResponse> => {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: text === "" || response.headers.has("content-encoding") ? undefined : JSON.parse(text),
  };
};

/**
 * Starts the handlers of `/v1`, of deliveries and of `/mcp` on a new database, with a scripted meter. `snapshots` are recorded at the times that they
 * state. `now` is the time of every request.
 */
export const startApiRig = async (options: {
  readonly now: number;
  readonly archiveFrom: number;
  readonly snapshots: readonly BookSnapshot[];
  /** Returns a board with some functions replaced by failing ones. */
  readonly broken?: (board: Board) => Board;
  /** Returns a failing database, for deliveries. */
  readonly brokenDatabase?: (db: Database) => Database;
  readonly observeCall?: ObserveCall;
}): Promise<ApiRig> => {
  const { now, archiveFrom, snapshots } = options;
  const database = await testDatabase();
  const { db } = database;
  const lines: LogLine[] = [];
  const usage: NotedUsage[] = [];
  const log = pino({ level: "error" }, { write: (line: string) => lines.push(JSON.parse(line)) });
  await recordSnapshots({ db, archiveFrom, clock: endlessClock, log }, snapshots, { clock: "recorded", now });
  const clock = () => now;
  const realBoard = await createBoard(db, log, fixedClock(clock));
  const board = options.broken?.(realBoard) ?? realBoard;
  const meter = scriptedMeter();
  const cursors = createCursors("a secret of the tests");
  const hub = createStreamHub({ board, clock, cursors });
  const services: V1Services = {
    board,
    archive: createArchive({ db, archiveFrom, findBook: realBoard.findBook, clock }),
    meter,
    db,
    announceAccountChanged: async () => undefined,
    noteUsage: (_, endpoint, kind) => usage.push({ endpoint, kind }),
    identifyKey: meter.identifyKey,
    identifySession: (token) => identifyAccessToken(db, token, new Date(now)),
    now: clock,
    config: rigConfig,
    tagSecret: "a secret of the tests",
    log,
    observeCall: options.observeCall,
    cursors,
    streams: createOpenStreams({
      hub,
      board,
      cursors,
      meter,
      log,
      docsUrl: rigConfig.docsUrl,
      now: clock,
    }),
  };
  const handle = createHandleV1(services);
  const handleMcp = createHandleMcp(services);
  const handleDelivery = createHandleDelivery({
    config: rigConfig,
    log,
    recorder: recordHere({
      db: options.brokenDatabase?.(db) ?? db,
      archiveFrom,
      clock: fixedClock(clock),
      log,
    }),
    now: clock,
    observeCall: undefined,
  });
  let calls = 0;
  const newAddress = (): string => {
    calls += 1;
    return `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
  };
  const request: ApiRig["request"] = async (
    target,
    { method = "GET", key, headers = {}, body, address } = {},
  ) => {
    const sent = new Request("http://localhost/", {
      method: method === "TRACE" ? "GET" : method,
      headers: { ...(key !== undefined && { "x-api-key": key }), ...headers },
      ...(body !== undefined && { body }),
    });
    const from = address ?? newAddress();
    const handler = target === deliveryPath ? handleDelivery : target === mcpPath ? handleMcp : handle;
    const host = new URL(rigConfig.baseUrl).host;
    const response = await handler(sent, { address: () => from, target, method, host });
    return readTestResponse(response);
  };
  return {
    services,
    meter,
    handle,
    handleMcp,
    log: lines,
    usage,
    database,
    request,
    requestError: async (target, options) => {
      const response = await request(target, options);
      const { error } = errorEnvelope.parse(response.json);
      if (error.request_id !== response.headers.get("x-request-id")) throw new Error("request ids differ");
      return { code: error.code, status: response.status };
    },
    signIn: async (email) => {
      const account = await createAccount(db, { email, plan: "free" }, new Date(now));
      if (typeof account === "string") throw new Error(account);
      const accountId = account.id;
      meter.addKey(accountId, "free");
      const { accessToken } = await createAccessToken(db, accountId, null, new Date(now));
      return { accountId, bearer: `Bearer ${accessToken}` };
    },
    close: async () => {
      services.streams.close();
      await realBoard.close();
      await database.close();
    },
  };
};
