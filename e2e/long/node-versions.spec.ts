import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { longReport } from "@/e2e/long/testing/long-report";

/** Starts the service on newer versions of Node and runs the API specs on them. Lists the code that exists only for Node 20. */

const versions = ["24", "26"] as const;
const specs = ["e2e/api.spec.ts", "e2e/start.spec.ts", "e2e/processes.spec.ts"];
const run = promisify(execFile);
const report = longReport();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "oddskeeper-nodes-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Installs a version of Node from the npm registry. @returns the path of its binary. */
const installNode = async (version: string): Promise<string> => {
  const prefix = path.join(folder, version);
  await run("npm", ["install", "--silent", "--no-audit", "--no-fund", `node@${version}`, "--prefix", prefix]);
  return path.join(prefix, "node_modules/node/bin/node");
};

describe.each(versions)("on Node %s", (version) => {
  test("the service starts, and the API specs pass", async () => {
    const node = await installNode(version);
    const exact = (await run(node, ["--version"])).stdout.trim();
    report.print(`running ${specs.join(", ")} on Node ${exact}`);
    const startedAt = performance.now();
    // The specs start the service with the Node that runs them.
    const { stdout } = await run(
      node,
      ["node_modules/vitest/vitest.mjs", "run", "--config", "e2e/vitest.config.ts", ...specs],
      {
        maxBuffer: 1e8,
        env: { ...process.env, PATH: `${path.dirname(node)}:${process.env.PATH}`, NO_COLOR: "1" },
      },
    ).catch((error: { stdout?: string }) => {
      throw new Error(`the specs failed on Node ${exact}:\n${error.stdout?.slice(-8000)}`);
    });
    const passed = Number(/Tests\s+(\d+) passed/.exec(stdout)?.[1]);
    expect(passed).toBeGreaterThan(0);
    report.figure(`API specs passed on Node ${exact}`, passed, "tests");
    report.figure(`API specs on Node ${exact}`, Math.round((performance.now() - startedAt) / 1000), "s");
  });
});

test("each place that exists only for Node 20 states when it can be removed", async () => {
  const files = execFileSync("git", ["grep", "-l", "Only for Node 20", "--", "server", "db", "app"], {
    encoding: "utf8",
  })
    .trim()
    .split("\n");
  for (const file of files) {
    const text = await readFile(file, "utf8");
    const marks = [...text.matchAll(/Only for Node 20[\s\S]{0,300}/g)];
    report.print(`only for Node 20: ${file}`);
    for (const [mark] of marks) expect(mark, file).toMatch(/[Rr]emove/);
  }
  report.figure("files with code only for Node 20", files.length, "files");
});
