import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Relay, startRelay } from "@/db/testing/relay";
import type { RunningService } from "@/e2e/testing/start-service";
import { missingStores, openRealStores, pricesPath, type RealStores } from "@/e2e/testing/two-instances";
import { addMeteredAccount } from "@/server/account/metering/testing/metered-account";
import { ledgerDeadlineMs } from "@/server/account/metering/timing";
import { startBalancer } from "@/server/web/http/testing/balancer";

const print = (text: string): void => void process.stderr.write(`${text}\n`);
if (missingStores !== undefined)
  print(`skipped: a frozen database of an instance behind a balancer (${missingStores})`);

const healthEveryMs = 200;
const customers = 24;

/** Times since the database froze. */
type Call = { readonly status: string; readonly startedMs: number; readonly endedMs: number };

describe.skipIf(missingStores !== undefined)("two instances behind a balancer", () => {
  let stores: RealStores;
  let relay: Relay;
  beforeAll(async () => {
    stores = await openRealStores();
    if (!("url" in stores.database.address)) throw new Error("the database has no URL");
    relay = await startRelay(stores.database.address.url);
  });
  afterAll(async () => {
    await stores?.close();
    await relay?.close();
  });

  test("While the database of an instance does not respond, calls fail only at a deadline and until the balancer notices, and each customer pays for the other calls only", async () => {
    const accounts = await Promise.all(
      Array.from({ length: customers }, () =>
        addMeteredAccount(stores.database.db, { allowance: 2_000_000_000 }),
      ),
    );
    const services = [await stores.start("tcp"), await stores.start("tcp", { DATABASE_URL: relay.url })];
    const [healthy, frozen] = services.map((service: RunningService) => ({
      port: Number(new URL(service.url).port),
      service,
    }));
    if (healthy === undefined || frozen === undefined) throw new Error("an instance is missing");
    const balancer = startBalancer(new Set([healthy, frozen]), healthEveryMs);

    relay.freeze();
    const since = performance.now();
    let isLoading = true;
    // No customer has called before, so the first call of each needs the ledger of the instance that it reaches.
    const load = accounts.map(async ({ key }) => {
      const calls: Call[] = [];
      while (isLoading) {
        const startedMs = Math.round(performance.now() - since);
        const status = await balancer.call(pricesPath, { "x-api-key": key });
        calls.push({ status, startedMs, endedMs: Math.round(performance.now() - since) });
      }
      return calls;
    });
    await expect.poll(() => balancer.isHealthy(frozen), { timeout: 60_000 }).toBe(false);
    const noticedMs = performance.now() - since;
    // Each customer's next call reaches the other instance.
    isLoading = false;
    const results = await Promise.all(load);
    const failures = results.map((calls) => calls.filter(({ status }) => status !== "200"));
    print(
      `frozen database: unhealthy after ${Math.round(noticedMs)} ms, ${results.flat().length} calls, ${failures.flat().length} failed`,
    );
    expect(failures.flat().length).toBeGreaterThan(0);
    // The earliest deadline is the ledger's, of a call that already had a connection. Other calls fail after 9 s.
    const maxFailures = 1 + Math.floor(noticedMs / ledgerDeadlineMs);
    expect(failures.filter((failed) => failed.length > maxFailures)).toEqual([]);

    for (const [index, { key }] of accounts.entries()) {
      const admitted = (results[index]?.length ?? 0) - (failures[index]?.length ?? 0);
      const usage = await fetch(`${healthy.service.url}/v1/account/usage`, { headers: { "x-api-key": key } });
      expect(await usage.json()).toMatchObject({ requests_used_this_period: admitted });
    }
    relay.restore();
    await expect.poll(() => balancer.isHealthy(frozen), { timeout: 60_000 }).toBe(true);
    await balancer.close();
  });
});
