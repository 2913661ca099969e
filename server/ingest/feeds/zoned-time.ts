/**
 * Converts a clock time in a zone to a moment in ms since the epoch. `clockTimeMs` encodes the clock time as if the zone were UTC. For 18:00
 * in the zone, `clockTimeMs` is 18:00 UTC, in ms since the epoch.
 */
export type ToUtc = (clockTimeMs: number) => number;

/** Creates the conversion for a zone, with its daylight saving time. @param timeZone an IANA name. */
export const createZone = (timeZone: string): ToUtc => {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const clockAt = (moment: number): number => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    return Date.UTC(
      part("year"),
      part("month") - 1,
      part("day"),
      part("hour"),
      part("minute"),
      part("second"),
    );
  };
  return (clockTimeMs) => {
    const moment = clockTimeMs - (clockAt(clockTimeMs) - clockTimeMs);
    // Near a clock change, the first guess can be off by an hour.
    return clockAt(moment) === clockTimeMs ? moment : clockTimeMs - (clockAt(moment) - moment);
  };
};
