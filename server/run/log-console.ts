import { format, stripVTControlCharacters } from "node:util";
import type { Logger } from "pino";
import { minuteMs } from "@/server/domain/durations";

const windowMs = minuteMs;
/** Some requests make a library print. Without this maximum, clients could flood the log with such requests. */
const maxLinesPerWindow = 20;
const maxCharacters = 2_000;

// Routine messages of libraries matter only for debugging.
const methods = { error: "error", warn: "warn", log: "debug", info: "debug", debug: "debug" } as const;

/** The id that the error page shows to the visitor. */
const digestOf = (values: readonly unknown[]): string | undefined => {
  const error = values.find((value) => value instanceof Error && "digest" in value);
  return error === undefined ? undefined : String((error as { readonly digest?: unknown }).digest);
};

/**
 * Redirects `console` and Node's warnings to the log, mostly because Next prints to `console`. Writes at most 20 lines per level and
 * minute. The next line of the level has the number of dropped lines as `left_out`.
 */
export const logConsole = (log: Pick<Logger, "error" | "warn" | "info" | "debug">): void => {
  const windows = new Map<string, { since: number; lines: number; leftOut: number }>();
  const write = (level: (typeof methods)[keyof typeof methods], text: string, digest?: string): void => {
    const now = performance.now();
    const last = windows.get(level);
    const current =
      last !== undefined && now - last.since < windowMs
        ? last
        : { since: now, lines: 0, leftOut: last?.leftOut ?? 0 };
    windows.set(level, current);
    if (current.lines >= maxLinesPerWindow) {
      current.leftOut += 1;
      return;
    }
    current.lines += 1;
    const plain = stripVTControlCharacters(text).trim().slice(0, maxCharacters);
    const fields = {
      printed: plain,
      ...(digest !== undefined && { digest: digest.slice(0, maxCharacters) }),
      ...(current.leftOut > 0 && { left_out: current.leftOut }),
    };
    log[level](fields, "a library printed");
    current.leftOut = 0;
  };
  for (const [name, level] of Object.entries(methods) as [
    keyof typeof methods,
    (typeof methods)[keyof typeof methods],
  ][])
    console[name] = (...values: unknown[]) => write(level, format(...values), digestOf(values));
  process.removeAllListeners("warning");
  process.on("warning", (warning) => write("warn", `${warning.name}: ${warning.message}`));
};
