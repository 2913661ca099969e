import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postgresDatabase } from "@/db/testing";
import { longReport, skipReason } from "@/e2e/long/testing/long-report";
import { buildRelease, missingRelease, upgradeFrom } from "@/e2e/long/testing/older-release";
import { createDataDir, type RunningService, startService } from "@/e2e/testing/start-service";
import { missingStores } from "@/e2e/testing/two-instances";
import { startTestRedis } from "@/server/account/metering/testing/redis-server";
import { hourMs, minuteMs } from "@/server/domain/durations";

const report = longReport();
const noRelease = skipReason("upgrade", missingRelease(upgradeFrom));
const noStores = noRelease ?? skipReason("upgrade on PostgreSQL and Redis", missingStores);
const pauseMs = 130;
const importedSport = "icehockey_nhl";
const countedCalls = 12;

let old: Awaited<ReturnType<typeof buildRelease>> | undefined;
beforeAll(async () => {
  if (noRelease !== undefined) return;
  report.print(`building the release ${upgradeFrom}`);
  old = await buildRelease(upgradeFrom);
});
afterAll(() => old?.remove());

/** A recording of one game that started an hour ago. Each of three books has seven snapshots, one per hour. */
const recording = (now: number): string =>
  Array.from({ length: 7 }, (_, turn) =>
    ["northline", "southline", "eastline"].map((book, index) => {
      const at = new Date(now - (9 - turn) * hourMs).toISOString();
      const american = -120 - 3 * turn - index;
      const outcomes = [
        { side: "home", american },
        { side: "away", american: -american - 16 },
      ];
      return JSON.stringify({
        book,
        book_title: book,
        book_kind: "sportsbook",
        update_interval_seconds: 3_600,
        sport: importedSport,
        fetched_at: at,
        recorded_at: at,
        events: [
          {
            ref: "upgraded-1",
            commence_time: new Date(now - hourMs).toISOString(),
            home: "Boston Bruins",
            away: "Edmonton Oilers",
            markets: [{ key: "h2h", outcomes }],
          },
        ],
      });
    }),
  )
    .flat()
    .join("\n");

