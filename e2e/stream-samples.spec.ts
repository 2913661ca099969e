import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import vm from "node:vm";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type DocsSample, readDocsSamples } from "@/e2e/testing/docs-samples";
import { findGame } from "@/e2e/testing/find-game";
import { createSeededDir } from "@/e2e/testing/seed-once";
import { type RunningService, startService } from "@/e2e/testing/start-service";

let directory: Awaited<ReturnType<typeof createSeededDir>>;
let service: RunningService;
let samples: readonly DocsSample[];
let folder: string;

beforeAll(async () => {
  directory = await createSeededDir(inject("seededDir"));
  service = await startService(directory.dataDir);
  await findGame({ url: service.url, key: service.demoKey() });
  samples = (await readDocsSamples(service.url)).filter(({ name }) =>
    name.startsWith("/docs/guides/streaming"),
  );
  folder = await mkdtemp(path.join(tmpdir(), "oddskeeper-stream-samples-"));
});
afterAll(async () => {
  await service?.stop();
  await directory?.remove();
  await rm(folder, { recursive: true, force: true });
});

const sampleOf = (tab: string): string => {
  const sample = samples.find(({ name }) => name.endsWith(` ${tab}`));
  if (sample === undefined) throw new Error(`the page has no sample for ${tab}`);
  return sample.code;
};

/** Runs a program until its output matches. */
const runUntil = async (program: string, args: readonly string[], pattern: RegExp): Promise<void> => {
  const child: ChildProcess = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ODDSKEEPER_KEY: service.demoKey() },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let out = "";
  let err = "";
  child.stderr?.on("data", (chunk) => {
    err += chunk;
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (chunk) => {
      out += chunk;
      if (pattern.test(out)) resolve();
    });
    child.once("exit", () => reject(new Error(`the program ended: ${out.slice(-500)} ${err.slice(-500)}`)));
  });
  child.removeAllListeners("exit");
  // The shell's sample has child processes, so its whole group ends.
  if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
};

test("each sample of the stream has at most 20 lines", () => {
  const sizes = samples.slice(0, 4).map(({ name, code }) => [name, code.trim().split("\n").length] as const);
  expect(sizes).toHaveLength(4);
  for (const [name, lines] of sizes) expect(lines, name).toBeLessThanOrEqual(20);
});

test("the sample for curl prints the snapshot and the changes of the stream", () =>
  runUntil(
    "bash",
    ["-c", sampleOf("curl")],
    /event: open[\s\S]*event: snapshot[\s\S]*event: (fixture|checked)/,
  ));

test("the sample for Node follows the stream", async () => {
  const file = path.join(folder, "stream.mjs");
  await writeFile(file, sampleOf("Node"));
  await runUntil(process.execPath, [file], /open 0\nsnapshot [1-9]\d*\n[\s\S]*(fixture|checked) [1-9]/);
});

test.skipIf(spawnSync("python3", ["--version"]).status !== 0)(
  "the sample for Python follows the stream",
  () =>
    runUntil(
      "python3",
      ["-c", sampleOf("Python")],
      /open 0\nsnapshot [1-9]\d*\n[\s\S]*(fixture|checked) [1-9]/,
    ),
);

test("the sample for browsers follows the stream with fetch", async () => {
  const seen = await new Promise<readonly [string, number]>((resolve, reject) => {
    const names: string[] = [];
    const show = (event: string, fixtures: Map<string, unknown>): void => {
      names.push(event);
      if (event === "snapshot") resolve([names.join(" "), fixtures.size]);
    };
    const context = vm.createContext({ fetch, TextDecoderStream, show, key: service.demoKey(), Map, JSON });
    vm.runInContext(`${sampleOf("Browser")}\nfollow()`, context).then(
      () => reject(new Error("the stream ended")),
      reject,
    );
  });
  expect(seen[0]).toBe("open snapshot");
  expect(seen[1]).toBeGreaterThan(0);
});
