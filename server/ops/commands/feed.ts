import { stat } from "node:fs/promises";
import { SingleBar } from "cli-progress";
import { type Command, InvalidArgumentError, Option } from "commander";
import { parseConfig } from "@/server/config";
import { recordedFormats } from "@/server/feeds/formats";
import { parseDuration } from "@/server/feeds/parse-duration";
import { createLog } from "@/server/log";
import { CommandFailure, printing } from "@/server/ops/command-line";
import { type ImportProgress, importFiles } from "@/server/ops/import-files";
import type { RecordingClock } from "@/server/recorder/recording";
import { openStoresBeside } from "@/server/stores";

type ImportOptions = {
  readonly format: string;
  readonly file: readonly string[];
  readonly clock: RecordingClock;
  readonly shift?: number | "auto";
  readonly allowShift?: true;
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

/** A bar on a terminal, a line a file elsewhere; on stderr, since stdout is for the report. */
const showProgress = (
  files: number,
): { readonly onProgress: (progress: ImportProgress) => void; readonly end: () => void } => {
  if (!process.stderr.isTTY)
    return {
      onProgress: ({ file, filesDone, itemsDone, itemsInFile }) => {
        if (itemsDone === itemsInFile) process.stderr.write(`${filesDone}/${files} ${file}\n`);
      },
      end: () => undefined,
    };
  const bar = new SingleBar({
    format: "{bar} {percentage}% {file}",
    hideCursor: true,
    stream: process.stderr,
  });
  bar.start(files, 0, { file: "" });
  return {
    onProgress: ({ file, filesDone, itemsDone, itemsInFile }) => {
      const part = itemsDone === itemsInFile ? 0 : itemsDone / itemsInFile;
      bar.update(filesDone + part, { file });
    },
    end: () => bar.stop(),
  };
};

const runImport = async ({ format, file: files, clock, shift = 0, allowShift }: ImportOptions) => {
  const config = parseConfig(process.env);
  if (shift !== 0 && config.databaseUrl !== undefined && allowShift !== true)
    throw new CommandFailure(
      "--shift makes old prices look fresh: refused where DATABASE_URL is set, unless --allow-shift is given",
    );
  const recorded = recordedFormats[format];
  if (recorded === undefined) throw new CommandFailure(`there is no format ${format}`);
  await requireFiles(files);
  const stores = await openStoresBeside(config);
  const { onProgress, end } = showProgress(files.length);
  try {
    const recorder = { db: stores.db, archiveFrom: config.archiveFrom, log: createLog("warn") };
    return await importFiles(recorder, { format: recorded, files, clock, shift }, onProgress);
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
          .choices(Object.keys(recordedFormats))
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
      .option("--allow-shift", "shift also where DATABASE_URL is set"),
    runImport,
  );
};
