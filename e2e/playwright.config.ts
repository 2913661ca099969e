import { defineConfig } from "playwright/test";
import { findChromium } from "./find-chromium";

const executablePath = findChromium();

/**
 * Browser specs: journeys through the built website. A test tagged @layout runs twice: at desktop width in the light color scheme, and at
 * phone width in the dark scheme. All other tests run at desktop width only. `PICTURES=folder` saves screenshots of the pages that are
 * checked for layout problems.
 */
export default defineConfig({
  testDir: "browser",
  // Each run empties its output folder, so simultaneous runs need different folders.
  outputDir: process.env.BROWSER_OUTPUT ?? "../artifacts/browser",
  globalSetup: "./browser/testing/shared-service.ts",
  workers: 2,
  forbidOnly: true,
  reporter: [["list"]],
  // Generous, because the machine may be busy. Timeouts end a test that hangs; they assert nothing.
  timeout: 300_000,
  // Just below the test's timeout, so that a report names what the test waited for.
  expect: { timeout: 240_000 },
  use: {
    launchOptions: { args: ["--no-sandbox"], ...(executablePath !== undefined && { executablePath }) },
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 240_000,
    screenshot: "only-on-failure",
    trace: { mode: "retain-on-failure", screenshots: false },
    video: "off",
  },
  projects: [
    { name: "desktop, light", use: { viewport: { width: 1280, height: 900 }, colorScheme: "light" } },
    {
      name: "phone, dark",
      grep: /@layout/,
      use: { viewport: { width: 390, height: 844 }, colorScheme: "dark" },
    },
  ],
});
