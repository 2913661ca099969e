import type { Sport } from "@/server/catalogue/sports";

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Whether a start (ms since the epoch) is midnight UTC, so that it may be a date without a time. */
export const isMidnight = (start: number): boolean => start % dayMs === 0;

/** Starts this near are one start: books differ by a few minutes on the same kick-off. */
export const samePointMs = 15 * minuteMs;

/** No team plays two matches within this time, in any sport. */
export const oneMatchMs = 3 * hourMs;

/** How far apart two starts of one pair of teams may be, in ms. */
export type Windows = {
  /** Up to here one match whose start books state differently. */
  readonly sameMs: number;
  /** From here on another match; between the two nothing is certain. */
  readonly otherMs: number;
  /** Two events that one book lists side by side are two matches from here on. */
  readonly besideMs: number;
  /** How many times farther than the nearest match the second nearest must be. */
  readonly farther: number;
  /** How far a start may move under the same reference of a book. */
  readonly refReachMs: number;
  /** An event that cannot be matched might have meant a fixture up to here. */
  readonly nearMs: number;
  /** A team plays one match within this time, or one opponent. */
  readonly busyMs: number;
};

/*
 * Weeks: a local date read as a UTC date, at midnight, is up to 36 hours away; legs of a tie are played 72 hours apart at the least.
 * Days: recorded NHL and NBA pairs meet again after 22 to 24 hours, and local time read as UTC is up to 8 hours away in North America.
 * Hours: games of a doubleheader are announced as little as 30 minutes apart, games of a series never less than 14 hours.
 */
const windowsOf: Readonly<Record<Sport["samePair"], Windows>> = {
  weeks: {
    sameMs: 36 * hourMs,
    otherMs: 96 * hourMs,
    besideMs: 60 * hourMs,
    farther: 3,
    refReachMs: 96 * hourMs,
    nearMs: 36 * hourMs,
    busyMs: 36 * hourMs,
  },
  days: {
    sameMs: 8 * hourMs,
    otherMs: 16 * hourMs,
    besideMs: 14 * hourMs,
    farther: 2,
    refReachMs: 72 * hourMs,
    nearMs: 36 * hourMs,
    busyMs: 8 * hourMs,
  },
  hours: {
    sameMs: 90 * minuteMs,
    otherMs: 14 * hourMs,
    besideMs: 90 * minuteMs,
    farther: 3,
    refReachMs: 72 * hourMs,
    nearMs: 14 * hourMs,
    busyMs: 8 * hourMs,
  },
};

/** The windows of a sport, by how soon the same two teams can meet again. */
export const windowsFor = (sport: Pick<Sport, "samePair">): Windows => windowsOf[sport.samePair];

/** Whether a candidate at `nearest` ms stands out from the next one at `second` ms (infinite where there is none). */
export const standsOut = (nearest: number, second: number, windows: Windows): boolean =>
  second >= windows.farther * nearest && second - nearest >= samePointMs;
