import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectDatabase } from "@/db/connect";
import { embeddedPaths } from "@/db/embedded-paths";
import { createDataDir, startService } from "@/e2e/testing/start-service";
import { createFeedToken } from "@/server/ingest/delivery/feed-token";

const book = "scraped";
const sport = "icehockey_nhl";
const snapshots = 256;

let directory: Awaited<ReturnType<typeof createDataDir>>;
beforeAll(async () => {
  directory = await createDataDir();
});
afterAll(() => directory?.remove());

test("A service that is told to stop during a delivery answers it, has recorded it as a whole, and ends without an error", async () => {
  const service = await startService(directory.dataDir, { FEEDS: "none", DRAIN_SECONDS: "2" });
  const db = connectDatabase({ socketPath: embeddedPaths(directory.dataDir).socket }, 1);
  const { token } = await createFeedToken(db, [book], new Date());
  const count = async (): Promise<number> => {
    const [row] = await db.execute<{ rows: number }>(sql`select count(*)::int as rows from observations`);
    return row?.rows ?? 0;
  };
  const line = JSON.stringify({ book, sport, fetched_at: null, complete: true, events: [] });
  const delivering = fetch(`${service.url}/feeds/snapshots`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
    body: `${line}\n`.repeat(snapshots),
  });
  while ((await count()) === 0) await delay(1);
  const stopped = service.stop();
  const response = await delivering;
  expect([response.status, await response.json()]).toMatchObject([200, { snapshots, rejected: {} }]);
  expect(await count()).toBe(snapshots);
  await db.$client.end({ timeout: 2 });
  await stopped;
  expect([service.process.exitCode, service.printed()]).toEqual([
    0,
    expect.not.stringContaining("recording thread"),
  ]);
});
