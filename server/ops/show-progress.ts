import { SingleBar } from "cli-progress";
import { formatWhole } from "@/server/domain/serialize/format-number";
import type { ImportProgress } from "@/server/ops/import-files";

export type ProgressDisplay = {
  readonly onProgress: (progress: ImportProgress) => void;
  readonly end: () => void;
};

const lineEveryMs = 2_000;

/**
 * Shows progress as lines: one per finished file, and one every two seconds in between.
 * @param now a clock in ms.
 */
export const progressLines = (
  files: number,
  write: (line: string) => void,
  now: () => number,
): ProgressDisplay => {
  const startedAt = now();
  let lastAt = Number.NEGATIVE_INFINITY;
  return {
    onProgress: ({ file, filesDone, part, prices }) => {
      const at = now();
      if (part !== 1 && at - lastAt < lineEveryMs) return;
      lastAt = at;
      const position = `${part === 1 ? filesDone : filesDone + 1}/${files} ${file}`;
      const rate = prices / Math.max(0.001, (at - startedAt) / 1000);
      write(
        part === undefined
          ? `${position} reading\n`
          : `${position} ${Math.floor(part * 100)}% ${formatWhole(prices)} prices, ${formatWhole(rate)}/s\n`,
      );
    },
    end: () => undefined,
  };
};

const progressBar = (files: number, stream: NodeJS.WriteStream): ProgressDisplay => {
  const bar = new SingleBar({ format: "{bar} {percentage}% {file}", hideCursor: true, stream });
  bar.start(files, 0, { file: "" });
  return {
    onProgress: ({ file, filesDone, part = 0 }) => {
      bar.update(part === 1 ? filesDone : filesDone + part, { file });
    },
    end: () => bar.stop(),
  };
};

/** Shows progress on stderr, because stdout is for the report. If stderr is a terminal, progress is a bar; otherwise it is lines. */
export const showProgress = (files: number): ProgressDisplay => {
  const { stderr } = process;
  return stderr.isTTY
    ? progressBar(files, stderr)
    : progressLines(
        files,
        (line) => stderr.write(line),
        () => performance.now(),
      );
};
