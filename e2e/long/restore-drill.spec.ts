import { afterEach, describe, expect, test } from "vitest";
import { embeddedDrillStores, realDrillStores } from "@/e2e/testing/drill-stores";
import { runDrill } from "@/e2e/testing/restore-drill";
import { missingStores } from "@/e2e/testing/two-instances";

const say = (text: string): void => void process.stderr.write(`${text}\n`);
if (missingStores !== undefined) say(`skipped: restoring PostgreSQL and Redis (${missingStores})`);

/** Minutes of load, on many accounts. */
const load = { accounts: 8, workers: 4, secondsBefore: 180 };
const timeoutMs = 1_800_000;

let close: () => Promise<void> = async () => undefined;
afterEach(() => close());

const drill = async (open: () => ReturnType<typeof embeddedDrillStores>) => {
  const stores = await open();
  close = stores.close;
  const report = await runDrill(stores, load);
  say(`restore drill: ${JSON.stringify(report)}`);
  expect(report.archivePoints).toBeGreaterThan(0);
};

describe("a backup that was made under heavy load, restored after its database was lost", () => {
  test("has metering, keys and archive as they were at its moment (embedded)", { timeout: timeoutMs }, () =>
    drill(() => embeddedDrillStores()),
  );

  test.skipIf(missingStores !== undefined)(
    "has metering, keys and archive as they were at its moment (PostgreSQL and Redis)",
    { timeout: timeoutMs },
    () => drill(realDrillStores),
  );
});
