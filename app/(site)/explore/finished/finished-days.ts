import { type Zone, zoneOffset } from "@/app/(site)/live/time-text";
import { dayMs } from "@/server/domain/durations";

/** How far the list goes back without a chosen day: as far as the history of the Scale plan. */
const listedDays = 14;

/** The time (ms) at which a day such as `2026-11-22` begins in a time zone. */
export const beginOfDay = (day: string, zone: Zone): number => {
  const utc = Date.parse(day);
  // The clocks may change between midnight in UTC and midnight in the zone.
  const guess = utc - zoneOffset(utc, zone.name);
  return utc - zoneOffset(guess, zone.name);
};

/** The day of a time in a time zone, such as `2026-11-22`. */
export const dayOf = (at: number, zone: Zone): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: zone.name, dateStyle: "short" }).format(at);

/** The day after a day. A negative number means a day before it. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/**
 * The times (ms) between which the list's games started: those of the chosen day, or of the last two weeks. Stays the same for a whole day,
 * so that the list is not read again each second.
 */
export const listedRange = (
  day: string | undefined,
  zone: Zone,
  now: number,
): { from: number; to: number } => {
  const today = dayOf(now, zone);
  const first = day ?? addDays(today, 1 - listedDays);
  return {
    from: beginOfDay(first, zone),
    to: beginOfDay(addDays(day ?? today, 1), zone) - 1,
  };
};
