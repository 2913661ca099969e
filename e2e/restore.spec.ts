import { afterEach, describe, expect, inject, test } from "vitest";
import { embeddedDrillStores } from "@/e2e/testing/drill-stores";
import { runDrill } from "@/e2e/testing/restore-drill";

const say = (text: string): void => void process.stderr.write(`${text}\n`);

/** It runs the command line half a dozen times. */
const timeoutMs = 600_000;
const load = { accounts: 1, workers: 4, secondsBefore: 2 };

let close: () => Promise<void> = async () => undefined;
afterEach(() => close());

const drill = async (open: () => ReturnType<typeof embeddedDrillStores>) => {
  const stores = await open();
  close = stores.close;
  const report = await runDrill(stores, load);
  say(`restore drill: ${JSON.stringify(report)}`);
  expect(report.archivePoints).toBeGreaterThan(0);
};

describe("a backup that was made under load, restored after its database was lost", () => {
  test("has metering, keys and archive as they were at its moment (embedded)", { timeout: timeoutMs }, () =>
    drill(() => embeddedDrillStores(inject("seededDir"))),
  );
});
