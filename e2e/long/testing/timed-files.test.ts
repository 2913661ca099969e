import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findTimedFiles, findTimedSuites } from "@/e2e/long/testing/timed-files";

let root: string;
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), "oddskeeper-timed-"));
});
afterAll(() => rmSync(root, { recursive: true }));

const write = (files: Readonly<Record<string, string>>): void => {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
};

it("a test file is timed if it uses a clock, a timer, a process or a socket itself or in a file that it imports, however indirectly", () => {
  write({
    "server/plain.ts": "export const one = 1;",
    "server/waits.ts": 'import { setTimeout as delay } from "node:timers/promises";',
    "server/testing/rig.ts": 'import { wait } from "../middle";',
    "server/middle.ts": 'export { wait } from "@/server/waits";',
    "server/circle.ts": 'import { one } from "@/server/circle";',
    "server/plain.test.ts": 'import { one } from "@/server/plain";\nimport { readFileSync } from "node:fs";',
    "server/circle.test.ts": 'import { one } from "./circle";',
    "server/rig.test.ts": 'import { rig } from "@/server/testing/rig";',
    "server/clock.test.ts": "const now = new Date();",
    "server/fixed.test.ts": 'const start = new Date("2026-01-01T00:00:00Z");',
    "server/process.test.ts": 'import { spawn } from "node:child_process";',
    "server/lazy.test.ts": 'const rig = await import("@/server/testing/rig");',
  });
  const tests = ["plain", "circle", "rig", "clock", "fixed", "process", "lazy"];
  const files = tests.map((name) => `server/${name}.test.ts`);
  expect(findTimedFiles(root, files)).toEqual([
    "server/rig.test.ts",
    "server/clock.test.ts",
    "server/process.test.ts",
    "server/lazy.test.ts",
  ]);
});

it("every test with a database, every black-box spec and every browser spec is timed, and tests of pure code are not", () => {
  const { units, blackBox, browser } = findTimedSuites(process.cwd());
  expect(units).toContain("server/account/metering/store-outages.db.test.ts");
  expect(units).toContain("server/ingest/polling/venue-faults.test.ts");
  expect(units).not.toContain("server/domain/prices/convert.test.ts");
  expect(blackBox).toContain("e2e/start.spec.ts");
  expect(browser).toContain("e2e/browser/site-pages.spec.ts");
  expect([...units, ...blackBox, ...browser].filter((file) => file.startsWith("e2e/long/"))).toEqual([
    "e2e/long/testing/timed-files.test.ts",
  ]);
});
