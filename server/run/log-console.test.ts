import { afterEach, beforeEach, expect, test } from "vitest";
import { logConsole } from "@/server/run/log-console";

const printer = globalThis.console;
const original = { ...printer };
const listeners = process.listeners("warning");
type Line = { readonly level: string; readonly printed: string; readonly left_out?: number };
let lines: Line[];
const keep = (level: string) => (fields: object) => lines.push({ level, ...(fields as Omit<Line, "level">) });

beforeEach(() => {
  lines = [];
  logConsole({ error: keep("error"), warn: keep("warn"), info: keep("info"), debug: keep("debug") } as never);
});
afterEach(() => {
  Object.assign(printer, original);
  process.removeAllListeners("warning");
  for (const listener of listeners) process.on("warning", listener);
});

test("each text that a library prints becomes one log line without colors", () => {
  printer.error("\u001b[31m⨯\u001b[0m %s failed", "a page", { status: 500 });
  printer.warn("first\nsecond");
  expect(lines).toEqual([
    { level: "error", printed: "⨯ a page failed { status: 500 }" },
    { level: "warn", printed: "first\nsecond" },
  ]);
});

test("a library's output fills at most 20 log lines per minute and level", () => {
  for (let n = 0; n < 1_000; n++) printer.error(`failed ${n}`);
  expect(lines).toHaveLength(20);
});

test("a printed text is truncated after 2,000 characters", () => {
  printer.error("x".repeat(1_000_000));
  expect(lines[0]?.printed).toHaveLength(2_000);
});

test("the digest that the error page shows is logged even if the error's text is truncated", () => {
  printer.error("⨯", Object.assign(new Error("x".repeat(5_000)), { digest: "1234567890" }));
  expect(lines[0]).toMatchObject({ level: "error", digest: "1234567890" });
});
