import { afterEach, describe, expect, test } from "vitest";
import { embeddedDrillStores, realDrillStores } from "@/e2e/testing/drill-stores";
import { runDrill } from "@/e2e/testing/restore-drill";
import { missingStores } from "@/e2e/testing/two-instances";

const print = (text: string): void => void process.stderr.write(`${text}\n`);
if (missingStores !== undefined) print(`skipped: restoring PostgreSQL and Redis (${missingStores})`);

/** Load on many accounts for minutes. */
const load = { accounts: 8, workers: 4, secondsBefore: 180 };
const timeoutMs = 1_800_000;

let close: () => Promise<void> = async () => undefined;
afterEach(() => close());

const drill = async (open: () => ReturnType<typeof embeddedDrillStores>) => {
  const stores = await open();
  close = stores.close;
  const report = await runDrill(stores, load);
  print(`restore drill: ${JSON.stringify(report)}`);
  expect(report.archivePoints).toBeGreaterThan(0);
};

describe("restore drill under heavy load", () => {
  test(
    "A backup taken under heavy load restores the metering, keys and archive of that moment on the embedded database",
    { timeout: timeoutMs },
    () => drill(() => embeddedDrillStores()),
  );

  test.skipIf(missingStores !== undefined)(
    "A backup taken under heavy load restores the metering, keys and archive of that moment on PostgreSQL and Redis",
    { timeout: timeoutMs },
    () => drill(realDrillStores),
  );
});
