import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buildIfOld, bundledServer } from "@/server/build-if-old.mjs";

let root: string;
const inRoot = (...parts: string[]): string => path.join(root, ...parts);

const build = `
  import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
  if (existsSync("broken")) process.exit(3);
  appendFileSync("builds", "x");
  mkdirSync(".next/bundle/server", { recursive: true });
  writeFileSync("${bundledServer}", "");
`;

const countBuilds = (): number => (existsSync(inRoot("builds")) ? readFileSync(inRoot("builds")).length : 0);

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "oddskeeper-build-"));
  mkdirSync(inRoot("server"));
  writeFileSync(inRoot("server", "build.ts"), build);
  symlinkSync(path.resolve("node_modules"), inRoot("node_modules"));
});
afterEach(() => rmSync(root, { recursive: true }));

describe("npm start", () => {
  test("builds only if there is no build or a source is newer", async () => {
    await buildIfOld(root);
    await buildIfOld(root);
    expect(countBuilds()).toBe(1);
    const later = Date.now() / 1000 + 60;
    mkdirSync(inRoot("app", "page"), { recursive: true });
    writeFileSync(inRoot("app", "page", "page.tsx"), "");
    utimesSync(inRoot("app", "page", "page.tsx"), later, later);
    await buildIfOld(root);
    expect(countBuilds()).toBe(2);
  });

  test("fails if the build fails, and then tries again at the next start", async () => {
    writeFileSync(inRoot("broken"), "");
    await expect(buildIfOld(root)).rejects.toThrow("the build ended with exit code 3");
    rmSync(inRoot("broken"));
    await buildIfOld(root);
    expect(countBuilds()).toBe(1);
  });
});
