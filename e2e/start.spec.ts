import { execFile, spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createSeededDir } from "@/e2e/testing/seed-once";
import { createDataDir, inherited, type RunningService, startService } from "@/e2e/testing/start-service";
import { reservePort } from "@/server/account/metering/testing/reserve-port";

const shell = promisify(execFile);

type Fixture = { id: string; bookmakers: { key: string; markets: { outcomes: { price: number }[] }[] }[] };

let directory: Awaited<ReturnType<typeof createDataDir>>;
let service: RunningService;
beforeAll(async () => {
  directory = await createDataDir();
  service = await startService(directory.dataDir, { LOG_LEVEL: undefined });
});
afterAll(async () => {
  await service?.stop();
  await directory?.remove();
});

const get = (route: string, key = service.demoKey()) =>
  fetch(`${service.url}${route}`, { headers: { "X-API-Key": key } });

describe("a first start in an empty directory", () => {
  test("Before it says that it is ready, a first start prints at most five lines, each with at most 200 characters", () => {
    const [before = ""] = service.printed().split("Oddskeeper is ready");
    const lines = before.split("\n").filter((line) => line !== "");
    expect(lines.length, before).toBeLessThanOrEqual(5);
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(200);
  });

  test("A first start prints a curl line that returns prices of several books for one fixture", async () => {
    const line = /^\s*(curl .*)$/m.exec(service.printed())?.[1] ?? "";
    const { stdout } = await shell("sh", ["-c", `${line} -s --compressed`]);
    const fixtures = JSON.parse(stdout) as Fixture[];
    expect(fixtures.length).toBeGreaterThan(0);
    expect(Math.max(...fixtures.map(({ bookmakers }) => bookmakers.length))).toBeGreaterThan(1);
  });

  test("A first start creates a data directory that no other user can read", () => {
    expect(statSync(directory.dataDir).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(directory.dataDir, "db.sock")).mode & 0o777).toBe(0o600);
  });

  test("A second server on the same data directory exits, and the first server keeps serving", async () => {
    const port = await reservePort();
    const second = await shell(process.execPath, ["server/run/start.mjs"], {
      env: { ...inherited(), DATA_DIR: directory.dataDir, PORT: String(port) },
    }).catch((error: { code: number; stderr: string }) => error);
    expect(second).toMatchObject({ code: 1 });
    expect(second.stderr.trim().split("\n")).toHaveLength(1);
    expect(second.stderr).toContain("in use");
    expect((await get("/v1/sports")).status).toBe(200);
  });

  test("A server whose port is in use stops its database and exits with one line on stderr", async () => {
    const other = await createSeededDir(inject("seededDir"));
    const { port } = new URL(service.url);
    const second = await shell(process.execPath, ["server/run/start.mjs"], {
      env: { ...inherited(), DATA_DIR: other.dataDir, PORT: port },
    }).catch((error: { code: number; stderr: string }) => error);
    expect(second).toMatchObject({ code: 1 });
    expect(second.stderr.trim().split("\n")).toHaveLength(1);
    expect(second.stderr).toContain("PORT: listen EADDRINUSE");
    // A third server can start in the data directory only if the second server has released it.
    const third = await startService(other.dataDir, { FEEDS: "none" });
    await third.stop();
    await other.remove();
  });

  test("A server that is stopped during startup releases its data directory before it exits", async () => {
    const other = await createDataDir();
    const first = spawn(process.execPath, ["server/run/start.mjs"], {
      env: { ...inherited(), DATA_DIR: other.dataDir, PORT: String(await reservePort()) },
      stdio: "ignore",
    });
    const exited = new Promise((resolve) => first.once("exit", resolve));
    while (!existsSync(path.join(other.dataDir, "lock"))) await delay(5);
    first.kill("SIGTERM");
    expect(await exited).toBe(0);
    const second = await startService(other.dataDir, { FEEDS: "none" });
    await second.stop();
    await other.remove();
  });

  test("While the server runs, the command line can create and revoke a key, and both take effect at once", async () => {
    const terms = ["--email", "operator@example.com", "--plan", "growth"];
    const created = await service.ops("account", "create", ...terms, "--json");
    const { key, plan } = JSON.parse(created.stdout) as { key: string; plan: string };
    expect(plan).toBe("growth");
    expect((await get("/v1/sports", key)).status).toBe(200);
    const shown = await service.ops("account", "show", "--email", "operator@example.com", "--json");
    const [record] = (JSON.parse(shown.stdout) as { keys: { id: string }[] }).keys;
    expect((await service.ops("key", "revoke", "--id", record?.id ?? "", "--json")).code).toBe(0);
    const rejected = await get("/v1/sports", key);
    expect([rejected.status, ((await rejected.json()) as { error: { code: string } }).error.code]).toEqual([
      401,
      "INVALID_KEY",
    ]);
  });
});
