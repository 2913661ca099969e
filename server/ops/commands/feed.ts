import { stat } from "node:fs/promises";
import { setFlagsFromString } from "node:v8";
import { type Command, InvalidArgumentError, Option } from "commander";
import { parseConfig } from "@/server/config";
import { recordedFormats } from "@/server/feeds/formats";
import { parseDuration } from "@/server/feeds/parse-duration";
import { createLog } from "@/server/log";
import { CommandFailure, printing, readableLines } from "@/server/ops/command-line";
import { describeUnmatched, type PrintedUnmatched, unmatchedTable } from "@/server/ops/describe-unmatched";
import { importFiles } from "@/server/ops/import-files";
import { showProgress } from "@/server/ops/show-progress";
import type { RecordingClock } from "@/server/recorder/recording";
import type { RecordReport } from "@/server/recorder/report";
import { openStoresBeside } from "@/server/stores";

type ImportOptions = {
  readonly format: string;
  readonly file: readonly string[];
  readonly clock: RecordingClock;
  readonly shift?: number | "auto";
  readonly allowShift?: true;
  readonly verbose?: true;
};

const parseShift = (value: string): number | "auto" => {
  if (value === "auto") return value;
  const ms = parseDuration(value);
  if (ms === null) throw new InvalidArgumentError("give auto or a duration such as 90m, 36h, -2d");
  return ms;
};

const collect = (value: string, before: readonly string[] | undefined): string[] => [
  ...(before ?? []),
  value,
];

const requireFiles = async (files: readonly string[]): Promise<void> => {
  for (const file of files) {
    const found = await stat(file).catch(() => undefined);
    if (found === undefined || !found.isFile())
      throw new CommandFailure(`${file} is not a file that can be read`);
  }
};

type PrintedReport = Omit<RecordReport, "unmatchedEvents" | "unmatchedLeftOut"> & {
  readonly unmatched_events: readonly PrintedUnmatched[];
  /** Sightings of further events, where there are more than a report holds. */
  readonly unmatched_events_left_out: number;
};

const describeReport = ({ unmatchedEvents, unmatchedLeftOut, ...report }: RecordReport): PrintedReport => ({
  ...report,
  unmatched_events: [...unmatchedEvents.values()].map(describeUnmatched),
  unmatched_events_left_out: unmatchedLeftOut,
});

const maxShown = 20;

const showReport = (
  { unmatched_events: events, unmatched_events_left_out: leftOut, ...report }: PrintedReport,
  { verbose }: ImportOptions,
): string => {
  const lines = [readableLines(report)];
  if (events.length === 0) return lines.join("\n");
  const shown = verbose === true ? events : events.slice(0, maxShown);
  lines.push("", `events not joined: ${events.length}`, unmatchedTable(shown));
  if (shown.length < events.length)
    lines.push(`and ${events.length - shown.length} more; --verbose prints all`);
  if (leftOut > 0) lines.push(`and ${leftOut} sightings of events beyond the first ${events.length}`);
  return lines.join("\n");
};

/** Records what files hold. The heap stays small: by itself V8 lets the garbage of a large file grow to four times what is in use. */
const runImport = async ({ format, file: files, clock, shift = 0, allowShift }: ImportOptions) => {
  const config = parseConfig(process.env);
  if (shift !== 0 && config.databaseUrl !== undefined && allowShift !== true)
    throw new CommandFailure(
      "--shift makes old prices look fresh: refused where DATABASE_URL is set, unless --allow-shift is given",
    );
  const recorded = recordedFormats.get(format);
  if (recorded === undefined) throw new CommandFailure(`there is no format ${format}`);
  await requireFiles(files);
  setFlagsFromString("--heap-growing-percent=60");
  const stores = await openStoresBeside(config);
  const { onProgress, end } = showProgress(files.length);
  try {
    const recorder = {
      db: stores.db,
      clock: stores.clock,
      archiveFrom: config.archiveFrom,
      log: createLog("warn"),
    };
    return describeReport(await importFiles(recorder, { format: recorded, files, clock, shift }, onProgress));
  } finally {
    end();
    await stores.close();
  }
};

/** `feed import`. */
export const registerFeedCommands = (program: Command): void => {
  const feed = program.command("feed").description("bring prices in");
  printing(
    feed
      .command("import")
      .description("record files of recorded data, through the same recorder as a live feed")
      .addOption(
        new Option("--format <format>", "what the files hold")
          .choices([...recordedFormats.keys()])
          .makeOptionMandatory(),
      )
      .addOption(
        new Option("--file <path>", "a file; may be given several times")
          .argParser(collect)
          .makeOptionMandatory(),
      )
      .addOption(
        new Option("--clock <clock>", "the time of recording: now, or as the data states it")
          .choices(["now", "recorded"])
          .default("now"),
      )
      .addOption(
        new Option(
          "--shift <duration>",
          "move every time in the data; auto makes its newest fetch now",
        ).argParser(parseShift),
      )
      .option("--allow-shift", "shift also where DATABASE_URL is set")
      .option("--verbose", "print every event that is not joined, not the first 20 alone"),
    runImport,
    showReport,
  );
};
