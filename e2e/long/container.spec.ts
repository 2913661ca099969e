import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { postgresDatabase, type TestDatabase } from "@/db/testing";
import { buildImage, type Image, missingForImage } from "@/e2e/long/testing/image";
import { longReport, skipReason } from "@/e2e/long/testing/long-report";
import { type Container, runContainer } from "@/e2e/long/testing/run-container";
import { missingStores } from "@/e2e/testing/two-instances";
import { startTestRedis, type TestRedis } from "@/server/account/metering/testing/redis-server";
import { reservePort } from "@/server/account/metering/testing/reserve-port";

const report = longReport();
const skipped = skipReason("container", missingForImage(), missingStores);

const ops = ["npm", "run", "-s", "ops", "--"];

describe.skipIf(skipped !== undefined)("container image", () => {
  let image: Image;
  let dataDir: string;
  let container: Container | undefined;

  beforeAll(async () => {
    report.print("building the image");
    image = await buildImage();
    report.figure("size of the image with its base", image.megabytes, "MB");
    report.skip("compose's resource limits, networks and health check", "they need a container engine");
    dataDir = await mkdtemp(path.join(tmpdir(), "oddskeeper-data-"));
    // In the image, /data belongs to user 1000. A new volume of a container engine gets the same owner, but `dataDir` is a plain folder.
    await chown(dataDir, 1000, 1000);
  });
  afterEach(async () => {
    await container?.kill();
    container = undefined;
  });
  afterAll(async () => {
    await rm(dataDir, { recursive: true, force: true });
    await image.remove();
  });

  const start = async (env: Readonly<Record<string, string>> = {}): Promise<Container> => {
    container = await runContainer(image, {
      dataDir,
      port: await reservePort(),
      env: { LOG_LEVEL: "warn", ...env },
    });
    return container;
  };

  const get = (route: string, key?: string): Promise<Response> =>
    fetch(`${container?.url}${route}`, { headers: key === undefined ? {} : { "X-API-Key": key } });

  const createKey = async (email: string): Promise<string> => {
    const create = ["account", "create", "--email", email, "--plan", "growth", "--json"];
    const created = await container?.run([...ops, ...create]);
    expect(created).toMatchObject({ code: 0, stderr: "" });
    return (JSON.parse(created?.stdout ?? "") as { key: string }).key;
  };

  const expectPages = async (): Promise<void> => {
    for (const page of ["/", "/pricing", "/docs", "/explore", "/signin", "/llms.txt"])
      expect([page, (await get(page)).status]).toEqual([page, 200]);
  };

  test("The image contains no tests, no development dependencies, no compiler and no settings of the build machine", async () => {
    await start({ FEEDS: "none" });
    const present = async (name: string) => (await container?.run(["test", "-e", name]))?.code === 0;
    for (const name of [
      ".next/bundle/server/run/main.mjs",
      ".next/BUILD_ID",
      "node_modules/next/package.json",
    ])
      expect([name, await present(name)]).toEqual([name, true]);
    for (const name of [
      "node_modules/vitest",
      "node_modules/@next/swc-linux-x64-gnu",
      ".next/cache",
      "app",
      "e2e",
      ".git",
      ".env",
      "/root/.npmrc",
      "/run/secrets/npmrc",
      "server/config.test.ts",
    ])
      expect([name, await present(name)]).toEqual([name, false]);
    expect(image.config.Env.filter((line) => /secret|password|token/i.test(line))).toEqual([]);
  });

  test("The service runs in the image without privileges, as process 1, on a read-only root file system", async () => {
    const { status, run } = await start({ FEEDS: "none" });
    expect(status()).toMatchObject({
      Uid: "1000\t1000\t1000\t1000",
      Gid: "1000\t1000\t1000\t1000",
      CapEff: "0000000000000000",
      NoNewPrivs: "1",
      NSpid: expect.stringMatching(/\t1$/),
    });
    for (const file of ["/app/planted", "/app/.next/planted", "/etc/planted"]) {
      const planted = await run(["touch", file], "0:0");
      expect(planted.code).toBe(1);
      expect(planted.stderr).toContain("Read-only file system");
    }
    expect((await run(["touch", "/tmp/planted", "/data/planted"])).code).toBe(0);
  });

  test("In embedded mode, a key that was created in the container works after a restart on the same volume", async () => {
    await start();
    const key = await createKey("volume@example.com");
    expect((await get("/v1/sports", key)).status).toBe(200);
    await expectPages();
    expect(await container?.stop()).toBe(0);
    expect(container?.printed()).not.toMatch(/EROFS|EACCES|"level":[56]0/);
    await start();
    expect((await get("/v1/sports", key)).status).toBe(200);
    expect(await container?.stop()).toBe(0);
  });

  describe("on PostgreSQL and Redis", () => {
    let database: TestDatabase;
    let redis: TestRedis;
    let stores: Record<string, string>;

    beforeAll(async () => {
      database = await postgresDatabase();
      redis = await startTestRedis();
      stores = {
        DATABASE_URL: "url" in database.address ? database.address.url : "",
        REDIS_URL: redis.url,
        AUTH_SECRET: "a secret for this test alone",
        FEEDS: "demo",
      };
    });
    afterAll(async () => {
      await redis.close();
      await database.close();
    });

    test.each(["1", "2"])(
      "With WEB_CONCURRENCY=%s, the container serves the site, counts a call and exits with code 0 on its stop signal",
      async (processes) => {
        const begin = performance.now();
        await start({ ...stores, WEB_CONCURRENCY: processes });
        report.figure(
          `container start until ready, WEB_CONCURRENCY=${processes}`,
          performance.now() - begin,
          "ms",
        );
        for (const probe of ["/healthz", "/readyz"]) expect((await get(probe)).status).toBe(200);
        await expectPages();
        const key = await createKey(`stores-${processes}@example.com`);
        const odds = await get("/v1/sports/basketball_nba/odds?markets=h2h", key);
        expect([odds.status, odds.headers.get("x-requests-used")]).toEqual([200, "1"]);
        const stopping = performance.now();
        expect(await container?.stop()).toBe(0);
        report.figure(`container stop, WEB_CONCURRENCY=${processes}`, performance.now() - stopping, "ms");
        expect(container?.printed()).not.toMatch(/EROFS|EACCES|next build|"level":[56]0/);
      },
    );

    test("A container with DATABASE_URL but without AUTH_SECRET exits at startup with one line that names AUTH_SECRET", async () => {
      const { AUTH_SECRET, ...rest } = stores;
      await expect(start(rest)).rejects.toThrow(/:\nAUTH_SECRET: required when DATABASE_URL is set\n$/);
    });
  });
});
