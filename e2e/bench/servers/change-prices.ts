/**
 * Records CHANGES_PER_SECOND new prices per second with the service's recorder, until the process is stopped. Once a second, prints a line
 * of JSON with two totals since the start: the seconds that have passed, and the prices that were recorded.
 */
import { setTimeout as delay } from "node:timers/promises";
import pino from "pino";
import { connectDatabase } from "@/db/connect";
import { moneylines, pricesInMoneylines, slateBookKeys } from "@/e2e/bench/slate";
import { openDatabaseClock } from "@/server/clock/database-clock";
import { recordSnapshots } from "@/server/recorder/record-snapshots";

const perSecond = Number(process.env.CHANGES_PER_SECOND);
const slateNow = Number(process.env.SLATE_NOW);
const db = connectDatabase({ url: process.env.DATABASE_URL ?? "" }, 2);
const log = pino({ level: "error" });
const recorder = { db, archiveFrom: 0, clock: await openDatabaseClock(db, log), log };

const tickMs = 100;
const begin = Date.now();
let recorded = 0;
let turn = 1;
let book = 0;
let reportedAt = 0;
for (;;) {
  const due = ((Date.now() - begin) / 1000) * perSecond;
  const batch = [];
  while (recorded + batch.length * pricesInMoneylines < due) {
    batch.push({ ...moneylines(book, slateNow, turn), fetched_at: new Date().toISOString() });
    book = (book + 1) % slateBookKeys.length;
    if (book === 0) turn += 1;
  }
  if (batch.length > 0) {
    const report = await recordSnapshots(recorder, batch, { clock: "now", now: Date.now() });
    recorded += report.prices.changed;
  }
  if (Date.now() - reportedAt >= 1000) {
    reportedAt = Date.now();
    process.stdout.write(`${JSON.stringify({ seconds: (reportedAt - begin) / 1000, recorded })}\n`);
  }
  await delay(tickMs);
}
