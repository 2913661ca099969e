import type { Sport } from "@/server/domain/catalogue/sports";
import { dayMs, hourMs, minuteMs } from "@/server/domain/durations";

/** Whether a start (ms since the epoch) is midnight UTC. Such a start may be a date without a time. */
export const isMidnight = (start: number): boolean => start % dayMs === 0;

/** Starts at most this far apart count as one start, because books' statements of one kick-off differ by a few minutes. */
export const sameStartMs = 15 * minuteMs;

/** In any sport, the real starts of a team's matches are at least this far apart. The stated starts of a doubleheader can be closer. */
export const oneMatchMs = 3 * hourMs;

/** Distances in time that distinguish two matches of one pair of teams. */
export type Windows = {
  /** Two starts at most this far apart can belong to one match. */
  readonly sameMs: number;
  /** Two starts at least this far apart belong to two matches. Between `sameMs` and `otherMs`, starts alone decide nothing. */
  readonly otherMs: number;
  /** Two events of one pair in one snapshot are two matches if their starts are at least this far apart. */
  readonly separateMs: number;
  /** The nearest start is clearly nearer than the second nearest only if the second nearest is at least this many times as far away. */
  readonly minDistanceRatio: number;
  /** If an event's start has moved by at most this time, the event can stay with the fixture that its reference belongs to. */
  readonly refReachMs: number;
  /** A fixture can be a candidate of an unmatched event if their starts are at most this far apart. */
  readonly nearMs: number;
  /** A team that plays a match has no other opponent within this time before or after the match's start. */
  readonly oneOpponentMs: number;
};

/*
 * The figures are based on the following facts. The keys say how soon the same two teams can meet again.
 * `weeks`: a local date that is read as midnight UTC is up to 36 hours from the start; the legs of a tie are at least 72 hours apart.
 * `days`: in recordings, the same two NHL or NBA teams meet again as soon as 22 to 24 hours later; in North America, a local time that is
 * read as UTC is up to 8 hours away from the real start.
 * `hours`: the announced starts of a doubleheader are as little as 30 minutes apart; other games of a series are at least 14 hours apart.
 */
const windowsOf: Readonly<Record<Sport["samePair"], Windows>> = {
  weeks: {
    sameMs: 36 * hourMs,
    otherMs: 96 * hourMs,
    separateMs: 36 * hourMs,
    minDistanceRatio: 3,
    refReachMs: 96 * hourMs,
    nearMs: 36 * hourMs,
    oneOpponentMs: 36 * hourMs,
  },
  days: {
    sameMs: 8 * hourMs,
    otherMs: 16 * hourMs,
    separateMs: 14 * hourMs,
    minDistanceRatio: 2,
    refReachMs: 72 * hourMs,
    nearMs: 36 * hourMs,
    oneOpponentMs: 8 * hourMs,
  },
  hours: {
    sameMs: 90 * minuteMs,
    otherMs: 14 * hourMs,
    separateMs: 90 * minuteMs,
    minDistanceRatio: 3,
    refReachMs: 72 * hourMs,
    nearMs: 14 * hourMs,
    oneOpponentMs: 8 * hourMs,
  },
};

export const windowsFor = (sport: Pick<Sport, "samePair">): Windows => windowsOf[sport.samePair];

/** Whether the nearest start is clearly nearer than the second nearest. `nearest` and `second` are their distances in ms. */
export const isClearlyNearer = (nearest: number, second: number, windows: Windows): boolean =>
  second >= windows.minDistanceRatio * nearest && second - nearest >= sameStartMs;
