/** Preloaded into a server (`--import`): the first SIGUSR2 starts a CPU profile, and the second writes the profile to PROFILE_FILE. */
import { writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";

const intervalMicros = 200;

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.setSamplingInterval", { interval: intervalMicros });

let isRunning = false;

process.on("SIGUSR2", async () => {
  isRunning = !isRunning;
  if (isRunning) {
    await session.post("Profiler.start");
    return;
  }
  const { profile } = await session.post("Profiler.stop");
  writeFileSync(process.env.PROFILE_FILE ?? "", JSON.stringify(profile));
});
