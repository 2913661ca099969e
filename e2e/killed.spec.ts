import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";
import { openAccounts } from "@/e2e/testing/accounts";
import { findGame } from "@/e2e/testing/find-game";
import { createSeededDir } from "@/e2e/testing/seed-once";
import { startService } from "@/e2e/testing/start-service";

const shell = promisify(execFile);

test("A server that is killed and restarted has lost no price, and has counted each call exactly once", async () => {
  const own = await createSeededDir(inject("seededDir"));
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
  const own = await createSeededDir(inject("seededDir"));
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
