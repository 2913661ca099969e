/**
 * Moves the clock of a process by CLOCK_SHIFT_MS. Loaded before everything else: by Node (`--import`) in the service, its database and
 * the command line, by vitest in the specs themselves.
 */
const shiftMs = Number(process.env.CLOCK_SHIFT_MS);
const RealDate = Date;
const now = () => RealDate.now() + shiftMs;

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
RealDate.prototype.constructor = globalThis.Date;
