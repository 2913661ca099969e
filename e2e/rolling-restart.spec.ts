import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningService } from "@/e2e/testing/start-service";
import { missingStores, openRealStores, pricesPath, type RealStores } from "@/e2e/testing/two-instances";
import { addMeteredAccount } from "@/server/account/metering/testing/metered-account";
import { startBalancer } from "@/server/web/http/testing/balancer";

const print = (text: string): void => void process.stderr.write(`${text}\n`);
if (missingStores !== undefined) print(`skipped: a rolling restart behind a balancer (${missingStores})`);

const healthEveryMs = 200;
/** Time for several health checks of the balancer, even if a busy machine stalls it. */
const drainSeconds = "8";
const callers = 8;

type Instance = { readonly port: number; readonly service: RunningService };

describe.skipIf(missingStores !== undefined)("two instances behind a balancer", () => {
  let stores: RealStores;
  beforeAll(async () => {
    stores = await openRealStores();
  });
  afterAll(async () => stores?.close());

  const startInstance = async (): Promise<Instance> => {
    const service = await stores.start("tcp", { DRAIN_SECONDS: drainSeconds });
    return { port: Number(new URL(service.url).port), service };
  };

  test("While all instances are restarted one by one with DRAIN_SECONDS, every call succeeds and is charged once", async () => {
    const account = await addMeteredAccount(stores.database.db, { allowance: 2_000_000_000 });
    const headers = { "x-api-key": account.key };
    const instances = new Set([await startInstance(), await startInstance()]);
    const balancer = startBalancer(instances, healthEveryMs);
    const results: string[] = [];
    let isLoading = true;
    const load = Array.from({ length: callers }, async () => {
      while (isLoading) results.push(await balancer.call(pricesPath, headers));
    });
    for (const old of [...instances]) {
      const next = await startInstance();
      instances.add(next);
      await expect.poll(() => balancer.isHealthy(next), { timeout: 60_000 }).toBe(true);
      await old.service.stop("SIGTERM");
      expect(old.service.process.exitCode).toBe(0);
      instances.delete(old);
    }
    isLoading = false;
    await Promise.all(load);
    await balancer.close();
    const kinds = Object.fromEntries(
      [...new Set(results)].map((kind) => [kind, results.filter((r) => r === kind).length]),
    );
    print(`rolling restart: ${JSON.stringify(kinds)}`);
    expect(Object.keys(kinds)).toEqual(["200"]);
    const [{ service }] = [...instances] as [Instance];
    const usage = await fetch(`${service.url}/v1/account/usage`, { headers });
    expect(await usage.json()).toMatchObject({ requests_used_this_period: results.length });
  });
});
