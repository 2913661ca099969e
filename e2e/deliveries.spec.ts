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
const perSport = 16;
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
  const lines = sports.map(
    (sport) => `${JSON.stringify({ book, sport, fetched_at: null, complete: true, events: [] })}\n`,
  );
  const body = lines.map((line) => line.repeat(perSport)).join("");
  const url = `${service.url}/feeds/snapshots`;
  const authorization = { Authorization: `Bearer ${token}` };
  const headers = { ...authorization, Expect: "100-continue", Connection: "close" };
  try {
    // Starts the thread that records, which takes seconds on a busy machine.
    await fetch(url, { method: "POST", headers: authorization, body: lines[0] ?? "" });
    const recordedBefore = await count();
    const delivering = request(url, { method: "POST", headers });
    const answered = once(delivering, "response") as Promise<[IncomingMessage]>;
    delivering.flushHeaders();
    // The service waits for the body, so the delivery cannot end before the signal.
    await once(delivering, "continue");
    const stopped = service.stop();
    while (!service.printed().includes("stopping")) await delay(20);
    expect(await count()).toBe(recordedBefore);
    delivering.end(body);
    const [response] = await answered;
    expect([response.statusCode, await json(response)]).toMatchObject([200, { snapshots, rejected: {} }]);
    expect(await count()).toBe(recordedBefore + snapshots);
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
