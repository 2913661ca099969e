import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test("Every property test that uses a database passes on the embedded database and on PostgreSQL with the full number of runs", () => {
  const files = spawnSync("git", ["grep", "-l", "storeRuns(", "--", "*.db.test.ts"], {
    encoding: "utf8",
  });
  const paths = files.stdout.trim().split("\n");
  expect(paths.length).toBeGreaterThan(4);
  const { status } = spawnSync(
    "npx",
    ["vitest", "run", "--project", "embedded", "--project", "postgres", ...paths],
    {
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, PROPERTY_RUNS: "all" },
    },
  );
  expect(status).toBe(0);
});
