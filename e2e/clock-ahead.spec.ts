import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createSeededDir, type DataDir } from "@/e2e/testing/seed-once";
import { type RunningService, startService } from "@/e2e/testing/start-service";
import { dayMs, hourMs } from "@/server/domain/durations";
import { demoLeagues, isPlayedAt } from "@/server/ingest/feeds/demo/leagues";

const aheadMs = 40 * dayMs;
/** A league that the simulated market plays now and 40 days ahead, at the start and at the end of the listed days. */
const sport = demoLeagues.find((league) =>
  [0, 2 * dayMs, aheadMs, aheadMs + 2 * dayMs].every((laterMs) => isPlayedAt(league, Date.now() + laterMs)),
)?.key;

let directory: DataDir;
let service: RunningService;
let shiftFile: string;
beforeAll(async () => {
  directory = await createSeededDir(inject("seededDir"));
  shiftFile = path.join(directory.dataDir, "clock-shift");
  await writeFile(shiftFile, "0");
  service = await startService(directory.dataDir, {
    CLOCK_SHIFT_FILE: shiftFile,
    NODE_OPTIONS: `--import=${new URL("testing/shift-clock.mjs", import.meta.url).href}`,
  });
});
afterAll(async () => {
  await service?.stop();
  await directory?.remove();
});

type Fixture = {
  readonly id: string;
  readonly commence_time: string;
  readonly bookmakers: readonly { readonly markets: readonly { readonly last_update: string | null }[] }[];
};

const odds = async (): Promise<readonly Fixture[]> => {
  const response = await fetch(`${service.url}/v1/sports/${sport}/odds?markets=h2h`, {
    headers: { "X-API-Key": service.demoKey() },
  });
  expect(response.status).toBe(200);
  return response.json() as Promise<readonly Fixture[]>;
};
const updateTimes = (fixtures: readonly Fixture[]): number[] =>
  fixtures.flatMap(({ bookmakers }) =>
    bookmakers.flatMap(({ markets }) =>
      markets.flatMap(({ last_update }) => (last_update === null ? [] : [Date.parse(last_update)])),
    ),
  );

test("If the clocks of the service and its database run 40 days ahead and are then set back, fixtures and current prices are served again without a restart", async () => {
  // A game that starts during the test is not served again.
  const before = (await odds()).flatMap(({ id, commence_time }) =>
    Date.parse(commence_time) > Date.now() + hourMs ? [id] : [],
  );
  expect(before).not.toEqual([]);
  await writeFile(shiftFile, String(aheadMs));
  const isAhead = async () => updateTimes(await odds()).some((at) => at > Date.now() + aheadMs / 2);
  while (!(await isAhead())) await delay(250);
  await writeFile(shiftFile, "0");
  const setBackAt = Date.now();
  while (await isAhead()) await delay(50);
  const isBack = async () => {
    const now = await odds();
    const times = updateTimes(now);
    expect(times.filter((at) => at > Date.now())).toEqual([]);
    return (
      before.every((id) => now.some((fixture) => fixture.id === id)) && times.some((at) => at > setBackAt)
    );
  };
  while (!(await isBack())) await delay(250);
});
