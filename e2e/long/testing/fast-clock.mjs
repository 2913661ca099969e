/**
 * Makes a process's clock run CLOCK_RATE times as fast as the machine's, from CLOCK_START_MS on (ms since the epoch). Node preloads this
 * file (`--import`) in the service, its database and the command line. Intervals and promise timers of a minute or more are shortened by
 * the same factor, but never to less than five seconds. Other timers are unchanged.
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
