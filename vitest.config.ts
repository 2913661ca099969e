import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Lets tests import a Markdown file as a string, as the build of the pages does. */
const markdown = {
  name: "markdown",
  transform: (code: string, id: string) =>
    id.endsWith(".md") ? `export default ${JSON.stringify(code)};` : undefined,
};
const alias = { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") };
const folders = "{server,db,app,e2e,clients}";
// Generous timeouts, because the machine may be busy. They only end tests that hang. Without its own, `expect.poll` gives up after a second.
const timeouts = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 240_000 } } };
// Test files in one worker share the loaded modules, because loading the modules again for each file took a third of the processor time.
const sharedModules = { isolate: false };
const databaseTests = [`${folders}/**/*.db.test.ts`];
const onPostgres = process.env.TEST_DATABASE_URL !== undefined;

/**
 * The database tests that run on both stores, because the two stores differ in what they test. With TEST_DATABASE_URL, all other database
 * tests run on PostgreSQL only, which takes a fifth of the processor time. The black-box specs run on the embedded database.
 */
const testsOnBothStores = [
  // The embedded database itself, its files, its protocol server, connections, migrations and vacuum.
  "db/**/*.db.test.ts",
  // The embedded database is backed up by copying its files, PostgreSQL by pg_dump.
  "server/ops/backup/*.db.test.ts",
  // On the embedded database, commands use the socket of a running server, or open the database themselves.
  "server/ops/ops.db.test.ts",
  // The embedded database is vacuumed, and PostgreSQL's archive index is rebuilt.
  "server/run/maintenance.db.test.ts",
  // The embedded database sends no notifications of changed prices.
  "server/market/board/create-board.db.test.ts",
  // The embedded database runs one transaction at a time, which hides or causes waits.
  "server/market/board/load-changes.db.test.ts",
  "server/account/metering/metering.db.test.ts",
  "server/ingest/recorder/record-batches.db.test.ts",
  // The protocol server must pass on null bytes, long texts and errors as PostgreSQL does.
  "server/ingest/recorder/hostile-text.db.test.ts",
  // Large JSON lists and partial indexes: the two stores are different versions of PostgreSQL.
  "server/ingest/recorder/record-snapshots.db.test.ts",
  "server/market/archive/archive.db.test.ts",
];

/** Pure tests run once. Tests with a database run on the embedded database, or on PostgreSQL if TEST_DATABASE_URL is set. */
export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    projects: [
      {
        resolve: { alias },
        plugins: [markdown],
        test: {
          name: "pure",
          include: [`${folders}/**/*.test.ts`],
          exclude: ["**/*.db.test.ts", "**/node_modules/**"],
          ...timeouts,
          ...sharedModules,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "embedded",
          env: { TEST_STORE: "embedded" },
          globalSetup: "db/testing-setup.ts",
          // With PROPERTY_RUNS, `npm run test:long` runs each property test on both stores.
          include: onPostgres && process.env.PROPERTY_RUNS === undefined ? testsOnBothStores : databaseTests,
          ...timeouts,
          ...sharedModules,
        },
      },
      ...(onPostgres
        ? [
            {
              resolve: { alias },
              test: {
                name: "postgres",
                env: { TEST_STORE: "postgres" },
                globalSetup: "db/testing-postgres-setup.ts",
                include: databaseTests,
                ...timeouts,
                ...sharedModules,
              },
            },
          ]
        : []),
    ],
  },
});
