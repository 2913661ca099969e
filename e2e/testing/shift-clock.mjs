/**
 * Shifts the clock of the process that loads this module. CLOCK_SHIFT_FILE names a file with the shift in ms. This module reads the file
 * again and again, so the shift may change at any time. Without CLOCK_SHIFT_FILE, the shift is CLOCK_SHIFT_MS.
 * Node preloads this module (`--import`) in the service, its database, the command line and the specs themselves.
 */
import { readFileSync } from "node:fs";

const { CLOCK_SHIFT_FILE: file, CLOCK_SHIFT_MS } = process.env;
const readEveryMs = 50;
let shiftMs = Number(CLOCK_SHIFT_MS ?? 0);
let readAt = Number.NEGATIVE_INFINITY;

const shift = () => {
  if (file === undefined || performance.now() - readAt < readEveryMs) return shiftMs;
  readAt = performance.now();
  shiftMs = Number(readFileSync(file, "utf8"));
  return shiftMs;
};

const RealDate = Date;
const now = () => RealDate.now() + shift();

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
RealDate.prototype.constructor = globalThis.Date;
