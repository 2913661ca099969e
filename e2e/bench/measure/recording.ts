import { performance } from "node:perf_hooks";
import type { Report } from "@/e2e/bench/report";
import { slateBookKeys, slateSnapshot } from "@/e2e/bench/slate";
import { spreadOf } from "@/e2e/bench/statistics";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";
import { type Recorder, recordSnapshots } from "@/server/ingest/recorder/record-snapshots";

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
};

/** Measures the recorder's speed with unchanged and with changed prices. */
export const measureRecording = async (
  report: Report,
  recorder: Recorder,
  slateNow: number,
  rounds: number,
): Promise<void> => {
  report.print("recorder: one slate of games at 40 books, with main markets, ladders, team totals and props");
  const compared: number[] = [];
  const written: number[] = [];
  const slate = (turn: number): BookSnapshot[] =>
    slateBookKeys.map((_, book) => ({
      ...slateSnapshot(book, slateNow, turn),
      fetched_at: new Date().toISOString(),
    }));
  for (let round = 0; round < rounds; round++) {
    for (const [turn, rates] of [
      [round, compared],
      [round + 1, written],
    ] as const) {
      const snapshots = slate(turn);
      let prices = 0;
      const seconds = await secondsOf(async () => {
        for (const snapshot of snapshots) {
          const found = await recordSnapshots(recorder, [snapshot], { clock: "now", now: Date.now() });
          prices += rates === compared ? found.prices.seen : found.prices.changed;
        }
      });
      rates.push(prices / seconds);
    }
  }
  report.add({
    name: "prices compared per second",
    value: spreadOf(compared),
    unit: "/s",
    target: { min: 88_000 },
  });
  report.add({
    name: "changes written per second",
    value: spreadOf(written),
    unit: "/s",
    target: { min: 41_800 },
  });
};
