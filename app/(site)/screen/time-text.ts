// Formats times (ms since the epoch) and durations (ms).

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (zone: string, kind: "clock" | "day" | "both"): Intl.DateTimeFormat => {
  const key = `${kind} ${zone}`;
  const cached = formats.get(key);
  if (cached !== undefined) return cached;
  const day = { weekday: "short", day: "numeric", month: "short" } as const;
  const clock = { hour: "2-digit", minute: "2-digit" } as const;
  const created = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    ...(kind === "clock" ? clock : kind === "day" ? day : { ...day, ...clock }),
  });
  formats.set(key, created);
  return created;
};

/** How far the clocks of `zone` are ahead of UTC at the time `at`, in ms. Negative if they are behind UTC. */
export const zoneOffset = (at: number, zone: string): number => {
  const wall = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
  const second = at - (at % 1000);
  return Date.parse(`${wall.format(second).replace(" ", "T")}Z`) - second;
};

/** `18:00`. @param zone a time zone, such as `Europe/Berlin`. */
export const formatClock = (at: number, zone: string): string => formatOf(zone, "clock").format(at);

/** `Sun 22 Nov`. */
export const formatDay = (at: number, zone: string): string => formatOf(zone, "day").format(at);

/** `Sun 22 Nov, 18:00`. */
export const formatDayAndClock = (at: number, zone: string): string => formatOf(zone, "both").format(at);

/** `Sun 22 Nov, 18:00 UTC`. */
export const formatUtc = (at: number): string => `${formatDayAndClock(at, "UTC")} UTC`;

/** A duration: `12 s`, `4 min`, `3 h` or `2 d`. Never negative. */
export const formatDuration = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
};
