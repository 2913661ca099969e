import { format, stripVTControlCharacters } from "node:util";
import type { Logger } from "pino";

const windowMs = 60_000;
/** A client that makes a library complain must not fill the log. */
const maxLinesPerWindow = 20;
const maxCharacters = 2_000;

// What a library says of ordinary work is of use only to a person who looks into a fault.
const methods = { error: "error", warn: "warn", log: "debug", info: "debug", debug: "debug" } as const;

/**
 * What libraries print, Next above all, as lines of the log: at most 20 of a level in a minute, the rest counted in the next one's
 * `left_out`. Warnings of Node's own too.
 */
export const logConsole = (log: Pick<Logger, "error" | "warn" | "info" | "debug">): void => {
  const windows = new Map<string, { since: number; lines: number; leftOut: number }>();
  const write = (level: (typeof methods)[keyof typeof methods], text: string): void => {
    const now = performance.now();
    const known = windows.get(level);
    const current =
      known !== undefined && now - known.since < windowMs
        ? known
        : { since: now, lines: 0, leftOut: known?.leftOut ?? 0 };
    windows.set(level, current);
    if (current.lines >= maxLinesPerWindow) {
      current.leftOut += 1;
      return;
    }
    current.lines += 1;
    const plain = stripVTControlCharacters(text).trim().slice(0, maxCharacters);
    log[level](
      current.leftOut > 0 ? { printed: plain, left_out: current.leftOut } : { printed: plain },
      "a library printed",
    );
    current.leftOut = 0;
  };
  for (const [name, level] of Object.entries(methods) as [
    keyof typeof methods,
    (typeof methods)[keyof typeof methods],
  ][])
    console[name] = (...values: unknown[]) => write(level, format(...values));
  process.removeAllListeners("warning");
  process.on("warning", (warning) => write("warn", `${warning.name}: ${warning.message}`));
};
