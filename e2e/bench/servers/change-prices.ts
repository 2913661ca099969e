/**
 * Records CHANGES_PER_SECOND new prices per second with the service's recorder, until the process is stopped. Once a second, prints a line
 * of JSON with two totals since the start: the seconds that have passed, and the prices that were recorded. The message `pause` from the
 * parent process pauses the recording and is acknowledged with `paused`. The message `resume` starts the recording and the totals anew.
 */
import { setTimeout as delay } from "node:timers/promises";
import pino from "pino";
import { connectDatabase } from "@/db/connect";
import { moneylines, pricesInMoneylines, slateBookKeys } from "@/e2e/bench/slate";
import { openDatabaseClock } from "@/server/clock/database-clock";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";

const perSecond = Number(process.env.CHANGES_PER_SECOND);
const slateNow = Number(process.env.SLATE_NOW);
const db = connectDatabase({ url: process.env.DATABASE_URL ?? "" }, 2);
const log = pino({ level: "error" });
const recorder = { db, archiveFrom: 0, clock: await openDatabaseClock(db, log), log };

// Short, so that the changes are spread over the second like the snapshots of independent books.
const tickMs = 10;
let begin = Date.now();
let recorded = 0;
let turn = 1;
let book = 0;
let reportedAt = begin;
let isPaused = false;
let resume = (): void => undefined;
process.on("message", (message) => {
  isPaused = message === "pause";
  resume();
});
// Ends this process when the parent process has ended, even during a pause. Without this handler, only a failed write to stdout would end
// the process, and a paused process writes nothing.
process.on("disconnect", () => process.exit());

const waitUntilResumed = async (): Promise<void> => {
  const resumed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  process.send?.("paused");
  await resumed;
  begin = Date.now();
  reportedAt = begin;
  recorded = 0;
};

for (;;) {
  if (isPaused) await waitUntilResumed();
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
