import { stat } from "node:fs/promises";
import { setFlagsFromString } from "node:v8";
import { type Command, InvalidArgumentError, Option } from "commander";
import { parseConfig } from "@/server/config";
import { formatNames, recordedFormats, responseFormats } from "@/server/ingest/feeds/formats";
import { parseDuration } from "@/server/ingest/feeds/parse-duration";
import { parseTime } from "@/server/ingest/feeds/parse-time";
import type { RecordingClock } from "@/server/ingest/recorder/recording";
import { serializeReport } from "@/server/ingest/recorder/serialize-report";
import { createLog } from "@/server/log";
import { CommandFailure, printing } from "@/server/ops/command-line";
import { registerFeedFollowCommand } from "@/server/ops/commands/feed-follow";
import { registerFeedStatusCommand } from "@/server/ops/commands/feed-status";
import { registerFeedTokenCommands } from "@/server/ops/commands/feed-token";
import { formatReport } from "@/server/ops/format-report";
import { type ImportFormat, importFiles } from "@/server/ops/import-files";
import { showProgress } from "@/server/ops/show-progress";
import { openStoresBeside } from "@/server/run/stores";

type ImportOptions = {
  readonly format: string;
  readonly file: readonly string[];
  readonly clock: RecordingClock;
  /** ms since the epoch. */
  readonly fetchedAt?: number;
  readonly shift?: number | "auto";
  readonly allowShift?: true;
  readonly verbose?: true;
};

const parseShift = (value: string): number | "auto" => {
  if (value === "auto") return value;
  const ms = parseDuration(value);
  if (ms === null) throw new InvalidArgumentError("It must be auto or a duration such as 90m, 36h or -2d.");
  return ms;
};

const parseFetchTime = (value: string): number => {
  const ms = parseTime(value);
  if (Number.isNaN(ms)) throw new InvalidArgumentError("It must be a time such as 2026-08-20T21:26:16Z.");
  return ms;
};

const collect = (value: string, before: readonly string[] | undefined): string[] => [
  ...(before ?? []),
  value,
];

const requireFiles = async (files: readonly string[]): Promise<void> => {
  for (const file of files) {
    // Missing or unreadable: the message is the same.
    const found = await stat(file).catch(() => undefined);
    if (found === undefined || !found.isFile()) throw new CommandFailure(`${file} is not a readable file`);
  }
};

const openFormat = (name: string, fetchedAtMs: number | undefined): ImportFormat => {
  const responses = responseFormats.get(name);
  if (responses !== undefined) {
    if (fetchedAtMs === undefined)
      throw new CommandFailure(`--format ${name} needs --fetched-at: responses do not state a fetch time`);
    return { responses, fetchedAtMs };
  }
  const format = recordedFormats.get(name);
  if (format === undefined) throw new CommandFailure(`there is no format ${name}`);
  if (fetchedAtMs !== undefined)
    throw new CommandFailure(`--format ${name} takes no --fetched-at: its files state their own times`);
  return { format };
};

const runImport = async (options: ImportOptions) => {
  const { file: files, clock, shift = 0, allowShift } = options;
  const format = openFormat(options.format, options.fetchedAt);
  const config = parseConfig(process.env);
  if (shift !== 0 && config.databaseUrl !== undefined && allowShift !== true)
    throw new CommandFailure(
      "--shift makes old prices look fresh: with DATABASE_URL set, it needs --allow-shift",
    );
  await requireFiles(files);
  // Saves memory. By default, V8 lets the heap grow to four times the memory in use before it collects the garbage of a large file.
  setFlagsFromString("--heap-growing-percent=25");
  const stores = await openStoresBeside(config);
  const { onProgress, end } = showProgress(files.length);
  try {
    const recorder = {
      db: stores.db,
      clock: stores.clock,
      archiveFrom: config.archiveFrom,
      log: createLog("warn"),
    };
    return serializeReport(await importFiles(recorder, { ...format, files, clock, shift }, onProgress));
  } finally {
    end();
    await stores.close();
  }
};

/** `feed import`, `feed follow`, `feed status` and the commands of `feed token`. */
export const registerFeedCommands = (program: Command): void => {
  const feed = program
    .command("feed")
    .description("import prices, show the live feeds, and manage who may deliver prices");
  registerFeedStatusCommand(feed);
  printing(
    feed
      .command("import")
      .description("import recorded data through the same recorder as a live feed")
      .addOption(
        new Option("--format <format>", "the format of the files").choices(formatNames).makeOptionMandatory(),
      )
      .addOption(
        new Option("--file <path>", "a file; repeat the option for several")
          .argParser(collect)
          .makeOptionMandatory(),
      )
      .addOption(
        new Option(
          "--fetched-at <time>",
          "when the responses were fetched; required by formats of raw responses",
        ).argParser(parseFetchTime),
      )
      .addOption(
        new Option("--clock <clock>", "record at the current time (now) or at the data's times (recorded)")
          .choices(["now", "recorded"])
          .default("now"),
      )
      .addOption(
        new Option(
          "--shift <duration>",
          'add this duration to every time in the data; "auto" makes the newest fetch time the current time',
        ).argParser(parseShift),
      )
      .option("--allow-shift", "allow --shift when DATABASE_URL is set")
      .option("--verbose", "print every unmatched event instead of the first 20"),
    runImport,
    formatReport,
  );
  registerFeedFollowCommand(feed);
  registerFeedTokenCommands(feed);
};
