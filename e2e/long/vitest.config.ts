import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const hourMs = 3_600_000;

/**
 * What takes too long for every change: `npm run test:long`. One spec after the other, on a machine that does nothing else, so that what
 * one measures is not another's load. Timeouts end what hangs; nothing asserts on time.
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
