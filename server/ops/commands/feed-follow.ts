import type { Command } from "commander";
import { parseConfig } from "@/server/config";
import { formatWhole } from "@/server/domain/serialize/format-number";
import { followLines } from "@/server/ingest/delivery/follow-lines";
import { deliverySource } from "@/server/ingest/delivery/record-delivery";
import { createRecordItems } from "@/server/ingest/recorder/record-items";
import type { RecordReport } from "@/server/ingest/recorder/report";
import { serializeReport } from "@/server/ingest/recorder/serialize-report";
import { createLog } from "@/server/log";
import { printing } from "@/server/ops/command-line";
import { formatReport } from "@/server/ops/format-report";
import { openStoresBeside } from "@/server/run/stores";

const progressEveryMs = 2_000;
const maxRejectedShown = 20;

const print = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** Progress on stderr, because stdout is for the report. */
const createProgress = () => {
  let lastAt = Number.NEGATIVE_INFINITY;
  let rejectedShown = 0;
  return {
    onRecorded: ({ snapshots, prices }: RecordReport) => {
      const now = performance.now();
      if (now - lastAt < progressEveryMs) return;
      lastAt = now;
      const { seen, changed } = prices;
      print(
        `${formatWhole(snapshots)} snapshots, ${formatWhole(seen)} prices, ${formatWhole(changed)} changed`,
      );
    },
    onRejected: (line: number, problem: string) => {
      rejectedShown += 1;
      if (rejectedShown <= maxRejectedShown) print(`line ${line} is rejected: ${problem}`);
      if (rejectedShown === maxRejectedShown) print("further rejected lines are only counted");
    },
    onRetry: ({ message }: Error) => print(`the batch could not be recorded and is retried: ${message}`),
  };
};

const runFollow = async () => {
  const config = parseConfig(process.env);
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  // A second signal ends the process at once.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
  const stores = await openStoresBeside(config);
  try {
    const { db, clock } = stores;
    const recorder = { db, clock, archiveFrom: config.archiveFrom, log: createLog("warn") };
    const recordItems = createRecordItems(recorder, { clock: "now", source: deliverySource });
    const options = { recordItems, signal: stopping.signal, ...createProgress() };
    return serializeReport(await followLines(process.stdin, options));
  } finally {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.off(signal, stop);
    await stores.close();
  }
};

/** `feed follow`. */
export const registerFeedFollowCommand = (feed: Command): void => {
  printing(
    feed
      .command("follow")
      .description("record snapshots in the native format from standard input, one per line, as they arrive")
      .option("--verbose", "print every unmatched event instead of the first 20"),
    runFollow,
    formatReport,
  );
};
