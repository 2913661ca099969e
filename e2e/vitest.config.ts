import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Black-box specs: they start the built service as its users do and talk to it over HTTP and in a browser. */
export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "") } },
  test: {
    include: ["e2e/**/*.spec.ts"],
    globalSetup: "e2e/testing/seed-once.ts",
    testTimeout: 120_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
  },
});
