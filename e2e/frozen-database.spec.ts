import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { databasePidOf } from "@/e2e/testing/database-pid";
import { findGame } from "@/e2e/testing/find-game";
import { createSeededDir, type DataDir } from "@/e2e/testing/seed-once";
import { type RunningService, startService } from "@/e2e/testing/start-service";

let directory: DataDir;
let service: RunningService;
beforeAll(async () => {
  directory = await createSeededDir(inject("seededDir"));
  service = await startService(directory.dataDir);
});
afterAll(async () => {
  await service?.stop();
  await directory?.remove();
});

test("While the database is frozen, a history call ends with INTERNAL_ERROR; later it succeeds, and only successful calls are charged", async () => {
  const key = service.demoKey();
  const { sport, event } = await findGame({ url: service.url, key });
  const get = (path: string) => fetch(`${service.url}/v1${path}`, { headers: { "X-API-Key": key } });
  const history = () => get(`/historical/sports/${sport}/events/${event}/odds?markets=h2h`);
  const usedOf = ({ headers }: Response): number => Number(headers.get("x-requests-used"));
  const used = usedOf(await get(`/sports/${sport}/odds?markets=h2h`));
  const databasePid = databasePidOf(service);
  process.kill(databasePid, "SIGSTOP");
  try {
    const failed = await history();
    expect(failed.status).toBe(500);
    expect(await failed.json()).toMatchObject({ error: { code: "INTERNAL_ERROR" } });
  } finally {
    process.kill(databasePid, "SIGCONT");
  }
  const complete = await history();
  expect([complete.status, usedOf(complete)]).toEqual([200, used + 1]);
});
