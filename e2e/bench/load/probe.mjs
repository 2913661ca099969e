import { Agent, get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

/*
 * Calls a URL again and again on one connection, in a thread of its own: otherwise the garbage collection of large bodies in the
 * benchmark's thread counts as the service's time. Starts at once, and posts the times (ms) of all calls when it gets a message.
 */

/** @type {{ url: string, headers: Record<string, string>, pauseMs: number, maxWaitMs: number }} */
const { url, headers, pauseMs, maxWaitMs } = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let isStopped = false;
parentPort?.once("message", () => {
  isStopped = true;
});

/** @returns {Promise<number>} the status, or 0 if there was no response in time. */
const call = () =>
  new Promise((resolve) => {
    const signal = AbortSignal.timeout(maxWaitMs);
    get(url, { agent, headers, signal }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0)).on("error", () => resolve(0));
    }).on("error", () => resolve(0));
  });

/** @type {{ status: number, ms: number }[]} */
const calls = [];
// The first calls open the connection and compile this code.
for (let index = 0; index < 20; index++) await call();
parentPort?.postMessage("ready");
while (!isStopped) {
  const begin = performance.now();
  const status = await call();
  calls.push({ status, ms: performance.now() - begin });
  await delay(pauseMs);
}
agent.destroy();
parentPort?.postMessage(calls);
