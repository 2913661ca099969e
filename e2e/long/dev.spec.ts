import { execFileSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningService, startService } from "@/e2e/testing/start-service";
import { errorEnvelope } from "@/server/web/api/response-schemas";

/** `npm run dev` on a copy of the project, in which the tests edit files. */

let project: string;
let service: RunningService;
beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), "oddskeeper-dev-"));
  const listed = execFileSync("git", [
    "ls-files",
    "--cached",
    "--others",
    "--exclude-standard",
    "-z",
  ]).toString();
  for (const file of listed.split("\0").filter(Boolean))
    await cp(file, path.join(project, file)).catch(() => undefined);
  // Hard links, because Next refuses a node_modules that is a symbolic link.
  execFileSync("cp", ["-al", path.resolve("node_modules"), path.join(project, "node_modules")]);
  service = await startService(path.join(project, ".data"), { FEEDS: "none" }, project, "dev");
});
afterAll(async () => {
  await service?.stop();
  await rm(project, { recursive: true, force: true });
});

const firstTitle = async (): Promise<string | undefined> => {
  const headers = { "X-API-Key": service.demoKey() };
  const response = await fetch(`${service.url}/v1/sports`, { headers });
  return response.status === 200 ? (await response.json())[0].title : undefined;
};

test("an edited procedure changes the responses of /v1 without a restart", async () => {
  const before = await firstTitle();
  expect(before).toEqual(expect.any(String));
  const file = path.join(project, "server/web/api/procedures/sports.ts");
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace("title: sport.title", 'title: "Edited"'));
  while ((await firstTitle()) !== "Edited") await delay(200);
  await writeFile(file, text);
  while ((await firstTitle()) !== before) await delay(200);
});

test("in development, a path of another version gets the API's error envelope", async () => {
  const response = await fetch(`${service.url}/v4/sports`);
  const { error } = errorEnvelope.parse(await response.json());
  expect([response.status, error.code]).toEqual([404, "NOT_FOUND"]);
});

test("in development, a counted call costs one request, as in production", async () => {
  const headers = { "X-API-Key": service.demoKey() };
  const response = await fetch(`${service.url}/v1/sports/icehockey_nhl/odds`, { headers });
  expect([response.status, response.headers.get("x-requests-last")]).toEqual([200, "1"]);
});
