import { sql } from "drizzle-orm";
import pino from "pino";
import { describe, expect, test } from "vitest";
import type { SnapshotEvent } from "@/server/ingest/feeds/snapshot";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import { recorderRig, start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import { eventOf, moneyline, snapshotOf, testRecorder } from "@/server/ingest/recorder/testing/snapshots";

const rig = recorderRig();
const { currentMarkets, record, rows } = rig;

const games = (price: number): SnapshotEvent[] => [
  eventOf(start, [moneyline(price, 130)]),
  eventOf(start, [moneyline(price, 140)], { home: "Miami Dolphins", away: "New York Jets" }),
  eventOf(start, [moneyline(price, 150)], { home: "Dallas Cowboys", away: "New York Giants" }),
];

/** Stores an invalid value in the fixture's rows of `checks`, so that our code fails on the fixture's next event. */
const damageCheck = (fixture: string) =>
  rig.database().db.execute(sql`update checks set starts = '5' where fixture_id like ${`%${fixture}%`}`);

const priceOf = async (fixture: string) =>
  (await currentMarkets()).find(({ fixture_id }) => fixture_id.includes(fixture))?.outcomes.split("\n")[0];

describe("unreadable events, on which our own code fails", () => {
  test("an unreadable event is rejected and counted, and the other events of its snapshot are recorded", async () => {
    await record(snapshotOf("draftkings", t0, games(-150)));
    await damageCheck("dolphins");
    const report = await record(snapshotOf("draftkings", t0 + 1000, games(-160)), t0 + 1000);
    expect(report.events).toEqual({ seen: 3, matched: 2, unmatched: 0, rejected: 1 });
    expect(report.rejected).toEqual({ unreadable: 2 });
    expect(report.prices).toMatchObject({ seen: 6, changed: 2, unchanged: 2 });
    expect(await priceOf("bills")).toBe("h-160");
    expect(await priceOf("dolphins")).toBe("h-150");
    expect(await priceOf("cowboys")).toBe("h-160");
  });

  test("an unreadable event is rejected again in a duplicate snapshot, and recorded when it is readable again", async () => {
    await record(snapshotOf("draftkings", t0, games(-150)));
    await damageCheck("dolphins");
    const again = () => record(snapshotOf("draftkings", t0 + 1000, games(-160)), t0 + 1000);
    await again();
    const repeated = await again();
    expect(repeated.events).toEqual({ seen: 3, matched: 2, unmatched: 0, rejected: 1 });
    expect(repeated.prices).toMatchObject({ changed: 0, unchanged: 4 });
    await rig.database().db.execute(sql`update checks set starts = '[]' where starts = '5'`);
    expect((await again()).prices).toMatchObject({ changed: 1, unchanged: 5 });
    expect(await priceOf("dolphins")).toBe("h-160");
  });

  test("a complete snapshot, which withdraws the events that it omits, does not withdraw its unreadable events", async () => {
    await record(snapshotOf("draftkings", t0, games(-150), { complete: true }));
    await damageCheck("dolphins");
    await record(snapshotOf("draftkings", t0 + 1000, games(-160), { complete: true }), t0 + 1000);
    expect(await priceOf("dolphins")).toBe("h-150");
  });

  test("an unreadable event affects neither the other snapshots of its batch nor later snapshots", async () => {
    await record(snapshotOf("draftkings", t0, games(-150)));
    await damageCheck("dolphins");
    const batch = ["draftkings", "fanduel"].map((book) => snapshotOf(book, t0 + 1000, games(-160)));
    const recorder = testRecorder(rig.database().db);
    const report = await recordSnapshots(recorder, batch, { clock: "now", now: t0 + 1000 });
    expect(report.events).toEqual({ seen: 6, matched: 5, unmatched: 0, rejected: 1 });
    const later = await record(snapshotOf("fanduel", t0 + 2000, games(-170)), t0 + 2000);
    expect(later.events.matched).toBe(3);
  });

  test("an unreadable event is logged with its names and the cause, on one line", async () => {
    await record(snapshotOf("draftkings", t0, games(-150)));
    await damageCheck("dolphins");
    const lines: string[] = [];
    const log = pino({ level: "error" }, { write: (line) => void lines.push(line) });
    const recorder = { ...testRecorder(rig.database().db), log };
    await recordSnapshots(recorder, [snapshotOf("draftkings", t0 + 1000, games(-160))], {
      clock: "now",
      now: t0 + 1000,
    });
    expect(lines).toHaveLength(1);
    expect(lines[0]?.trimEnd()).not.toContain("\n");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      book: "draftkings",
      unreadable: 1,
      events: [{ home: "Miami Dolphins", away: "New York Jets" }],
      err: { type: "TypeError" },
    });
  });
});

test("a database failure fails the whole batch, and no event counts as unreadable", async () => {
  const { db } = rig.database();
  await db.execute(sql`alter table checks rename to checks_away`);
  try {
    await expect(record(snapshotOf("draftkings", t0, games(-150)))).rejects.toThrow(/Failed query/);
  } finally {
    await db.execute(sql`alter table checks_away rename to checks`);
  }
  expect((await record(snapshotOf("draftkings", t0, games(-150)))).events.matched).toBe(3);
  expect(await rows(sql`select 1 from checks`)).toHaveLength(3);
});
