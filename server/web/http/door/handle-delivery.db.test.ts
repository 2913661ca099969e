import { once } from "node:events";
import { readFile } from "node:fs/promises";
import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "@/db/connect";
import { deliveriesPerSecond } from "@/server/ingest/delivery/admit-delivery";
import { createFeedToken, revokeFeedToken } from "@/server/ingest/delivery/feed-token";
import { hour, minute, recorderRig, start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import {
  eventOf,
  moneyline,
  silentLog,
  snapshotOf,
  testRecorder,
} from "@/server/ingest/recorder/testing/snapshots";
import { errorEnvelope } from "@/server/web/api/response-schemas";
import { createHandleDelivery } from "@/server/web/http/door/handle-delivery";
import { createListener } from "@/server/web/http/door/listener";
import type { HandleV1 } from "@/server/web/http/v1/handle-v1";

const rig = recorderRig();
const path = "/feeds/snapshots";
const config = {
  baseUrl: "https://oddskeeper.test",
  docsUrl: "https://oddskeeper.test/docs",
  trustedProxies: ["127.0.0.1"],
};

let now = t0;
const clock = { now: () => now, sync: () => undefined };
const handlerOf = (db: Database | undefined): HandleV1 =>
  createHandleDelivery({
    config,
    log: silentLog,
    recorder: db && testRecorder(db, 0, clock),
    now: () => now,
    observeCall: undefined,
  });

let server: Server;
let port: number;
let handle: HandleV1;
let token: { readonly id: string; readonly token: string };
const newToken = (...books: string[]) => createFeedToken(rig.database().db, books, new Date(t0));
beforeAll(async () => {
  handle = handlerOf(rig.database().db);
  server = createListener({
    config,
    log: silentLog,
    handleV1: () => undefined,
    handleDelivery: () => handle,
    pages: () => undefined,
    status: () => ({ ready: true, degraded: [] }),
    canReadAccounts: async () => false,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
let clients = 0;
beforeEach(async () => {
  now = t0;
  clients += 1;
  token = await newToken("draftkings", "scraped");
});

type Body = string | Uint8Array;
type Sent = {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
};

const send = async (
  body: Body | null,
  { token: used = token.token, headers, method = "POST" }: Sent = {},
) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${used}`, "x-forwarded-for": `198.51.100.${clients}`, ...headers },
    body: body as BodyInit | null,
  });
  return { status: response.status, headers: response.headers, json: await response.json() };
};

const sendError = async (body: Body | null, sent?: Sent) => {
  const { status, json, headers } = await send(body, sent);
  const { error } = errorEnvelope.parse(json);
  expect(error.request_id).toBe(headers.get("x-request-id"));
  return { status, code: error.code, message: error.message };
};

const snapshot = (home: number, fetchedAt: number | null, book = "draftkings") =>
  snapshotOf(book, fetchedAt, [eventOf(start, [moneyline(home, 130)])]);
const lines = (...snapshots: readonly object[]): string =>
  snapshots.map((one) => `${JSON.stringify(one)}\n`).join("");
const deliver = async (...snapshots: readonly object[]) => {
  const { status, json } = await send(lines(...snapshots));
  expect(status).toBe(200);
  return json;
};

const prices = async () => (await rig.currentMarkets()).map(({ outcomes }) => outcomes.split("\n")[0]);

describe("a delivery", () => {
  test("is recorded and gets the same kind of report as an import", async () => {
    const { status, headers, json } = await send(lines(snapshot(-150, now), snapshot(-160, null, "scraped")));
    expect([status, await prices()]).toEqual([200, ["h-150", "h-160"]]);
    expect(json).toEqual({
      snapshots: 2,
      events: { seen: 2, matched: 2, unmatched: 0, rejected: 0 },
      prices: { seen: 4, changed: 4, unchanged: 0, repeated: 0, unmatched: 0 },
      rejected: {},
      unmatched_events: [],
      unmatched_events_left_out: 0,
      dropped_links: 0,
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "no-store",
      "content-type": "application/json; charset=utf-8",
      "strict-transport-security": expect.stringContaining("max-age"),
      "x-content-type-options": "nosniff",
      "x-ratelimit-limit": String(deliveriesPerSecond),
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test("that arrives a second time changes nothing, even if a newer delivery arrived in between", async () => {
    await deliver(snapshot(-150, now));
    const once = await rig.recordedRows();
    now += minute;
    expect((await deliver(snapshot(-150, t0))).prices).toMatchObject({ seen: 2, changed: 0, unchanged: 2 });
    expect(await rig.recordedRows()).toEqual(once);
    await deliver(snapshot(-170, now));
    const newer = await rig.recordedRows();
    now += minute;
    expect((await deliver(snapshot(-150, t0))).prices).toMatchObject({ changed: 0 });
    expect(await rig.recordedRows()).toEqual(newer);
  });

  test("is recorded with its time of arrival, and its unusable prices are counted by reason", async () => {
    const future = snapshot(-150, now + hour);
    const noSport = { ...snapshot(-150, now), sport: "__proto__" };
    expect((await deliver(future, noSport, snapshot(-150, now - minute))).rejected).toEqual({
      unusable_time: 2,
      unknown_sport: 2,
    });
    // Snapshots of one book and sport in one delivery get recording times 1 ms apart, rejected snapshots included. `future` takes `t0`,
    // so the recorded snapshot gets `t0 + 1`.
    expect((await rig.points()).map(({ at }) => at)).toEqual([t0 + 1]);
  });

  test("adds an unknown book with the title, kind and update interval that its first snapshot states, and never changes a known book", async () => {
    const described = { book_title: "Scraped", book_kind: "exchange", update_interval_seconds: 30 };
    const { token: own } = await newToken("a_new_book", "draftkings");
    for (const book of ["a_new_book", "draftkings"]) {
      await send(lines({ ...snapshot(-150, now, book), ...described }), { token: own });
      await send(
        lines({ ...snapshot(-150, now + 1, book), ...described, book_title: "X", book_kind: "sportsbook" }),
        {
          token: own,
        },
      );
    }
    expect(
      await rig.rows(sql`select title, kind, update_interval_seconds as seconds from books
        where key in ('a_new_book', 'draftkings') and title <> 'DraftKings'`),
    ).toEqual([{ title: "Scraped", kind: "exchange", seconds: 30 }]);
  });

  test("the example in docs/delivery.md is recorded without a rejection", async () => {
    const [, example = ""] = /```json\n(.*)\n```/.exec(await readFile("docs/delivery.md", "utf8")) ?? [];
    now = Date.parse(JSON.parse(example).fetched_at) + 1_000;
    const { token: own } = await newToken("my_book");
    expect((await send(example, { token: own })).json).toMatchObject({
      prices: { changed: 4 },
      rejected: {},
    });
  });

  test("may be compressed, and its last line needs no line break", async () => {
    const body = gzipSync(lines(snapshot(-150, now)).trimEnd());
    expect((await send(body, { headers: { "content-encoding": "gzip" } })).status).toBe(200);
    expect(await prices()).toEqual(["h-150"]);
  });

  test('prices of a book with a key such as "__proto__" are recorded like any other prices', async () => {
    const { token: own } = await newToken("__proto__", "constructor");
    const body = lines(snapshot(-150, now, "__proto__"), snapshot(-150, now, "constructor"));
    expect((await send(body, { token: own })).json).toMatchObject({ prices: { changed: 4 }, rejected: {} });
  });

  test("is recorded once if several clients deliver the same prices at the same time", async () => {
    const sent = await Promise.all(Array.from({ length: 5 }, () => send(lines(snapshot(-150, now)))));
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(sent.map(({ json }) => json.prices.changed).sort()).toEqual([0, 0, 0, 0, 2]);
    expect(await rig.points()).toHaveLength(1);
  });

  test("states the starts of all its books in the name of its token", async () => {
    for (const book of ["draftkings", "scraped"])
      await deliver(snapshotOf(book, t0, [eventOf(start, [moneyline(-150, 130)])]));
    expect(
      await rig.rows(sql`select book_key, c.starts -> 0 ->> 4 as source from checks c order by book_key`),
    ).toEqual(["draftkings", "scraped"].map((book_key) => ({ book_key, source: `token:${token.id}` })));
  });

  test('is stored as a source of its book, with the kind "delivery"', async () => {
    await deliver(snapshot(-150, now));
    expect(await rig.rows(sql`select kind, feed from book_sources`)).toEqual([
      { kind: "delivery", feed: "delivery" },
    ]);
  });
});

describe("rejected deliveries", () => {
  const good = lines(snapshot(-150, t0));

  test("if one line or the compression of a delivery is malformed, nothing is recorded", async () => {
    expect(await sendError(`${good}[]\n${good}`)).toMatchObject({
      status: 400,
      code: "BAD_REQUEST",
      message: expect.stringMatching(/^Line 2: /),
    });
    const gzip = { headers: { "content-encoding": "gzip" } };
    expect(await sendError(good, gzip)).toMatchObject({ status: 400, code: "BAD_REQUEST" });
    expect(await rig.recordedRows()).toEqual([]);
  });

  test("if the token may not deliver one of the books, nothing is recorded and the response names the book", async () => {
    expect(await sendError(lines(snapshot(-150, now), snapshot(-150, now, "fanduel")))).toEqual({
      status: 403,
      code: "BOOK_NOT_ALLOWED",
      message: 'Line 2: the feed token may not deliver "fanduel". Nothing was recorded.',
    });
    expect(await rig.recordedRows()).toEqual([]);
  });

  test("without a live token, nothing is recorded and the response is INVALID_FEED_TOKEN", async () => {
    for (const wrong of ["", "ok_feed_", "ok_live_x", `ok_feed_${"0".repeat(46)}`, "\u00ff".repeat(50)])
      expect(await sendError(good, { token: wrong })).toMatchObject({
        status: 401,
        code: "INVALID_FEED_TOKEN",
      });
    expect(await rig.recordedRows()).toEqual([]);
  });

  test("a client without a token receives 401 even if it reads only after sending a large body", async () => {
    const socket = connect(port, "127.0.0.1");
    const size = 6_000_000;
    const head = [`POST ${path} HTTP/1.1`, "Host: a", "Connection: close", `Content-Length: ${size}`];
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    await new Promise((resolve) => socket.write(Buffer.alloc(size, "x"), resolve));
    const [response] = await once(socket, "data");
    expect(String(response)).toMatch(/^HTTP\/1.1 401 /);
    socket.destroy();
  });

  test("a method other than POST gets 405 with the allowed method", async () => {
    const { headers, status } = await send(null, { method: "GET" });
    expect([status, headers.get("allow")]).toEqual([405, "POST"]);
  });

  test("before the service has started, a delivery gets 503", async () => {
    const request = new Request("http://localhost/", { method: "POST" });
    const response = await handlerOf(undefined)(request, { address: () => "192.0.2.1" });
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  });
});

/** Sends the head of a request and a part of its body, and waits until its token is admitted. */
const sendPart = async (part: string) => {
  const socket = connect(port, "127.0.0.1");
  const body = lines(snapshot(-150, now));
  const head = [
    `POST ${path} HTTP/1.1`,
    "Host: a",
    `Authorization: Bearer ${token.token}`,
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
    (await rig.rows(sql`select 1 from feed_tokens where id = ${token.id} and last_used_at is not null`))
      .length > 0;
  while (!(await isAdmitted())) await turn();
  return { socket, body, answered };
};

test("a body is not recorded if its token is revoked while the body arrives", async () => {
  const { socket, body, answered } = await sendPart("{");
  expect(await revokeFeedToken(rig.database().db, token.id, new Date(now))).toBe("revoked");
  socket.write(body.slice(1));
  expect(await answered).toMatch(/^HTTP\/1.1 401 [\s\S]*INVALID_FEED_TOKEN/);
  expect(await rig.recordedRows()).toEqual([]);
  expect(await sendError(body)).toMatchObject({ status: 401, code: "INVALID_FEED_TOKEN" });
});

test("a body is not recorded if the client disconnects before the end of the body", async () => {
  const { socket, body, answered } = await sendPart(lines(snapshot(-150, now)).slice(0, -1));
  socket.destroy();
  await answered.catch(() => undefined);
  expect(await rig.recordedRows()).toEqual([]);
  expect((await send(body)).status).toBe(200);
});

test("the limit on a token's deliveries per second applies to all instances together", async () => {
  // now() is constant within a transaction, so all deliveries are in one second of the database's clock.
  await rig.database().db.transaction(async (tx) => {
    const instances = [handlerOf(tx as unknown as Database), handlerOf(tx as unknown as Database)];
    const statuses: number[] = [];
    for (let call = 0; call < deliveriesPerSecond + 2; call++) {
      const isOver = call >= deliveriesPerSecond;
      const request = new Request("http://localhost/", {
        method: "POST",
        headers: { authorization: `Bearer ${token.token}` },
        body: "\n",
      });
      const response = await instances[call % 2]?.(request, { address: () => "192.0.2.1" });
      statuses.push(response?.status ?? 0);
      expect(request.bodyUsed).toBe(true);
      expect(response?.headers.get("retry-after")).toBe(isOver ? "1" : null);
    }
    expect(statuses).toEqual([...Array(deliveriesPerSecond).fill(400), 429, 429]);
  });
});

test("once an address has sent ten wrong tokens within one second, only tokens that were accepted earlier are looked up in the database", async () => {
  let statements = 0;
  const { db } = rig.database();
  const counting = handlerOf(
    new Proxy(db, {
      get: (target, name) => {
        if (name === "execute") statements += 1;
        return Reflect.get(target, name);
      },
    }),
  );
  const post = async (used: string) => {
    const request = new Request("http://localhost/", {
      method: "POST",
      headers: { authorization: `Bearer ${used}` },
    });
    return (await counting(request, { address: () => "192.0.2.7" })).status;
  };
  expect(await post(token.token)).toBe(400);
  const { id, token: wrong } = await newToken("draftkings");
  await revokeFeedToken(db, id, new Date(now));
  const statuses: number[] = [];
  for (let call = 0; call < 30; call++) statuses.push(await post(wrong));
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(20).fill(429)]);
  expect(statements).toBe(11);
  expect(await post(token.token)).toBe(400);
});

const emptySnapshots = (book: string, sport: string, count: number): string =>
  lines({ book, sport, fetched_at: null, complete: true, events: [] }).repeat(count);

test("while three tokens deliver many snapshots, a delivery of another token waits for few of their parts", async () => {
  const books = ["slots_1", "slots_2", "slots_3"];
  const sports = ["icehockey_nhl", "basketball_nba", "baseball_mlb", "soccer_epl"];
  const each = 400;
  const sent: Promise<{ status: number }>[] = [];
  for (const book of books) {
    const { token: own } = await newToken(book);
    const body = sports.map((sport) => emptySnapshots(book, sport, each)).join("");
    sent.push(send(body, { token: own }));
  }
  // Each token has recorded a part, so all turns were taken before the other delivery begins.
  for (const book of books) while ((await rig.countObservations(book)) === 0) await turn();
  await deliver(snapshot(-150, now));
  const ofOthers = await Promise.all(books.map(rig.countObservations));
  expect(Math.max(...ofOthers)).toBeLessThan(each * sports.length);
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await Promise.all(books.map(rig.countObservations))).toEqual(books.map(() => each * sports.length));
});

test("uploads of other tokens that do not end leave room for a delivery", async () => {
  const uploads: Awaited<ReturnType<typeof sendPart>>[] = [];
  const honest = token;
  for (let other = 0; other < 3; other++) {
    token = await newToken("scraped");
    for (let upload = 0; upload < 8; upload++) uploads.push(await sendPart("{"));
  }
  token = honest;
  expect((await send(lines(snapshot(-150, now)))).status).toBe(200);
  for (const { socket, answered } of uploads) {
    socket.destroy();
    await answered.catch(() => undefined);
  }
});
