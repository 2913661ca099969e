import { once } from "node:events";
import { Agent, get, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import pino from "pino";
import { expect, test } from "vitest";
import { drain } from "@/server/http/door/drain";
import { createListener } from "@/server/http/door/listener";

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
      return drain(server, openMs, 3_000);
    },
  };
};

const request = (port: number, path: string, agent: Agent): Promise<{ status: number; closes: boolean }> =>
  new Promise((resolve, reject) => {
    const sent = get({ port, host: "127.0.0.1", path, agent }, (response) => {
      response.resume();
      response.once("end", () =>
        resolve({ status: response.statusCode ?? 0, closes: response.headers.connection === "close" }),
      );
    });
    sent.once("error", reject);
  });

const healthEveryMs = 20;

/** A balancer that does not repeat failed requests. It keeps its connections open, and checks the health of each instance. */
const startBalancer = (instances: Set<Instance>) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const healthy = new Set<Instance>(instances);
  const checks = new Agent();
  let isOpen = true;
  const check = async (): Promise<void> => {
    while (isOpen) {
      for (const instance of instances) {
        const { status } = await request(instance.port, "/readyz", checks).catch(() => ({ status: 0 }));
        if (status === 200) healthy.add(instance);
        else healthy.delete(instance);
      }
      await delay(healthEveryMs);
    }
  };
  const checking = check();
  let turn = 0;
  return {
    isHealthy: (instance: Instance) => healthy.has(instance),
    call: () => {
      const choices = [...healthy];
      turn += 1;
      return request(choices[turn % choices.length]?.port ?? 0, "/v1/sports", agent);
    },
    close: async () => {
      isOpen = false;
      await checking;
      agent.destroy();
    },
  };
};

test("while instances behind a load balancer are restarted one by one, no request fails", async () => {
  const instances = new Set([await startInstance(), await startInstance()]);
  const balancer = startBalancer(instances);
  let isLoading = true;
  const results: string[] = [];
  const load = Array.from({ length: 8 }, async () => {
    while (isLoading)
      results.push(
        await balancer.call().then(
          ({ status }) => String(status),
          (error: NodeJS.ErrnoException) => error.code ?? error.message,
        ),
      );
  });
  for (const old of [...instances]) {
    const next = await startInstance();
    instances.add(next);
    await expect.poll(() => balancer.isHealthy(next)).toBe(true);
    // An operator gives the balancer enough time. How much is enough on a busy machine is unknown, so the test waits for the balancer.
    old.beginStop();
    await expect.poll(() => balancer.isHealthy(old)).toBe(false);
    await old.stop(5 * healthEveryMs);
    instances.delete(old);
  }
  isLoading = false;
  await Promise.all(load);
  await balancer.close();
  for (const { stop } of instances) await stop(0);
  expect(results.length).toBeGreaterThan(100);
  expect([...new Set(results)]).toEqual(["200"]);
});

test("a stopping instance still responds, is not ready, and ends each connection with its response", async () => {
  const instance = await startInstance();
  const agent = new Agent({ keepAlive: true });
  expect(await request(instance.port, "/v1/sports", agent)).toEqual({ status: 200, closes: false });
  const stopped = instance.stop(500);
  expect(await request(instance.port, "/v1/sports", agent)).toEqual({ status: 200, closes: true });
  expect((await request(instance.port, "/readyz", agent)).status).toBe(503);
  await stopped;
  await expect(request(instance.port, "/v1/sports", agent)).rejects.toThrow();
});
