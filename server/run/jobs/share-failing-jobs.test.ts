import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("each worker knows which jobs of its supervisor keep failing, even if the worker started later, and learns when they work again", async () => {
  const program = ["--import", "tsx", "server/run/jobs/testing/clustered-jobs.ts"];
  const { stdout } = await promisify(execFile)(process.execPath, program);
  expect(JSON.parse(stdout)).toEqual([[], ["vacuum"], ["vacuum"], [], []]);
});
