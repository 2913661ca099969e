import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { GenerateLoad, GeneratorReport } from "@/e2e/bench/load/load-types";

const script = path.join(path.dirname(fileURLToPath(import.meta.url)), "wrk.lua");

/** Whether wrk is installed. `wrk --version` always exits with code 1, so the code is ignored. */
export const hasWrk = spawnSync("wrk", ["--version"]).error === undefined;

/** What wrk.lua prints. */
type WrkSummary = Pick<GeneratorReport, "calls" | "seconds" | "p50" | "p99" | "cpuSeconds"> & {
  /** Responses with a status over 399. */
  readonly badStatus: number;
  readonly broken: number;
};

/** wrk: a load generator in C. https://github.com/wg/wrk */
export const loadWithWrk: GenerateLoad = async ({ url, headers = {} }, { seconds, callers, rate }) => {
  const child = spawn(
    "wrk",
    [
      "--threads=1",
      `--connections=${callers}`,
      `--duration=${Math.max(1, Math.round(seconds))}s`,
      // By default, wrk counts a response that takes more than 2 s as an error. Here a slow response is no error.
      "--timeout=30s",
      `--script=${script}`,
      ...Object.entries(headers).flatMap(([name, value]) => ["--header", `${name}: ${value}`]),
      url,
    ],
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, ...(rate !== undefined && { WRK_PAUSE_MS: String((1_000 * callers) / rate) }) },
    },
  );
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  const summary = printed.trim().split("\n").at(-1);
  if (code !== 0 || summary === undefined) throw new Error(`wrk failed:\n${printed}`);
  const { badStatus, broken, ...figures } = JSON.parse(summary) as WrkSummary;
  return { ...figures, failed: badStatus + broken };
};
