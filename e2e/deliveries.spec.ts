import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectDatabase } from "@/db/connect";
import { embeddedPaths } from "@/db/embedded-paths";
import { createDataDir, startService } from "@/e2e/testing/start-service";
import { createFeedToken } from "@/server/ingest/delivery/feed-token";

const book = "scraped";
const sports = ["icehockey_nhl", "basketball_nba", "baseball_mlb", "soccer_epl"];
const perSport = 64;
const snapshots = sports.length * perSport;

let directory: Awaited<ReturnType<typeof createDataDir>>;
beforeAll(async () => {
  directory = await createDataDir();
});
afterAll(() => directory?.remove());

test("A service that is told to stop during a delivery answers it, has recorded it as a whole, and ends without an error", async () => {
  const service = await startService(directory.dataDir, {
    FEEDS: "none",
    // Long enough for the rest of the delivery on a busy machine. Three seconds later, the service ends every connection.
    DRAIN_SECONDS: "8",
    LOG_LEVEL: "info",
  });
  const db = connectDatabase({ socketPath: embeddedPaths(directory.dataDir).socket }, 1);
  const { token } = await createFeedToken(db, [book], new Date());
  const count = async (): Promise<number> => {
    const [row] = await db.execute<{ rows: number }>(sql`select count(*)::int as rows from observations`);
    return row?.rows ?? 0;
  };
  const body = sports
    .map((sport) => JSON.stringify({ book, sport, fetched_at: null, complete: true, events: [] }))
    .map((line) => `${line}\n`.repeat(perSport))
    .join("");
  const headers = { Authorization: `Bearer ${token}`, Expect: "100-continue", Connection: "close" };
  try {
    const delivering = request(`${service.url}/feeds/snapshots`, { method: "POST", headers });
    const answered = once(delivering, "response") as Promise<[IncomingMessage]>;
    delivering.flushHeaders();
    // The service waits for the body, so the delivery cannot end before the signal.
    await once(delivering, "continue");
    const stopped = service.stop();
    while (!service.printed().includes("stopping")) await delay(20);
    expect(await count()).toBe(0);
    delivering.end(body);
    const [response] = await answered;
    expect([response.statusCode, await json(response)]).toMatchObject([200, { snapshots, rejected: {} }]);
    expect(await count()).toBe(snapshots);
    await db.$client.end({ timeout: 2 });
    await stopped;
    expect([service.process.exitCode, service.printed()]).toEqual([
      0,
      expect.not.stringContaining("recording thread"),
    ]);
  } finally {
    await db.$client.end({ timeout: 2 });
    await service.stop();
  }
});
