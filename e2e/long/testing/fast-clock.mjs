/**
 * Runs a process's clock CLOCK_RATE times as fast as real time, from CLOCK_START_MS (ms since the epoch) on. `setInterval` and the
 * `setTimeout` of `node:timers/promises` divide delays of a minute or more by CLOCK_RATE, but wait at least five seconds. Shorter delays
 * and other timers are unchanged. Node preloads this file (`--import`) in the service, its database and the command line.
 */

import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";

const startMs = Number(process.env.CLOCK_START_MS);
const rate = Number(process.env.CLOCK_RATE);
const longDelayMs = 60_000;
const minDelayMs = 5_000;
const RealDate = Date;
const now = () => Math.round(startMs + (RealDate.now() - startMs) * rate);
const shorter = (ms) => (ms >= longDelayMs ? Math.max(minDelayMs, ms / rate) : ms);

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
RealDate.prototype.constructor = globalThis.Date;

const { setInterval: realInterval } = globalThis;
globalThis.setInterval = (work, ms, ...args) => realInterval(work, shorter(ms), ...args);
const { setTimeout: realDelay } = timers;
timers.setTimeout = (ms, ...args) => realDelay(shorter(ms), ...args);
syncBuiltinESMExports();
