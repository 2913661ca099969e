import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { hourMs, minuteMs } from "@/server/domain/durations";
import { deliveriesPerSecond } from "@/server/ingest/delivery/admit-delivery";
import { revokeFeedToken } from "@/server/ingest/delivery/feed-token";
import { start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import { eventOf, moneyline, snapshotOf } from "@/server/ingest/recorder/testing/snapshots";
import { deliveryRig, lines, snapshot } from "@/server/web/http/testing/delivery-rig";
import { deliveryPath } from "@/server/web/http/v1/completed-call";

const rig = deliveryRig();

const prices = async () => (await rig.currentMarkets()).map(({ outcomes }) => outcomes.split("\n")[0]);

describe("a delivery", () => {
  test("is recorded and gets the same kind of report as an import", async () => {
    const { status, headers, json } = await rig.send(
      lines(snapshot(-150, rig.now), snapshot(-160, null, "scraped")),
    );
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
    await rig.deliver(snapshot(-150, rig.now));
    const once = await rig.recordedRows();
    rig.now += minuteMs;
    expect((await rig.deliver(snapshot(-150, t0))).prices).toMatchObject({
      seen: 2,
      changed: 0,
      unchanged: 2,
    });
    expect(await rig.recordedRows()).toEqual(once);
    await rig.deliver(snapshot(-170, rig.now));
    const newer = await rig.recordedRows();
    rig.now += minuteMs;
    expect((await rig.deliver(snapshot(-150, t0))).prices).toMatchObject({ changed: 0 });
    expect(await rig.recordedRows()).toEqual(newer);
  });

  test("is recorded with its time of arrival, and its unusable prices are counted by reason", async () => {
    const future = snapshot(-150, rig.now + hourMs);
    const noSport = { ...snapshot(-150, rig.now), sport: "__proto__" };
    expect((await rig.deliver(future, noSport, snapshot(-150, rig.now - minuteMs))).rejected).toEqual({
      unusable_time: 2,
      unknown_sport: 2,
    });
    // Snapshots of one book and sport in one delivery get recording times 1 ms apart, rejected snapshots included. `future` takes `t0`,
    // so the recorded snapshot gets `t0 + 1`.
    expect((await rig.points()).map(({ at }) => at)).toEqual([t0 + 1]);
  });

  test("adds an unknown book with the title, kind and update interval that its first snapshot states, and never changes a known book", async () => {
    const described = { book_title: "Scraped", book_kind: "exchange", update_interval_seconds: 30 };
    const { token: own } = await rig.newToken("a_new_book", "draftkings");
    for (const book of ["a_new_book", "draftkings"]) {
      await rig.send(lines({ ...snapshot(-150, rig.now, book), ...described }), { token: own });
      await rig.send(
        lines({
          ...snapshot(-150, rig.now + 1, book),
          ...described,
          book_title: "X",
          book_kind: "sportsbook",
        }),
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
    rig.now = Date.parse(JSON.parse(example).fetched_at) + 1_000;
    const { token: own } = await rig.newToken("my_book");
    expect((await rig.send(example, { token: own })).json).toMatchObject({
      prices: { changed: 4 },
      rejected: {},
    });
  });

  test("may be compressed, and its last line needs no line break", async () => {
    const body = gzipSync(lines(snapshot(-150, rig.now)).trimEnd());
    expect((await rig.send(body, { headers: { "content-encoding": "gzip" } })).status).toBe(200);
    expect(await prices()).toEqual(["h-150"]);
  });

  test('prices of a book with a key such as "__proto__" are recorded like any other prices', async () => {
    const { token: own } = await rig.newToken("__proto__", "constructor");
    const body = lines(snapshot(-150, rig.now, "__proto__"), snapshot(-150, rig.now, "constructor"));
    expect((await rig.send(body, { token: own })).json).toMatchObject({
      prices: { changed: 4 },
      rejected: {},
    });
  });

  test("is recorded once if several clients deliver the same prices at the same time", async () => {
    const sent = await Promise.all(Array.from({ length: 5 }, () => rig.send(lines(snapshot(-150, rig.now)))));
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(sent.map(({ json }) => json.prices.changed).sort()).toEqual([0, 0, 0, 0, 2]);
    expect(await rig.points()).toHaveLength(1);
  });

  test("states the starts of all its books in the name of its token", async () => {
    for (const book of ["draftkings", "scraped"])
      await rig.deliver(snapshotOf(book, t0, [eventOf(start, [moneyline(-150, 130)])]));
    expect(
      await rig.rows(sql`select book_key, c.starts -> 0 ->> 4 as source from checks c order by book_key`),
    ).toEqual(["draftkings", "scraped"].map((book_key) => ({ book_key, source: `token:${rig.token.id}` })));
  });

  test('is stored as a source of its book, with the kind "delivery"', async () => {
    await rig.deliver(snapshot(-150, rig.now));
    expect(await rig.rows(sql`select kind, feed from book_sources`)).toEqual([
      { kind: "delivery", feed: "delivery" },
    ]);
  });
});

describe("rejected deliveries", () => {
  const good = lines(snapshot(-150, t0));

  test("if one line or the compression of a delivery is malformed, nothing is recorded", async () => {
    expect(await rig.sendError(`${good}[]\n${good}`)).toMatchObject({
      status: 400,
      code: "BAD_REQUEST",
      message: expect.stringMatching(/^Line 2: /),
    });
    const gzip = { headers: { "content-encoding": "gzip" } };
    expect(await rig.sendError(good, gzip)).toMatchObject({ status: 400, code: "BAD_REQUEST" });
    expect(await rig.recordedRows()).toEqual([]);
  });

  test("if the token may not deliver one of the books, nothing is recorded and the response names the book", async () => {
    expect(await rig.sendError(lines(snapshot(-150, rig.now), snapshot(-150, rig.now, "fanduel")))).toEqual({
      status: 403,
      code: "BOOK_NOT_ALLOWED",
      message: 'Line 2: the feed token may not deliver "fanduel". Nothing was recorded.',
    });
    expect(await rig.recordedRows()).toEqual([]);
  });

  test("without a live token, nothing is recorded and the response is INVALID_FEED_TOKEN", async () => {
    for (const wrong of ["", "ok_feed_", "ok_live_x", `ok_feed_${"0".repeat(46)}`, "\u00ff".repeat(50)])
      expect(await rig.sendError(good, { token: wrong })).toMatchObject({
        status: 401,
        code: "INVALID_FEED_TOKEN",
      });
    expect(await rig.recordedRows()).toEqual([]);
  });

  test("a client without a token receives 401 even if it reads only after sending a large body", async () => {
    const socket = connect(rig.port(), "127.0.0.1");
    const size = 6_000_000;
    const head = [`POST ${deliveryPath} HTTP/1.1`, "Host: a", "Connection: close", `Content-Length: ${size}`];
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    await new Promise((resolve) => socket.write(Buffer.alloc(size, "x"), resolve));
    const [response] = await once(socket, "data");
    expect(String(response)).toMatch(/^HTTP\/1.1 401 /);
    socket.destroy();
  });

  test("a method other than POST gets 405 with the allowed method", async () => {
    const { headers, status } = await rig.send(null, { method: "GET" });
    expect([status, headers.get("allow")]).toEqual([405, "POST"]);
  });

  test("before the service has started, a delivery gets 503", async () => {
    const request = new Request("http://localhost/", { method: "POST" });
    const response = await rig.handlerOf(undefined)(request, { address: () => "192.0.2.1" });
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  });
});

test("a body is not recorded if its token is revoked while the body arrives", async () => {
  const { socket, body, answered } = await rig.sendPart("{");
  expect(await revokeFeedToken(rig.database().db, rig.token.id, new Date(rig.now))).toBe("revoked");
  socket.write(body.slice(1));
  expect(await answered).toMatch(/^HTTP\/1.1 401 [\s\S]*INVALID_FEED_TOKEN/);
  expect(await rig.recordedRows()).toEqual([]);
  expect(await rig.sendError(body)).toMatchObject({ status: 401, code: "INVALID_FEED_TOKEN" });
});

test("a body is not recorded if the client disconnects before the end of the body", async () => {
  const { socket, body, answered } = await rig.sendPart(lines(snapshot(-150, rig.now)).slice(0, -1));
  socket.destroy();
  await answered.catch(() => undefined);
  expect(await rig.recordedRows()).toEqual([]);
  expect((await rig.send(body)).status).toBe(200);
});
