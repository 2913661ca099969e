import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const cruiser = path.resolve("node_modules/dependency-cruiser/bin/dependency-cruise.mjs");

let house: string;
beforeAll(async () => {
  house = await mkdtemp(path.join(tmpdir(), "oddskeeper-layers-"));
  for (const file of [".dependency-cruiser.cjs", "tsconfig.json"]) await cp(file, path.join(house, file));
});
afterAll(() => rm(house, { recursive: true, force: true }));

const plant = async (files: Readonly<Record<string, string>>): Promise<void> => {
  for (const folder of ["server", "db", "app"])
    await rm(path.join(house, folder), { recursive: true, force: true });
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(house, file)), { recursive: true });
    await writeFile(path.join(house, file), text);
  }
};

/** Runs the check as `npm run lint:layers` does; the names of the rules that were broken, or none. */
const brokenRules = (): Promise<string[]> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [cruiser, "server", "db", "app", "--output-type", "err"],
      { cwd: house },
      (_, stdout) => {
        resolve([...stdout.matchAll(/error ([a-z-]+):/g)].map((match) => match[1] ?? ""));
      },
    );
  });

const leaf = "export const value = 1;\n";
const importing = (target: string) => `import { value } from "${target}";\nexport const again = value;\n`;

describe("an import that points upwards is refused", () => {
  test.each([
    ["pure-rooms-do-no-io", "server/matching/planted.ts", "@/db/leaf", "db/leaf.ts"],
    ["pure-rooms-do-no-io", "server/prices/planted.ts", "@/server/recorder/leaf", "server/recorder/leaf.ts"],
    ["middle-rooms-know-no-door", "server/board/planted.ts", "@/server/api/leaf", "server/api/leaf.ts"],
    ["nobody-knows-the-metrics", "server/http/planted.ts", "@/server/metrics/leaf", "server/metrics/leaf.ts"],
    ["database-knows-no-room", "db/planted.ts", "@/server/plans/leaf", "server/plans/leaf.ts"],
    ["pages-hold-no-sql", "app/planted.ts", "@/db/leaf", "db/leaf.ts"],
  ])("%s: %s", async (rule, from, target, targetFile) => {
    await plant({
      "server/leaf.ts": leaf,
      "db/own.ts": leaf,
      "app/own.ts": leaf,
      [targetFile]: leaf,
      [from]: importing(target),
    });
    expect(await brokenRules()).toEqual([rule]);
  });
});

test("an import that points downwards is not", async () => {
  await plant({
    "server/prices/leaf.ts": leaf,
    "server/recorder/down.ts": importing("@/server/prices/leaf"),
    "db/own.ts": leaf,
    "app/own.ts": leaf,
  });
  expect(await brokenRules()).toEqual([]);
});
