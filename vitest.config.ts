import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Lets tests import a Markdown file as a string, as the build of the pages does. */
const markdown = {
  name: "markdown",
  transform: (code: string, id: string) =>
    id.endsWith(".md") ? `export default ${JSON.stringify(code)};` : undefined,
};
const alias = { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") };
const folders = "{server,db,app,e2e}";
// Generous timeouts, because the machine may be busy. They only end tests that hang.
const timeouts = { testTimeout: 300_000, hookTimeout: 300_000 };
// Test files in one worker share the loaded modules, because loading the modules again for each file took a third of the processor time.
const sharedModules = { isolate: false };
const databaseTests = { include: [`${folders}/**/*.db.test.ts`], ...timeouts, ...sharedModules };

/** Pure tests run once. Tests with a database run on the embedded database, and again on PostgreSQL if TEST_DATABASE_URL is set. */
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
          ...databaseTests,
        },
      },
      ...(process.env.TEST_DATABASE_URL === undefined
        ? []
        : [
            {
              resolve: { alias },
              test: { name: "postgres", env: { TEST_STORE: "postgres" }, ...databaseTests },
            },
          ]),
    ],
  },
});
