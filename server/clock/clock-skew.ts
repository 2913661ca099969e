/**
 * How far a recording time may be ahead of the database's clock, in ms. Smaller differences are normal. A process can misjudge the
 * database's clock by up to a round trip. If a book's snapshots of a sport arrive together, they get recording times 1 ms apart, so the
 * later ones are ahead of the clock.
 */
export const maxClockSkewMs = 5_000;

/** Whether `at` is later than the database's time `now` by more than normal clock skew. Both in ms since the epoch. */
export const isAhead = (at: number, now: number): boolean => at > now + maxClockSkewMs;

/** Thrown if the database's clock was set back after a batch of snapshots arrived and before the batch was recorded. */
export class ClockSetBackError extends Error {
  override readonly name = "ClockSetBackError";

  constructor() {
    super("the database's clock was set back");
  }
}
