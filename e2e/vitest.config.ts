import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/**
 * Black-box specs without a browser: they start the built service as users do and call it over HTTP. Browser specs are in `e2e/browser`,
 * with their own runner.
 */
export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "") } },
  test: {
    maxWorkers: 2,
    include: ["e2e/*.spec.ts"],
    globalSetup: "e2e/testing/seed-once.ts",
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
  },
});
