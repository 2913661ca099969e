import { setTimeout as delay } from "node:timers/promises";
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

test("If a history call fails with INTERNAL_ERROR because the database is frozen, the call costs nothing", async () => {
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
  let complete = await history();
  while (complete.status === 500) complete = await history();
  expect([complete.status, usedOf(complete)]).toEqual([200, used + 1]);
});

type Report = {
  readonly status: string;
  readonly incidents: readonly { readonly part: string; readonly ended_at: string | null }[];
  readonly incidents_complete: boolean;
};

test("The status page shows a frozen database as unavailable, and the incident is still listed after a restart", async () => {
  const read = async (): Promise<Report> =>
    (await (await fetch(`${service.url}/status.json`)).json()) as Report;
  const waitFor = async (status: string): Promise<void> => {
    while ((await read()).status !== status) await delay(200);
  };
  const incidentsOf = ({ incidents }: Report) => incidents.filter(({ part }) => part === "database");
  await waitFor("ok");
  const databasePid = databasePidOf(service);
  process.kill(databasePid, "SIGSTOP");
  try {
    await waitFor("unavailable");
    // The list of incidents is cached for ten seconds, so it can be complete for a while after the database has frozen.
    let report = await read();
    for (; report.incidents_complete; report = await read()) await delay(200);
    expect(incidentsOf(report)[0]?.ended_at).toBeNull();
    const page = await fetch(`${service.url}/status`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("The database is unavailable");
  } finally {
    process.kill(databasePid, "SIGCONT");
  }
  await waitFor("ok");
  await service.stop();
  service = await startService(directory.dataDir);
  let report = await read();
  while (!report.incidents_complete) report = await read();
  expect(incidentsOf(report)[0]?.ended_at).toMatch(/Z$/);
});
