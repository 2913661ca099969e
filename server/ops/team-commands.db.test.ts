import { afterAll, beforeAll, expect, test } from "vitest";
import { connectDatabase } from "@/db/connect";
import { dayMs } from "@/server/domain/durations";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import { eventOf, moneyline, snapshotOf, testRecorder } from "@/server/ingest/recorder/testing/snapshots";
import { openStore, spawnOps } from "@/server/ops/testing/spawn-ops";

let store: Awaited<ReturnType<typeof openStore>>;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

const parseLine = (out: string): Record<string, unknown> => {
  expect(out.trimEnd()).not.toContain("\n");
  return JSON.parse(out);
};

test("`ops.ts team list`, `team rename` and `team forget` with --json print what they found and changed, each in a process of its own", async () => {
  const sport = "mma_mixed_martial_arts";
  const db = connectDatabase(store.address, 1);
  const now = Date.now();
  const events = [eventOf(now + dayMs, [moneyline(-150, 130)], { home: "Jon Jonse", away: "Stipe Miocic" })];
  await recordSnapshots(testRecorder(db), [snapshotOf("fanduel", now, events, { sport })], {
    clock: "now",
    now,
  });
  await db.$client.end();
  const team = async (...args: string[]) => {
    const { code, out, err } = await spawnOps(store.env, ["team", ...args, "--sport", sport, "--json"]);
    expect([code, err]).toEqual([0, ""]);
    return parseLine(out);
  };
  const row = (name: string) => ({
    sport,
    team: name,
    sources: 1,
    books: ["fanduel"],
    fixtures: [expect.stringContaining(sport)],
    hidden: [],
    learned_at: expect.stringMatching(/Z$/),
  });
  expect(await team("list")).toEqual({ teams: [row("Jon Jonse"), row("Stipe Miocic")] });
  expect(await team("list", "--team", "Stipe Miocic")).toEqual({ teams: [row("Stipe Miocic")] });
  const renamed = { sport, team: "Jon Jonse", to: "Jon Jones", merged: 0 };
  expect(await team("rename", "--team", "Jon Jonse", "--to", "Jon Jones")).toEqual(renamed);
  expect(await team("forget", "--team", "Jon Jones")).toEqual({
    sport,
    team: "Jon Jones",
    forgotten: true,
    hidden: 1,
  });
  expect(await team("list", "--team", "Jon Jones")).toEqual({ teams: [] });
  const unknown = await spawnOps(store.env, [
    "team",
    "forget",
    "--sport",
    sport,
    "--team",
    "Nobody",
    "--json",
  ]);
  expect(unknown).toEqual({ code: 1, out: "", err: expect.stringMatching(/^error: [^\n]+\n$/) });
});
