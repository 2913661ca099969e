/**
 * How far ahead of the database's clock a recording time may lie, in ms. Up to here it is an ordinary time: clocks are read a round
 * trip apart, and snapshots that arrive together are recorded a millisecond apart. Beyond, it comes from a clock that was wrong.
 */
export const maxClockSkewMs = 5_000;

/** Whether a time cannot have come yet. Both are in ms since the epoch, `now` by the database's clock. */
export const isAhead = (at: number, now: number): boolean => at > now + maxClockSkewMs;

/** The database's clock was set back while snapshots were recorded: at their times they would lie ahead of it. */
export class ClockSetBackError extends Error {
  override readonly name = "ClockSetBackError";

  constructor() {
    super("the database's clock was set back");
  }
}
