import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { findPython, skippedPythonChecks } from "@/e2e/testing/python";

const python = findPython();
for (const skipped of skippedPythonChecks()) process.stdout.write(`skipped: ${skipped}\n`);

/** Runs one file of `clients/python/tests`, which uses Python's own unittest. */
const runTests = async (names: readonly string[]): Promise<string> => {
  const cwd = "clients/python";
  const env = { ...process.env, PYTHONPATH: "src", PYTHONDONTWRITEBYTECODE: "1" };
  const args = ["-W", "error::ResourceWarning", "-m", "unittest", "-v", ...names];
  const run = promisify(execFile)(python ?? "python3", args, { cwd, env, maxBuffer: 1e8 });
  const { stderr } = await run.catch((error: { stdout: string; stderr: string }) => {
    throw new Error(error.stderr + error.stdout);
  });
  return stderr;
};

// Streams of over a thousand connections take half a minute on an idle machine, so a busy one needs a longer limit.
test.skipIf(python === undefined).concurrent.each([
  ["is right in every fault of the table", ["tests.test_faults", "-k", "the_sync", "-k", "has_a_check"]],
  ["is right in every fault of the table with asyncio", ["tests.test_faults", "-k", "the_async"]],
  ["installs from its wheel, and its types are those of the OpenAPI document", ["tests.test_package"]],
  ["keeps its promises in each of its parts", ["tests.test_units", "tests.test_streams"]],
])(
  "The Python client %s",
  async (_promise, names) => {
    expect(await runTests(names)).toMatch(/^OK\b/m);
  },
  1_200_000,
);
