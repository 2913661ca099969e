import { afterEach, describe, expect, test } from "vitest";
import { embeddedDrillStores, realDrillStores } from "@/e2e/testing/drill-stores";
import { runDrill } from "@/e2e/testing/restore-drill";
import { missingStores } from "@/e2e/testing/two-instances";

const print = (text: string): void => void process.stderr.write(`${text}\n`);
if (missingStores !== undefined) print(`skipped: restoring PostgreSQL and Redis (${missingStores})`);

/** `workers` is the number of parallel requests per account. `secondsBefore` is how long the load runs before the backup. */
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
    "After a restore on the embedded database, usage, keys and archive are as they were at the time of the backup",
    { timeout: timeoutMs },
    () => drill(() => embeddedDrillStores()),
  );

  test.skipIf(missingStores !== undefined)(
    "After a restore on PostgreSQL and Redis, usage, keys and archive are as they were at the time of the backup",
    { timeout: timeoutMs },
    () => drill(realDrillStores),
  );
});
