import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { findGame } from "@/e2e/testing/find-game";
import { findPython } from "@/e2e/testing/python";
import { createSeededDir } from "@/e2e/testing/seed-once";
import { type RunningService, startService } from "@/e2e/testing/start-service";

const python = findPython();
if (python === undefined) process.stdout.write("skipped: Python clients, because python3 is not installed\n");

let directory: Awaited<ReturnType<typeof createSeededDir>>;
let service: RunningService;
let sport: string;
beforeAll(async () => {
  directory = await createSeededDir(inject("seededDir"));
  service = await startService(directory.dataDir);
  ({ sport } = await findGame({ url: service.url, key: service.demoKey() }));
});
afterAll(async () => {
  await service?.stop();
  await directory?.remove();
});

const runClient = async (name: string, { measured }: { readonly measured: boolean }): Promise<string> => {
  const env = {
    ...process.env,
    ODDSKEEPER_URL: service.url,
    ODDSKEEPER_KEY: service.demoKey(),
    SPORT: sport,
  };
  const args = ["e2e/testing/foreign-clients.py", name, String(measured)];
  const { stdout } = await promisify(execFile)(python ?? "python3", args, { env });
  return stdout;
};

test.skipIf(python === undefined)(
  "Every sample of the Python client's README runs against the service",
  async () => {
    const env = {
      ...process.env,
      ODDSKEEPER_URL: service.url,
      ODDSKEEPER_KEY: service.demoKey(),
      PYTHONPATH: "src",
      PYTHONDONTWRITEBYTECODE: "1",
    };
    const args = ["-m", "unittest", "-v", "tests.test_units.Samples"];
    const { stderr } = await promisify(execFile)(python ?? "python3", args, { cwd: "clients/python", env });
    expect(stderr).toMatch(/^OK\b/m);
  },
);

test.skipIf(python === undefined).each([["samples-nodejs"], ["samples-python"]])(
  "The requests of The Odds API's %s work with the migration guide's changes",
  async (name) => {
    const stdout = await runClient(name, { measured: false });
    expect(stdout).toMatch(/^sports \d+\nevents [1-9]\d* \[\nRemaining requests \d+\nUsed requests \d+\n$/);
  },
);

test.skipIf(python === undefined)(
  "A Python SDK of The Odds API that stops at null works with measured=true, and only then",
  async () => {
    expect(await runClient("sdk-python", { measured: true })).toMatch(
      /^events [1-9]\d* books [1-9]\d*\none event [1-9]\d* books\n$/,
    );
    await expect(runClient("sdk-python", { measured: false })).rejects.toThrow("not a time: None");
  },
);
