/**
 * How far a recording time may be ahead of the database's clock, in ms. Smaller differences are normal: a process can misjudge the
 * database's clock by up to a round trip, and snapshots that arrive together get recording times 1 ms apart. A larger difference comes from
 * a wrong clock.
 */
export const maxClockSkewMs = 5_000;

/** Whether a time is in the future by more than normal clock skew. Times are in ms since the epoch. `now` is the database's time. */
export const isAhead = (at: number, now: number): boolean => at > now + maxClockSkewMs;

/** Thrown if the database's clock was set back during a recording, so that the recording times are ahead of that clock. */
export class ClockSetBackError extends Error {
  override readonly name = "ClockSetBackError";

  constructor() {
    super("the database's clock was set back");
  }
}
