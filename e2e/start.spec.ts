import { execFile, spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { findGame } from "@/e2e/testing/find-game";
import { makeSeededDir } from "@/e2e/testing/seed-once";
import {
  freePort,
  inherited,
  makeDataDir,
  type RunningService,
  startService,
} from "@/e2e/testing/start-service";
import { errorEnvelope } from "@/server/api/wire-schemas";

const shell = promisify(execFile);

type Fixture = { id: string; bookmakers: { key: string; markets: { outcomes: { price: number }[] }[] }[] };

let directory: Awaited<ReturnType<typeof makeDataDir>>;
let service: RunningService;
beforeAll(async () => {
  directory = await makeDataDir();
  service = await startService(directory.dataDir);
});
afterAll(async () => {
  await service.stop();
  await directory.remove();
});

const get = (route: string, key = service.demoKey()) =>
  fetch(`${service.url}${route}`, { headers: { "X-API-Key": key } });

describe("a first start in an empty directory", () => {
  test("prints a curl line that answers joined prices as printed", async () => {
    const line = /^\s*(curl .*)$/m.exec(service.printed())?.[1] ?? "";
    const { stdout } = await shell("sh", ["-c", `${line} -s --compressed`]);
    const fixtures = JSON.parse(stdout) as Fixture[];
    expect(fixtures.length).toBeGreaterThan(0);
    expect(Math.max(...fixtures.map(({ bookmakers }) => bookmakers.length))).toBeGreaterThan(1);
  });

  test("keeps its directory and files from others", () => {
    expect(statSync(directory.dataDir).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(directory.dataDir, "db.sock")).mode & 0o777).toBe(0o600);
  });

  test("a second server on the same directory stops with one line and harms nothing", async () => {
    const port = await freePort();
    const second = await shell(process.execPath, ["--import", "tsx", "server/main.ts"], {
      env: { ...inherited(), DATA_DIR: directory.dataDir, PORT: String(port) },
    }).catch((error: { code: number; stderr: string }) => error);
    expect(second).toMatchObject({ code: 1 });
    expect(second.stderr.trim().split("\n")).toHaveLength(1);
    expect(second.stderr).toContain("in use");
    expect((await get("/v1/sports")).status).toBe(200);
  });

  test("the command line works beside it: a new key is good at once, and refused by the next request once revoked", async () => {
    const made = await service.ops(
      "account",
      "create",
      "--email",
      "beside@example.com",
      "--plan",
      "growth",
      "--json",
    );
    const { key, plan } = JSON.parse(made.stdout) as { key: string; plan: string };
    expect(plan).toBe("growth");
    expect((await get("/v1/sports", key)).status).toBe(200);
    const shown = await service.ops("account", "show", "--email", "beside@example.com", "--json");
    const [record] = (JSON.parse(shown.stdout) as { keys: { id: string }[] }).keys;
    expect((await service.ops("key", "revoke", "--id", record?.id ?? "", "--json")).code).toBe(0);
    const refused = await get("/v1/sports", key);
    expect([refused.status, ((await refused.json()) as { error: { code: string } }).error.code]).toEqual([
      401,
      "INVALID_KEY",
    ]);
  });
});

test("killed and started again it has lost nothing and doubled nothing", async () => {
  const key = JSON.parse(
    (await service.ops("account", "create", "--email", "survivor@example.com", "--plan", "scale", "--json"))
      .stdout,
  ) as { key: string };
  const { sport, event } = await findGame(service);
  const series = `/v1/historical/sports/${sport}/events/${event}/openers?markets=h2h`;
  const before = (await (await get(series, key.key)).json()) as { bookmakers: unknown };
  await service.stop("SIGKILL");
  service = await startService(directory.dataDir);
  expect(((await (await get(series, key.key)).json()) as { bookmakers: unknown }).bookmakers).toEqual(
    before.bookmakers,
  );
  const usage = (await (await get("/v1/account/usage", key.key)).json()) as {
    requests_used_this_period: number;
  };
  expect(usage.requests_used_this_period).toBe(2);
  expect(existsSync(path.join(directory.dataDir, "db.sock"))).toBe(true);
});

test("the database's process ends with a server that was killed, also when its files are gone", async () => {
  const { dataDir, remove } = await makeSeededDir(inject("seededDir"));
  const doomed = await startService(dataDir);
  const { stdout } = await shell("ps", ["-eo", "pid=,ppid=,args="]);
  const children = stdout
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent]) => Number(parent) === doomed.process.pid)
    .map(([pid]) => Number(pid));
  expect(children).toHaveLength(1);
  await doomed.stop("SIGKILL");
  await remove();
  for (const pid of children) while (existsSync(`/proc/${pid}`)) await delay(100);
});

test("pages without the front door, which have no embedded database, say why they cannot be served", async () => {
  const port = await freePort();
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
    const ask = () => fetch(`http://localhost:${port}/v1/sports`).catch(() => undefined);
    await expect.poll(async () => (await ask())?.status, { timeout: 60_000 }).toBe(500);
    const { error } = errorEnvelope.parse(await (await ask())?.json());
    expect(error).toMatchObject({
      code: "INTERNAL_ERROR",
      message: "This instance could not start. Its log says why.",
    });
    expect(printed).toContain("DATABASE_URL: required where the API is not served by its own front door");
  } finally {
    child.kill();
  }
});
