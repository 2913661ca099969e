import { Agent, get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

type Reply = { readonly status: number; readonly closes: boolean };

/** Sends a GET request to a port on 127.0.0.1. `closes`: whether the server ends the connection. */
export const requestPort = (
  port: number,
  path: string,
  agent: Agent,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const sent = get({ port, host: "127.0.0.1", path, agent, headers }, (response) => {
      response.resume();
      response.once("error", reject);
      response.once("end", () =>
        resolve({ status: response.statusCode ?? 0, closes: response.headers.connection === "close" }),
      );
    });
    sent.once("error", reject);
  });

/**
 * Starts a balancer that never repeats a failed request, because a charge may already have been made. It keeps its connections open, and
 * checks `/readyz` of each instance every `healthEveryMs`.
 * @param instances may change while the balancer runs.
 */
export const startBalancer = <Instance extends { readonly port: number }>(
  instances: ReadonlySet<Instance>,
  healthEveryMs: number,
) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const healthy = new Set<Instance>(instances);
  const checks = new Agent();
  let isOpen = true;
  const check = async (): Promise<void> => {
    while (isOpen) {
      for (const instance of instances) {
        const { status } = await requestPort(instance.port, "/readyz", checks).catch(() => ({ status: 0 }));
        if (status === 200) healthy.add(instance);
        else healthy.delete(instance);
      }
      for (const instance of healthy) if (!instances.has(instance)) healthy.delete(instance);
      await delay(healthEveryMs);
    }
  };
  const checking = check();
  let turn = 0;
  return {
    isHealthy: (instance: Instance) => healthy.has(instance),
    /** @returns the status of the response, or the code of the connection's error. */
    call: (path: string, headers: Readonly<Record<string, string>> = {}): Promise<string> => {
      const choices = [...healthy];
      turn += 1;
      return requestPort(choices[turn % choices.length]?.port ?? 0, path, agent, headers).then(
        ({ status }) => String(status),
        (error: NodeJS.ErrnoException) => error.code ?? error.message,
      );
    },
    close: async () => {
      isOpen = false;
      await checking;
      agent.destroy();
    },
  };
};