const runJson = async <T>(service: RunningService, ...args: string[]): Promise<T> => {
  const { code, stdout, stderr } = await service.ops(...args, "--json");
  if (code !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
  return JSON.parse(stdout) as T;
};

type ServiceResponse = { readonly status: number; readonly body: string };

/** Pauses, then calls. The pauses keep the calls within the plan's speed limit. */
const get = async ({ url }: RunningService, route: string, key: string): Promise<ServiceResponse> => {
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  const response = await fetch(`${url}${route}`, { headers: { "X-API-Key": key } });
  return { status: response.status, body: await response.text() };
};

const usedOf = async (service: RunningService, key: string): Promise<number> => {
  const { body } = await get(service, "/v1/account/usage", key);
  return (JSON.parse(body) as { requests_used_this_period: number }).requests_used_this_period;
};

type Fixture = { readonly id: string; readonly commence_time: string };

/**
 * The history paths of up to four fixtures per sport. The fixtures have started, so the feed of the older release no longer changes their
 * archive.
 */
const startedFixtures = async (service: RunningService, key: string): Promise<readonly string[]> => {
  const until = new Date(Date.now() - 30 * minuteMs);
  const from = new Date(until.getTime() - 10 * 24 * hourMs);
  const window = `commenceTimeFrom=${from.toISOString()}&commenceTimeTo=${until.toISOString()}`;
  const paths: string[] = [];
  for (const sport of [importedSport, "basketball_nba", "americanfootball_nfl"]) {
    const { body } = await get(service, `/v1/sports/${sport}/events?${window}`, key);
    const fixtures = JSON.parse(body) as Fixture[];
    for (const { id } of fixtures.slice(-4)) paths.push(`/v1/historical/sports/${sport}/events/${id}`);
  }
  return paths;
};

const upgrade = async (stores: Readonly<Record<string, string>>, name: string): Promise<void> => {
  const { dataDir, remove } = await createDataDir();
  let service: RunningService | undefined;
  try {
    report.print(`${name}: recording data with the release ${upgradeFrom}`);
    service = await startService(dataDir, stores, old?.root);
    const createAccount = (email: string) =>
      runJson<{ key: string }>(
        service as RunningService,
        "account",
        "create",
        "--email",
        email,
        "--plan",
        "business",
      );
    const { key } = await createAccount("kept@example.com");
    const { key: revoked } = await createAccount("revoked@example.com");
    const shown = await runJson<{ keys: { id: string }[] }>(
      service,
      "account",
      "show",
      "--email",
      "revoked@example.com",
    );
    const { key: second } = await runJson<{ key: string }>(
      service,
      "key",
      "create",
      "--email",
      "kept@example.com",
      "--label",
      "second",
      "--test",
    );
    const file = path.join(dataDir, "recording.jsonl");
    await writeFile(file, recording(Date.now()));
    await runJson(service, "feed", "import", "--format", "native", "--file", file, "--clock", "recorded");
    const paths = await startedFixtures(service, key);
    expect(paths.some((route) => route.includes("edmonton-oilers-at-boston-bruins"))).toBe(true);
    expect(paths.length).toBeGreaterThan(5);

    const routes = paths.flatMap((route) => [`${route}/odds?markets=h2h`, `${route}/closing?markets=h2h`]);
    const before: ServiceResponse[] = [];
    for (const route of routes) before.push(await get(service, route, key));
    expect(new Set(before.map(({ status }) => status))).toEqual(new Set([200]));
    for (let call = 0; call < countedCalls; call++)
      expect((await get(service, "/v1/sports/basketball_nba/odds", second)).status).toBe(200);
    expect((await get(service, "/v1/sports", revoked)).status).toBe(200);
    await runJson(service, "key", "revoke", "--id", shown.keys[0]?.id ?? "");
    expect((await get(service, "/v1/sports", revoked)).status).toBe(401);
    const used = await usedOf(service, key);
    expect(used).toBe(routes.length + countedCalls);
    await service.stop();

    report.print(`${name}: starting this release on that data`);
    const begin = performance.now();
    // No feed runs, so that only the upgrade can change the compared responses.
    service = await startService(dataDir, { ...stores, FEEDS: "none" });
    report.figure(`${name}: startup with migrations`, performance.now() - begin, "ms");
    expect((await get(service, "/v1/sports", key)).status).toBe(200);
    expect((await get(service, "/v1/sports", revoked)).status).toBe(401);
    expect(await usedOf(service, second)).toBe(used);
    for (const [index, route] of routes.entries())
      expect([route, await get(service, route, key)]).toEqual([route, before[index]]);
    expect((await get(service, "/v1/sports/basketball_nba/odds", second)).status).toBe(200);
    expect(await usedOf(service, key)).toBe(used + routes.length + 1);
    expect(service.printed()).not.toMatch(/"level":[56]0/);
    report.figure(`${name}: archive responses with unchanged bytes`, routes.length, "");
  } finally {
    await service?.stop();
    await remove();
  }
};

describe("upgrade from an older release", () => {
  test.skipIf(noRelease !== undefined)(
    "On the embedded database, an upgrade from an older release keeps keys, revocations, usage and archive, and calls are still counted",
    () => upgrade({ FEEDS: "demo" }, "upgrade, embedded"),
  );

  test.skipIf(noStores !== undefined)(
    "On PostgreSQL and Redis, an upgrade from an older release keeps keys, revocations, usage and archive, and calls are still counted",
    async () => {
      const database = await postgresDatabase({ migrated: false });
      const redis = await startTestRedis();
      try {
        await upgrade(
          {
            DATABASE_URL: "url" in database.address ? database.address.url : "",
            REDIS_URL: redis.url,
            AUTH_SECRET: "a secret for this test alone",
            FEEDS: "demo",
            HOST: "127.0.0.1",
          },
          "upgrade, PostgreSQL and Redis",
        );
      } finally {
        await redis.close();
        await database.close();
      }
    },
  );
});
