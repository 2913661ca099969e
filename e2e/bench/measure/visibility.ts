import { setTimeout as delay } from "node:timers/promises";
import type { Target } from "@/e2e/bench/load/load-types";
import type { Report } from "@/e2e/bench/report";
import { moneylines } from "@/e2e/bench/slate";
import { percentile, spreadOf } from "@/e2e/bench/statistics";
import { type Recorder, recordSnapshots } from "@/server/ingest/recorder/record-snapshots";

const pollPauseMs = 5;

/**
 * Measures the time from the recorder's commit of a price until a response shows this price.
 * @param store the name of the database, for the report.
 * @param maxMs the promised maximum of the 99th percentile.
 */
export const measureVisibility = async (
  report: Report,
  recorder: Recorder,
  odds: Target,
  slateNow: number,
  { store, changes, maxMs }: { readonly store: string; readonly changes: number; readonly maxMs: number },
): Promise<void> => {
  report.print(`visibility of a change, ${store}`);
  const delays: number[] = [];
  const book = 0;
  const tagOf = async (): Promise<string> => {
    const response = await fetch(odds.url, { method: "HEAD", headers: { ...odds.headers } });
    return response.headers.get("etag") ?? "";
  };
  for (let change = 0; change < changes; change++) {
    const before = await tagOf();
    const snapshot = {
      ...moneylines(book, slateNow, 1_000 + change),
      fetched_at: new Date().toISOString(),
    };
    await recordSnapshots(recorder, [snapshot], { clock: "now", now: Date.now() });
    const committed = performance.now();
    while ((await tagOf()) === before) await delay(pollPauseMs);
    delays.push(performance.now() - committed);
  }
  report.add({ name: `time until a change is visible, ${store}`, value: spreadOf(delays), unit: "ms" });
  const p99 = percentile(delays, 0.99);
  report.add({
    name: `  99th percentile of ${changes} changes, ${store}`,
    value: { median: p99, min: p99, max: p99 },
    unit: "ms",
    target: { max: maxMs },
  });
};
