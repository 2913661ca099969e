import { execFile, spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccounts } from "@/e2e/testing/accounts";
import { findGame } from "@/e2e/testing/find-game";
import { createDataDir, inherited, type RunningService, startService } from "@/e2e/testing/start-service";
import { errorEnvelope } from "@/server/api/response-schemas";
import { reservePort } from "@/server/metering/testing/reserve-port";

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
    const second = await shell(process.execPath, ["server/start.mjs"], {
      env: { ...inherited(), DATA_DIR: directory.dataDir, PORT: String(port) },
    }).catch((error: { code: number; stderr: string }) => error);
    expect(second).toMatchObject({ code: 1 });
    expect(second.stderr.trim().split("\n")).toHaveLength(1);
    expect(second.stderr).toContain("in use");
    expect((await get("/v1/sports")).status).toBe(200);
  });

  test("A server whose port is in use stops its database and exits with one line on stderr", async () => {
    const other = await createDataDir();
    const { port } = new URL(service.url);
    const second = await shell(process.execPath, ["server/start.mjs"], {
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
    const first = spawn(process.execPath, ["server/start.mjs"], {
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

test("A server that is killed and restarted has lost no price, and has counted each call exactly once", async () => {
  const own = await createDataDir();
  let killed = await startService(own.dataDir);
  const email = "survivor@example.com";
  const accounts = openAccounts(killed);
  const key = await accounts.create(email, { plan: "scale" });
  await accounts.close();
  const { sport, event } = await findGame({ url: killed.url, key: killed.demoKey() });
  const series = `/v1/historical/sports/${sport}/events/${event}/openers?markets=h2h`;
  const getOwn = (route: string) => fetch(`${killed.url}${route}`, { headers: { "X-API-Key": key } });
  const booksOf = async () => ((await (await getOwn(series)).json()) as { bookmakers: unknown }).bookmakers;
  const before = await booksOf();
  await killed.stop("SIGKILL");
  killed = await startService(own.dataDir);
  expect(await booksOf()).toEqual(before);
  const usage = (await (await getOwn("/v1/account/usage")).json()) as { requests_used_this_period: number };
  expect(usage.requests_used_this_period).toBe(2);
  expect(existsSync(path.join(own.dataDir, "db.sock"))).toBe(true);
  await killed.stop("SIGKILL");
  await own.remove();
});

test("When a server is killed, its database process ends too, even if the database's files are deleted in the meantime", async () => {
  const own = await createDataDir();
  const killed = await startService(own.dataDir, { FEEDS: "none" });
  const { stdout } = await shell("ps", ["-eo", "pid=,ppid=,args="]);
  const children = stdout
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent]) => Number(parent) === killed.process.pid)
    .map(([pid]) => Number(pid));
  expect(children).toHaveLength(1);
  await killed.stop("SIGKILL");
  await own.remove();
  for (const pid of children) while (existsSync(`/proc/${pid}`)) await delay(100);
});

test("A bare `next start` without DATABASE_URL returns INTERNAL_ERROR and logs the missing variable", async () => {
  const port = await reservePort();
  const child = spawn(process.execPath, ["node_modules/next/dist/bin/next", "start", "-p", String(port)], {
    env: inherited(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  try {
    const call = () => fetch(`http://localhost:${port}/v1/sports`).catch(() => undefined);
    while ((await call()) === undefined) await delay(100);
    expect((await call())?.status).toBe(500);
    const { error } = errorEnvelope.parse(await (await call())?.json());
    expect(error).toMatchObject({
      code: "INTERNAL_ERROR",
      message: "This instance could not start. Its log has the reason.",
    });
    expect(printed).toContain("DATABASE_URL: required without the front door");
  } finally {
    child.kill();
  }
});
