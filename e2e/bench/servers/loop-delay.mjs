/**
 * Preloaded into a server (`--import`): each SIGUSR2 writes the longest delay of the event loop (ms) since the last one to LOOP_DELAY_FILE.
 */
import { renameSync, writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

const resolutionMs = 2;
const delays = monitorEventLoopDelay({ resolution: resolutionMs });
delays.enable();

process.on("SIGUSR2", () => {
  const file = process.env.LOOP_DELAY_FILE ?? "";
  // Renamed once complete: the reader takes the file as soon as it exists.
  writeFileSync(`${file}.part`, String(delays.max / 1e6 - resolutionMs));
  renameSync(`${file}.part`, file);
  delays.reset();
});
