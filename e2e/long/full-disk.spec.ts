import { execFile, execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inherited } from "@/e2e/testing/start-service";
import { reservePort } from "@/server/account/metering/testing/reserve-port";

const shell = promisify(execFile);

const mountDisk = (folder: string, megabytes: number): boolean =>
  spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]).status === 0;
const unmount = (folder: string): void => void spawnSync("umount", [folder]);

/** Only root can mount a small disk. Without root, db/full-disk.test.ts still tests the errors of a full disk. */
const canMount = ((): boolean => {
  const folder = mkdtempSync(path.join(tmpdir(), "oddskeeper-disk-"));
  const mounted = mountDisk(folder, 1);
  if (mounted) unmount(folder);
  rmSync(folder, { recursive: true });
  return mounted;
})();
if (!canMount) process.stderr.write("skipped: startup on a full disk (no small disk can be mounted here)\n");

const fill = (folder: string): void => {
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(path.join(folder, "filler"), Buffer.alloc(bavail * bsize));
};

describe.skipIf(!canMount)("startup on a full disk", () => {
  let disk: string;
  beforeEach(() => {
    disk = mkdtempSync(path.join(tmpdir(), "oddskeeper-disk-"));
    if (!mountDisk(disk, 80)) throw new Error("the disk was not mounted");
  });
  afterEach(() => {
    unmount(disk);
    rmSync(disk, { recursive: true });
  });
  const dataDir = () => path.join(disk, "data");

  const start = async () => {
    const env = { ...inherited(), DATA_DIR: dataDir(), PORT: String(await reservePort()), LOG_LEVEL: "warn" };
    const ended = await shell(process.execPath, ["server/run/start.mjs"], { env }).catch(
      (error: { code: number; stderr: string }) => error,
    );
    return { code: "code" in ended ? ended.code : 0, lines: ended.stderr.trim().split("\n") };
  };
  const oneLine = () => ({
    code: 1,
    lines: [`The embedded database did not start: no space is left on the disk of ${dataDir()}`],
  });

  test("On a full disk, startup fails with one clear line; once there is space, the embedded database starts", {
    timeout: 240_000,
  }, async () => {
    fill(disk);
    expect(await start()).toEqual(oneLine());
    rmSync(path.join(disk, "filler"));
    const ops = ["--import", "tsx", "server/ops/ops.ts", "unmatched", "list", "--json"];
    const env = { ...inherited(), DATA_DIR: dataDir() };
    expect(execFileSync(process.execPath, ops, { env }).toString()).toBe('{"unmatched":[]}\n');
    fill(disk);
    expect(await start()).toEqual(oneLine());
  });
});
