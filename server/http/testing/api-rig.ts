import pino from "pino";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { createAccessToken, identifyAccessToken } from "@/server/accounts/access-token";
import { createAccountKeys } from "@/server/accounts/account-keys";
import { createAccount } from "@/server/accounts/create-account";
import { type Endpoint, endpoints } from "@/server/api/endpoints";
import { errorEnvelope } from "@/server/api/wire-schemas";
import { createArchive } from "@/server/archive/create-archive";
import type { Board } from "@/server/board/board";
import { createBoard } from "@/server/board/create-board";
import { endlessClock, fixedClock } from "@/server/clock/testing/fixed-clock";
import type { BookSnapshot } from "@/server/feeds/snapshot";
import { createHandleV1, type HandleV1 } from "@/server/http/handle-v1";
import { type ScriptedMeter, scriptedMeter } from "@/server/http/testing/scripted-meter";
import { recordSnapshots } from "@/server/recorder/record-snapshots";

export const rigConfig = {
  baseUrl: "https://api.oddskeeper.test",
  docsUrl: "https://api.oddskeeper.test/docs",
  trustedProxies: [],
};

type Ask = {
  readonly method?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** A new one for each call where absent, so that the limit on addresses is out of the way. */
  readonly address?: string;
};

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly json: any;
};

export type LogLine = { readonly msg: string; readonly requestId?: string; readonly err?: unknown };

export type ApiRig = {
  readonly meter: ScriptedMeter;
  readonly handle: HandleV1;
  readonly log: LogLine[];
  readonly database: TestDatabase;
  readonly ask: (target: string, options?: Ask) => Promise<Answer>;
  /** The code and HTTP status of an error answer, whose envelope is checked on the way. */
  readonly refusal: (
    target: string,
    options?: Ask,
  ) => Promise<{ readonly code: string; readonly status: number }>;
  /** An account with a bearer for its keys. */
  readonly signIn: (email: string) => Promise<{ accountId: string; bearer: string }>;
  readonly close: () => Promise<void>;
};

const readAnswer = async (response: Response): Promise<Answer> => {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: text === "" || response.headers.has("content-encoding") ? undefined : JSON.parse(text),
  };
};

/**
 * The public handler over the real board, archive and accounts on a fresh database, and a scripted meter. What `snapshots` say is recorded
 * at the times that they state; `now` is when it is asked.
 */
export const startApiRig = async (options: {
  readonly now: number;
  readonly archiveFrom: number;
  readonly snapshots: readonly BookSnapshot[];
  /** Replaces verbs of the board, to make them fail. */
  readonly broken?: (board: Board) => Board;
}): Promise<ApiRig> => {
  const { now, archiveFrom, snapshots } = options;
  const database = await testDatabase();
  const { db } = database;
  const lines: LogLine[] = [];
  const log = pino({ level: "error" }, { write: (line: string) => lines.push(JSON.parse(line)) });
  await recordSnapshots({ db, archiveFrom, clock: endlessClock, log }, snapshots, { clock: "recorded", now });
  const clock = () => now;
  const realBoard = await createBoard(db, log, fixedClock(clock));
  const board = options.broken?.(realBoard) ?? realBoard;
  const meter = scriptedMeter();
  const handle = createHandleV1({
    board,
    archive: createArchive({ db, archiveFrom, findBook: realBoard.findBook, clock }),
    meter,
    accountKeys: createAccountKeys({ db, noteAccountChanged: async () => undefined, now: clock }),
    identifySession: (token) => identifyAccessToken(db, token, new Date(now)),
    now: clock,
    config: rigConfig,
    tagSecret: "a secret of the tests",
    log,
  });
  let calls = 0;
  const newAddress = (): string => {
    calls += 1;
    return `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
  };
  const ask: ApiRig["ask"] = async (target, { method = "GET", key, headers = {}, body, address } = {}) => {
    const request = new Request("http://localhost/", {
      method: method === "TRACE" ? "GET" : method,
      headers: { ...(key !== undefined && { "x-api-key": key }), ...headers },
      ...(body !== undefined && { body }),
    });
    const from = address ?? newAddress();
    const response = await handle(request, { address: () => from, target, method });
    return readAnswer(response);
  };
  return {
    meter,
    handle,
    log: lines,
    database,
    ask,
    refusal: async (target, how) => {
      const answer = await ask(target, how);
      const { error } = errorEnvelope.parse(answer.json);
      if (error.request_id !== answer.headers.get("x-request-id")) throw new Error("request ids differ");
      return { code: error.code, status: answer.status };
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
      await realBoard.close();
      await database.close();
    },
  };
};

/** The endpoint with this operation id. */
export const endpointNamed = (operationId: string): Endpoint => {
  const found = endpoints.find((endpoint) => endpoint.operationId === operationId);
  if (found === undefined) throw new Error(`there is no ${operationId}`);
  return found;
};
