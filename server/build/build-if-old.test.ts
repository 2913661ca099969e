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
import { buildIfOld } from "@/server/build/build-if-old.mjs";

let root: string;
const inRoot = (...parts: string[]): string => path.join(root, ...parts);

const build = `
  import { appendFileSync, existsSync, mkdirSync } from "node:fs";
  import { completeBuild, fingerprintOf } from "${path.resolve("server/build/build-if-old.mjs")}";
  if (existsSync("broken")) process.exit(3);
  appendFileSync("builds", "x");
  mkdirSync(".next/bundle", { recursive: true });
  await completeBuild(".", await fingerprintOf(process.cwd()));
`;

const countBuilds = (): number => (existsSync(inRoot("builds")) ? readFileSync(inRoot("builds")).length : 0);

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "oddskeeper-build-"));
  mkdirSync(inRoot("server", "build"), { recursive: true });
  writeFileSync(inRoot("package.json"), '{ "type": "module" }');
  writeFileSync(inRoot("server", "build", "build.ts"), build);
  symlinkSync(path.resolve("node_modules"), inRoot("node_modules"));
});
afterEach(() => rmSync(root, { recursive: true }));

describe("npm start", () => {
  test("builds only if there is no build of the current sources", async () => {
    const page = inRoot("app", "page", "page.tsx");
    await buildIfOld(root);
    await buildIfOld(root);
    expect(countBuilds()).toBe(1);
    mkdirSync(path.dirname(page), { recursive: true });
    writeFileSync(page, "");
    await buildIfOld(root);
    expect(countBuilds()).toBe(2);
    await buildIfOld(root);
    expect(countBuilds()).toBe(2);
  });

  test("builds again if a source file gets an earlier modification time or is removed, as happens on a return to an older release", async () => {
    const file = inRoot("server", "main.ts");
    writeFileSync(file, "");
    await buildIfOld(root);
    utimesSync(file, 0, 0);
    await buildIfOld(root);
    expect(countBuilds()).toBe(2);
    rmSync(file);
    await buildIfOld(root);
    expect(countBuilds()).toBe(3);
  });

  test("fails if the build fails, and builds again at the next start", async () => {
    writeFileSync(inRoot("broken"), "");
    await expect(buildIfOld(root)).rejects.toThrow("the build ended with exit code 3");
    rmSync(inRoot("broken"));
    await buildIfOld(root);
    expect(countBuilds()).toBe(1);
  });
});
