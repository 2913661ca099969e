import type { Zone } from "@/app/(site)/live/time-text";

export const utc: Zone = { name: "UTC", american: false };

const formats = {
  date: { day: "numeric", month: "short", year: "numeric" },
  time: { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" },
  precise: {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  },
  second: { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", second: "2-digit" },
} as const;

const cached = new Map<string, Intl.DateTimeFormat>();

const formatOf = (kind: keyof typeof formats, { name, american }: Zone): Intl.DateTimeFormat => {
  const key = `${kind} ${american} ${name}`;
  const known = cached.get(key);
  if (known !== undefined) return known;
  const hour = american && kind !== "date" ? ({ hour: "numeric" } as const) : {};
  const zoneName = kind === "time" || kind === "precise" ? ({ timeZoneName: "short" } as const) : {};
  const created = new Intl.DateTimeFormat(american ? "en-US" : "en-GB", {
    ...formats[kind],
    ...hour,
    ...zoneName,
    timeZone: name,
  });
  cached.set(key, created);
  return created;
};

/** Some versions of the Unicode data have a narrow space before AM and PM, so the server and a browser could render different texts. */
const format = (kind: keyof typeof formats, at: number | string, zone: Zone): string =>
  formatOf(kind, zone).format(new Date(at)).replaceAll("\u202f", " ");

/** `21 Nov 2026`. @param at ms since the epoch, or ISO 8601. */
export const formatDate = (at: number | string, zone = utc): string => format("date", at, zone);

/** `21 Nov 2026, 09:30 UTC`. */
export const formatTime = (at: number | string, zone = utc): string => format("time", at, zone);

/** `21 Nov 2026, 09:30:05 UTC`. */
export const formatPrecise = (at: number | string, zone = utc): string => format("precise", at, zone);

/** `21 Nov 09:30:05`. */
export const formatSecond = (at: number | string, zone = utc): string =>
  format("second", at, zone).replace(",", "");
