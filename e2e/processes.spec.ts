import { execFileSync } from "node:child_process";
import { Agent, get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { makeSeededDir } from "@/e2e/testing/seed-once";
import { type RunningService, startService } from "@/e2e/testing/start-service";

let directory: Awaited<ReturnType<typeof makeSeededDir>>;
let service: RunningService;
beforeAll(async () => {
  directory = await makeSeededDir(inject("seededDir"));
  service = await startService(directory.dataDir, { WEB_CONCURRENCY: "2" });
});
afterAll(async () => {
  await service.stop();
  await directory.remove();
});

/** The processes that serve; the embedded database is a child too. */
const servingProcesses = (): number[] =>
  execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, parent, ...args]) => Number(parent) === service.process.pid && args.join(" ").includes("main.ts"),
    )
    .map(([pid]) => Number(pid));

/** Over a connection of its own: the processes take connections in turn. */
const statusOf = (key: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const options = { agent: new Agent({ keepAlive: false }), headers: { "X-API-Key": key } };
    get(`${service.url}/v1/sports`, options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }).once("error", reject);
  });

const bothServe = async (): Promise<void> => {
  while (servingProcesses().length < 2) await delay(50);
};

const makeKey = async (email: string): Promise<{ key: string; id: string }> => {
  const made = await service.ops("account", "create", "--email", email, "--plan", "business", "--json");
  const { key } = JSON.parse(made.stdout) as { key: string };
  const shown = await service.ops("account", "show", "--email", email, "--json");
  const [record] = (JSON.parse(shown.stdout) as { keys: { id: string }[] }).keys;
  return { key, id: record?.id ?? "" };
};

test("a key that is revoked is refused by the next request in every process", async () => {
  await bothServe();
  const { key, id } = await makeKey("revoked@example.com");
  for (let call = 0; call < 8; call++) expect(await statusOf(key)).toBe(200);
  expect((await service.ops("key", "revoke", "--id", id, "--json")).code).toBe(0);
  for (let call = 0; call < 8; call++) expect(await statusOf(key)).toBe(401);
});

test("a process that is killed is replaced, and the others answer meanwhile", async () => {
  await bothServe();
  const { key } = await makeKey("killed@example.com");
  const [killed] = servingProcesses();
  process.kill(killed ?? 0, "SIGKILL");
  while (!service.printed().includes("another takes its place")) await delay(10);
  expect(await statusOf(key)).toBe(200);
  await bothServe();
  expect(servingProcesses()).not.toContain(killed);
  for (let call = 0; call < 4; call++) expect(await statusOf(key)).toBe(200);
});

test("stopping the first process stops all, without an error", async () => {
  await bothServe();
  const processes = servingProcesses();
  await service.stop();
  expect(service.process.exitCode).toBe(0);
  for (const pid of processes) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});
