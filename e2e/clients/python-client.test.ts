import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { findPython, skippedPythonChecks } from "@/e2e/testing/python";

const python = findPython();
for (const skipped of skippedPythonChecks()) process.stdout.write(`skipped: ${skipped}\n`);

/** Runs one file of `clients/python/tests`, which uses Python's own unittest. */
const runTests = async (name: string): Promise<string> => {
  const cwd = "clients/python";
  const env = { ...process.env, PYTHONPATH: "src", PYTHONDONTWRITEBYTECODE: "1" };
  const args = ["-W", "error::ResourceWarning", "-m", "unittest", "-v", `tests.${name}`];
  const run = promisify(execFile)(python ?? "python3", args, { cwd, env, maxBuffer: 1e8 });
  const { stderr } = await run.catch((error: { stdout: string; stderr: string }) => {
    throw new Error(error.stderr + error.stdout);
  });
  return stderr;
};

test.skipIf(python === undefined).concurrent.each([
  ["is right in every fault of the table", "test_faults"],
  ["works when it is installed from its wheel, and its types are those of the OpenAPI document", "test_package"],
  ["keeps its promises in each of its parts", "test_units"],
])("The Python client %s", async (_promise, file) => {
  expect(await runTests(file)).toMatch(/^OK\b/m);
});
