import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { explainConnection } from "@/db/explain-connection";
import { refuseSharedSessions } from "@/db/refuse-pooler";
import { postgresDatabase, type TestDatabase } from "@/db/testing";
import { hasPgBouncer, startPgBouncer } from "@/db/testing/pgbouncer";
import { parseConfig } from "@/server/config";
import { openStores } from "@/server/run/stores";

const onPostgres = process.env.TEST_STORE === "postgres";

describe.skipIf(!onPostgres || !hasPgBouncer)("PgBouncer in front of PostgreSQL", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await postgresDatabase();
  });
  afterAll(() => database.close());
  const urlOf = (): string => ("url" in database.address ? database.address.url : "");

  test.each([
    ["transaction", 20],
    ["transaction", 1],
    ["statement", 20],
  ] as const)(
    "PgBouncer in %s mode with %i sessions is refused at startup, with one line",
    async (mode, size) => {
      const pooler = await startPgBouncer(urlOf(), mode, size);
      const config = parseConfig({
        DATABASE_URL: pooler.url,
        AUTH_SECRET: "x".repeat(32),
        LOG_LEVEL: "silent",
      });
      const error = await openStores(config).catch((reason: unknown) => reason);
      expect(error).toMatchObject({
        name: "DatabaseUnusableError",
        message: expect.stringMatching(/^DATABASE_URL: the connection pooler must be in session mode[^\n]*$/),
      });
      await pooler.close();
    },
  );

  test.each([20, 1])("PgBouncer in session mode with %i sessions is accepted", async (size) => {
    const pooler = await startPgBouncer(urlOf(), "session", size);
    await refuseSharedSessions(pooler.url);
    await pooler.close();
  });

  test("PostgreSQL itself is accepted", () => refuseSharedSessions(urlOf()));

  test.each([
    [
      "nobody listens",
      (url: URL) => Object.assign(url, { port: "1" }),
      "nothing listens at the host and port of the URL",
    ],
    [
      "the database does not exist",
      (url: URL) => Object.assign(url, { pathname: "/none" }),
      "the database of the URL does not exist",
    ],
    ["the user does not exist", (url: URL) => Object.assign(url, { username: "none" }), "user"],
    [
      "the host has no address",
      (url: URL) => Object.assign(url, { hostname: "none.invalid" }),
      "the host of the URL has no address",
    ],
  ])(
    "If %s, the startup error names the cause in one sentence without the password",
    async (_, change, reason) => {
      const url = new URL(urlOf());
      url.password = "sesame";
      change(url);
      const error = await explainConnection(() => refuseSharedSessions(url.href)).catch((e: unknown) => e);
      const { name, message } = error as Error;
      expect(name).toBe("DatabaseUnusableError");
      expect(message).toMatch(/^DATABASE_URL: [^\n]+$/);
      expect(message).toContain(reason);
      expect(message).not.toContain("sesame");
    },
  );
});
