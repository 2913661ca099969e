import path from "node:path";
import config from "../../playwright.config";

/**
 * Runs the browser specs of BROWSER_FILES (paths separated by commas) in that order. Playwright orders files by name within a project, but
 * keeps the order of projects, so each file has its own projects.
 */
const files = (process.env.BROWSER_FILES ?? "").split(",").filter(Boolean);

export default {
  ...config,
  testDir: path.resolve("e2e/browser"),
  globalSetup: path.resolve("e2e/browser/testing/shared-service.ts"),
  outputDir: path.resolve(process.env.BROWSER_OUTPUT ?? "artifacts/browser"),
  projects: files.flatMap((file) =>
    (config.projects ?? []).map((project) => ({
      ...project,
      name: `${path.basename(file, ".spec.ts")}: ${project.name}`,
      testMatch: path.basename(file),
    })),
  ),
};
