import { connect } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { Database } from "@/db/connect";
import { createFeedToken } from "@/server/ingest/delivery/feed-token";
import { recorderRig, start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import {
  eventOf,
  moneyline,
  silentLog,
  snapshotOf,
  testRecorder,
} from "@/server/ingest/recorder/testing/snapshots";
import { errorEnvelope } from "@/server/web/api/response-schemas";
import { createHandleDelivery } from "@/server/web/http/door/handle-delivery";
import { recordHere } from "@/server/web/http/testing/record-here";
import { startDoor, type TestDoor } from "@/server/web/http/testing/start-door";
import { deliveryPath } from "@/server/web/http/v1/completed-call";
import type { HandleV1 } from "@/server/web/http/v1/handle-v1";

const config = {
  baseUrl: "https://oddskeeper.test",
  docsUrl: "https://oddskeeper.test/docs",
  trustedProxies: ["127.0.0.1"],
};

type Body = string | Uint8Array;
type Sent = {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
};
type FeedToken = { readonly id: string; readonly token: string };

/** A snapshot with the moneyline of one game. */
export const snapshot = (home: number, fetchedAt: number | null, book = "draftkings") =>
  snapshotOf(book, fetchedAt, [eventOf(start, [moneyline(home, 130)])]);

/** The body of a delivery. */
export const lines = (...snapshots: readonly object[]): string =>
  snapshots.map((one) => `${JSON.stringify(one)}\n`).join("");

/** Accepts deliveries on a real server, for the tests of a file. Each test has empty tables, a new token and a new client address. */
export const deliveryRig = () => {
  const recorded = recorderRig();
  let door: TestDoor;
  let handle: HandleV1;
  let clients = 0;
  const state: {
    /** The time of every request. */
    now: number;
    /** The token of the next requests. */
    token: FeedToken;
  } = { now: t0, token: { id: "", token: "" } };

  const handlerOf = (db: Database | undefined): HandleV1 =>
    createHandleDelivery({
      config,
      log: silentLog,
      recorder: db && recordHere(testRecorder(db, 0, { now: () => state.now, sync: () => undefined })),
      now: () => state.now,
      observeCall: undefined,
    });
  const newToken = (...books: string[]): Promise<FeedToken> =>
    createFeedToken(recorded.database().db, books, new Date(t0));

  const send = async (
    body: Body | null,
    { token = state.token.token, headers, method = "POST" }: Sent = {},
  ) => {
    const response = await fetch(`http://127.0.0.1:${door.port}${deliveryPath}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "x-forwarded-for": `198.51.100.${clients}`, ...headers },
      body: body as BodyInit | null,
    });
    return { status: response.status, headers: response.headers, json: await response.json() };
  };

  /** Sends the head of a request and a part of its body, and waits until its token is admitted. */
  const sendPart = async (part: string) => {
    const { id, token } = state.token;
    const socket = connect(door.port, "127.0.0.1");
    const body = lines(snapshot(-150, state.now));
    const head = [
      `POST ${deliveryPath} HTTP/1.1`,
      "Host: a",
      `Authorization: Bearer ${token}`,
      "Connection: close",
    ];
    socket.write(`${[...head, `Content-Length: ${body.length}`].join("\r\n")}\r\n\r\n${part}`);
    const answered = (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of socket) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks).toString();
    })();
    answered.catch(() => undefined);
    const isAdmitted = async () =>
      (await recorded.rows(sql`select 1 from feed_tokens where id = ${id} and last_used_at is not null`))
        .length > 0;
    while (!(await isAdmitted())) await turn();
    return { socket, body, answered };
  };

  beforeAll(async () => {
    handle = handlerOf(recorded.database().db);
    door = await startDoor({ config, handleV1: () => undefined, handleDelivery: () => handle });
  });
  afterAll(() => door?.close());
  beforeEach(async () => {
    state.now = t0;
    clients += 1;
    state.token = await newToken("draftkings", "scraped");
  });

  return Object.assign(state, {
    ...recorded,
    port: () => door.port,
    handlerOf,
    newToken,
    send,
    sendPart,
    sendError: async (body: Body | null, sent?: Sent) => {
      const { status, json, headers } = await send(body, sent);
      const { error } = errorEnvelope.parse(json);
      expect(error.request_id).toBe(headers.get("x-request-id"));
      return { status, code: error.code, message: error.message };
    },
    deliver: async (...snapshots: readonly object[]) => {
      const { status, json } = await send(lines(...snapshots));
      expect(status).toBe(200);
      return json;
    },
  });
};
