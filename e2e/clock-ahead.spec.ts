import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { makeSeededDir } from "@/e2e/testing/seed-once";
import { type RunningService, startService } from "@/e2e/testing/start-service";

const hourMs = 3_600_000;
const sport = "basketball_nba";

let directory: Awaited<ReturnType<typeof makeSeededDir>>;
let service: RunningService;
let shiftFile: string;
beforeAll(async () => {
  directory = await makeSeededDir(inject("seededDir"));
  shiftFile = path.join(directory.dataDir, "clock-shift");
  await writeFile(shiftFile, "0");
  service = await startService(directory.dataDir, {
    CLOCK_SHIFT_FILE: shiftFile,
    NODE_OPTIONS: `--import=${new URL("testing/shift-clock.mjs", import.meta.url).href}`,
  });
});
afterAll(async () => {
  await service.stop();
  await directory.remove();
});

type Fixture = {
  readonly id: string;
  readonly bookmakers: readonly { readonly markets: readonly { readonly last_update: string | null }[] }[];
};

const odds = async (): Promise<readonly Fixture[]> => {
  const response = await fetch(`${service.url}/v1/sports/${sport}/odds?markets=h2h`, {
    headers: { "X-API-Key": service.demoKey() },
  });
  expect(response.status).toBe(200);
  return response.json() as Promise<readonly Fixture[]>;
};
const updates = (fixtures: readonly Fixture[]): number[] =>
  fixtures.flatMap(({ bookmakers }) =>
    bookmakers.flatMap(({ markets }) =>
      markets.flatMap(({ last_update }) => (last_update === null ? [] : [Date.parse(last_update)])),
    ),
  );

test.each([
  ["an hour", hourMs],
  ["40 days", 40 * 24 * hourMs],
])(
  "after a clock ran %s ahead no time of the future is served, and fixtures and prices come back without a restart",
  async (_, ahead) => {
    const before = (await odds()).map(({ id }) => id);
    await writeFile(shiftFile, String(ahead));
    const isAhead = async () => updates(await odds()).some((at) => at > Date.now() + ahead / 2);
    while (!(await isAhead())) await delay(250);
    await writeFile(shiftFile, "0");
    const setBackAt = Date.now();
    // The board hears of it by its next read.
    while (await isAhead()) await delay(50);
    const isBack = async () => {
      const now = await odds();
      const times = updates(now);
      expect(times.filter((at) => at > Date.now())).toEqual([]);
      return before.every((id) => now.some((one) => one.id === id)) && times.some((at) => at > setBackAt);
    };
    while (!(await isBack())) await delay(250);
  },
);
