import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ownValue } from "@/server/domain/catalogue/own-value";
import { checkSnapshot } from "@/server/ingest/feeds/check-snapshot";
import { parseTime } from "@/server/ingest/feeds/parse-time";
import type { ReadItem, RecordedFormat } from "@/server/ingest/feeds/reader";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";

const folder = resolve(process.env.ODDS_SAMPLES ?? "../shared/samples");

/** Recorded data is not part of the repository. Tests of recorded data are skipped if the folder is missing. */
export const samplesAreAbsent = !existsSync(folder);

if (samplesAreAbsent)
  process.stderr.write(`No recorded data at ${folder} (ODDS_SAMPLES): the tests that read it are skipped.\n`);

export const sampleText = (name: string): string => readFileSync(join(folder, name), "utf8");

/** The names of the samples in a folder, sorted. */
export const sampleNames = (name: string): string[] =>
  readdirSync(join(folder, name))
    .sort()
    .map((file) => join(name, file));

export const readAll = (format: RecordedFormat, text: string): ReadItem[] => [
  ...format.read(text, { path: "test" }),
];

export const snapshotsOf = (items: readonly ReadItem[]): BookSnapshot[] =>
  items.flatMap((item) => (item.kind === "snapshot" ? [item.snapshot] : []));

export type Tally = { accepted: number; repeated: number; rejected: Record<string, number> };

/**
 * Counts the accepted prices, the repeated prices and, by reason, the prices that the reader or `checkSnapshot` rejected. Each snapshot is
 * checked as if the current time were the time that its data states.
 */
export const tallyOf = (items: readonly ReadItem[]): Tally => {
  const tally: Tally = { accepted: 0, repeated: 0, rejected: {} };
  const reject = (reason: string, prices: number) => {
    tally.rejected = { ...tally.rejected, [reason]: (ownValue(tally.rejected, reason) ?? 0) + prices };
  };
  for (const item of items) {
    if (item.kind === "rejected") {
      reject(item.reason, item.prices);
      continue;
    }
    const recordedAt = parseTime(item.snapshot.recorded_at ?? item.snapshot.fetched_at);
    const checked = checkSnapshot(item.snapshot, { recordedAt, now: recordedAt, archiveFrom: 0 });
    for (const [reason, prices] of checked.rejected) reject(reason, prices);
    tally.repeated += checked.pricesRepeated;
    for (const { markets } of checked.events)
      for (const { outcomes } of markets) tally.accepted += outcomes.length;
  }
  return tally;
};
