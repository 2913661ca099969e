// Formats times (ms since the epoch) and durations (ms).

const formats = new Map<string, Intl.DateTimeFormat>();

/** How times are shown to a reader. */
export type Zone = {
  /** A time zone, such as `Europe/Berlin`. */
  readonly name: string;
  /** Whether dates and times are written as in the United States: `Sun, Nov 22, 6:00 PM` instead of `Sun 22 Nov, 18:00`. */
  readonly american: boolean;
};

const formatOf = ({ name, american }: Zone, kind: "clock" | "day" | "both"): Intl.DateTimeFormat => {
  const key = `${kind} ${american} ${name}`;
  const cached = formats.get(key);
  if (cached !== undefined) return cached;
  const day = { weekday: "short", day: "numeric", month: "short" } as const;
  const clock = { hour: american ? "numeric" : "2-digit", minute: "2-digit" } as const;
  const created = new Intl.DateTimeFormat(american ? "en-US" : "en-GB", {
    timeZone: name,
    ...(kind === "clock" ? clock : kind === "day" ? day : { ...day, ...clock }),
  });
  formats.set(key, created);
  return created;
};

/** How far the clocks of `timeZone` are ahead of UTC at the time `at`, in ms. Negative if they are behind UTC. */
export const zoneOffset = (at: number, timeZone: string): number => {
  // Swedish dates look like ISO 8601, so the local time can be parsed as if it were UTC.
  const wallClock = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  const second = at - (at % 1000);
  return Date.parse(`${wallClock.format(second).replace(" ", "T")}Z`) - second;
};

/**
 * Formats a time. Some versions of the Unicode data have a narrow space before AM and PM. It becomes a normal space, so that server and
 * browser render the same text.
 */
const format = (at: number, zone: Zone, kind: "clock" | "day" | "both"): string =>
  formatOf(zone, kind).format(at).replaceAll("\u202f", " ");

/** `18:00` or `6:00 PM`. */
export const formatClock = (at: number, zone: Zone): string => format(at, zone, "clock");

/** `Sun 22 Nov` or `Sun, Nov 22`. */
export const formatDay = (at: number, zone: Zone): string => format(at, zone, "day");

/** `Sun 22 Nov, 18:00` or `Sun, Nov 22, 6:00 PM`. */
export const formatDayAndClock = (at: number, zone: Zone): string => format(at, zone, "both");

/** The short name of a time zone at a time: `EST`, `CET` or `GMT+5:30`. */
export const zoneName = (at: number, { name, american }: Zone): string =>
  new Intl.DateTimeFormat(american ? "en-US" : "en-GB", { timeZone: name, timeZoneName: "short" })
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")?.value ?? name;

/** `Sun 22 Nov, 18:00 UTC`. */
export const formatUtc = (at: number): string =>
  `${formatDayAndClock(at, { name: "UTC", american: false })} UTC`;

/** Whether a reader with this language (BCP 47) writes times as in the United States. */
export const isAmerican = (language: string): boolean => {
  try {
    return new Intl.Locale(language).maximize().region === "US";
  } catch {
    return false;
  }
};

/** A duration: `12 s`, `4 min`, `3 h` or `2 d`. Never negative. */
export const formatDuration = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
};
