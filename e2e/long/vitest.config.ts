import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const hourMs = 3_600_000;

/**
 * Specs that take too long to run for every change. `npm run test:long` runs them one after the other, so that no spec measures the load of
 * another spec.
 */
export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "") } },
  test: {
    include: ["e2e/long/**/*.spec.ts"],
    globalSetup: fileURLToPath(new URL("testing/set-up.ts", import.meta.url)),
    fileParallelism: false,
    pool: "forks",
    reporters: ["verbose"],
    testTimeout: hourMs,
    hookTimeout: hourMs,
    teardownTimeout: 60_000,
  },
});
