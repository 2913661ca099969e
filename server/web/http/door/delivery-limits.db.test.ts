import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Database } from "@/db/connect";
import { deliveriesPerSecond } from "@/server/ingest/delivery/admit-delivery";
import { revokeFeedToken } from "@/server/ingest/delivery/feed-token";
import { deliveryRig, lines, snapshot } from "@/server/web/http/testing/delivery-rig";

const rig = deliveryRig();

test("the limit on a token's deliveries per second applies to all instances together", async () => {
  // now() is constant within a transaction, so all deliveries are in one second of the database's clock.
  await rig.database().db.transaction(async (tx) => {
    const instances = [rig.handlerOf(tx as unknown as Database), rig.handlerOf(tx as unknown as Database)];
    const statuses: number[] = [];
    for (let call = 0; call < deliveriesPerSecond + 2; call++) {
      const isOver = call >= deliveriesPerSecond;
      const request = new Request("http://localhost/", {
        method: "POST",
        headers: { authorization: `Bearer ${rig.token.token}` },
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
  const counting = rig.handlerOf(
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
  expect(await post(rig.token.token)).toBe(400);
  const { id, token: wrong } = await rig.newToken("draftkings");
  await revokeFeedToken(db, id, new Date(rig.now));
  const statuses: number[] = [];
  for (let call = 0; call < 30; call++) statuses.push(await post(wrong));
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(20).fill(429)]);
  expect(statements).toBe(11);
  expect(await post(rig.token.token)).toBe(400);
});

const emptySnapshots = (book: string, sport: string, count: number): string =>
  lines({ book, sport, fetched_at: null, complete: true, events: [] }).repeat(count);

test("while three tokens deliver many snapshots, a delivery of another token waits for few of their parts", async () => {
  const books = ["slots_1", "slots_2", "slots_3"];
  const sports = ["icehockey_nhl", "basketball_nba", "baseball_mlb", "soccer_epl"];
  const each = 400;
  const sent: Promise<{ status: number }>[] = [];
  for (const book of books) {
    const { token: own } = await rig.newToken(book);
    const body = sports.map((sport) => emptySnapshots(book, sport, each)).join("");
    sent.push(rig.send(body, { token: own }));
  }
  // Each token has recorded a part, so all turns were taken before the other delivery begins.
  for (const book of books) while ((await rig.countObservations(book)) === 0) await turn();
  await rig.deliver(snapshot(-150, rig.now));
  const ofOthers = await Promise.all(books.map(rig.countObservations));
  expect(Math.max(...ofOthers)).toBeLessThan(each * sports.length);
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await Promise.all(books.map(rig.countObservations))).toEqual(books.map(() => each * sports.length));
});

test("uploads of other tokens that do not end leave room for a delivery", async () => {
  const uploads: Awaited<ReturnType<typeof rig.sendPart>>[] = [];
  const honest = rig.token;
  for (let other = 0; other < 3; other++) {
    rig.token = await rig.newToken("scraped");
    for (let upload = 0; upload < 8; upload++) uploads.push(await rig.sendPart("{"));
  }
  rig.token = honest;
  expect((await rig.send(lines(snapshot(-150, rig.now)))).status).toBe(200);
  for (const { socket, answered } of uploads) {
    socket.destroy();
    await answered.catch(() => undefined);
  }
});
