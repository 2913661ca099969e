import { once } from "node:events";
import { Agent, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import pino from "pino";
import { expect, test } from "vitest";
import { hourMs } from "@/server/domain/durations";
import { drain } from "@/server/web/http/door/drain";
import { createListener } from "@/server/web/http/door/listener";
import { requestPort, startBalancer } from "@/server/web/http/testing/balancer";

type Instance = {
  readonly server: Server;
  readonly port: number;
  /** From now on, the instance says that it is not ready. */
  readonly beginStop: () => void;
  readonly stop: (openMs: number) => Promise<void>;
};

const startInstance = async (): Promise<Instance> => {
  let isStopping = false;
  const server = createListener({
    config: { baseUrl: "http://a.test", docsUrl: "http://a.test/docs", trustedProxies: [] },
    log: pino({ level: "silent" }),
    handleV1: () => async () => {
      await delay(2);
      return Response.json([]);
    },
    handleDelivery: () => async () => new Response(null),
    pages: () => undefined,
    status: () => ({ ready: !isStopping, degraded: [] }),
    isStopping: () => isStopping,
    canReadAccounts: async () => true,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    server,
    port: (server.address() as AddressInfo).port,
    beginStop: () => {
      isStopping = true;
    },
    stop: (openMs) => {
      isStopping = true;
      return drain(server, openMs, hourMs, () => undefined);
    },
  };
};

const healthEveryMs = 20;

test("while instances behind a load balancer are restarted one by one, no request fails", async () => {
  const instances = new Set([await startInstance(), await startInstance()]);
  const balancer = startBalancer(instances, healthEveryMs);
  let isLoading = true;
  const results: string[] = [];
  const load = Array.from({ length: 8 }, async () => {
    while (isLoading) results.push(await balancer.call("/v1/sports"));
  });
  const calledOften = () => {
    const before = results.length;
    return expect.poll(() => results.length).toBeGreaterThan(before + 25);
  };
  for (const old of [...instances]) {
    const next = await startInstance();
    instances.add(next);
    await expect.poll(() => balancer.isHealthy(next)).toBe(true);
    // An operator gives the balancer enough time. How much is enough on a busy machine is unknown, so the test waits for the balancer.
    await calledOften();
    old.beginStop();
    await expect.poll(() => balancer.isHealthy(old)).toBe(false);
    await old.stop(5 * healthEveryMs);
    instances.delete(old);
    await calledOften();
  }
  isLoading = false;
  await Promise.all(load);
  await balancer.close();
  for (const { stop } of instances) await stop(0);
  expect([...new Set(results)]).toEqual(["200"]);
});

test("a stopping instance still responds, is not ready, and ends each connection with its response", async () => {
  const instance = await startInstance();
  const agent = new Agent({ keepAlive: true });
  expect(await requestPort(instance.port, "/v1/sports", agent)).toEqual({ status: 200, closes: false });
  // It stays open for longer than any stall of the machine.
  void instance.stop(hourMs);
  expect(await requestPort(instance.port, "/v1/sports", agent)).toEqual({ status: 200, closes: true });
  expect((await requestPort(instance.port, "/readyz", agent)).status).toBe(503);
  await instance.stop(0);
  await expect(requestPort(instance.port, "/v1/sports", agent)).rejects.toThrow();
});
