import { dayMs, minuteMs } from "@/server/domain/durations";

const tomorrow = (Math.floor(Date.now() / dayMs) + 1) * dayMs;

/** Finds the first day, from tomorrow on, that `matches` accepts. @returns the UTC midnight that begins this day, in ms since the epoch. */
const nextDay = (matches: (day: Date) => boolean): number => {
  for (let day = tomorrow; ; day += dayMs) if (matches(new Date(day))) return day;
};

const isWeekday = (weekday: number) => (day: Date) => day.getUTCDay() === weekday;
const isIn = (month: number) => (day: Date) => day.getUTCMonth() + 1 === month;

/** Times, besides the current time, at which browser tests run on the simulated market. The times differ in hour, weekday and season. */
export const otherClocks: readonly { readonly name: string; readonly time: number }[] = [
  { name: "Saturday 21:00", time: nextDay(isWeekday(6)) + 21 * 60 * minuteMs },
  {
    name: "a Monday in July, 03:30",
    time: nextDay((day) => isIn(7)(day) && isWeekday(1)(day)) + 210 * minuteMs,
  },
];

const shiftClock = new URL("shift-clock.mjs", import.meta.url).href;

/** Environment variables that set the clock of a process, and of all processes that it starts, to `time` (ms since the epoch). */
export const shiftedClock = (time: number): Readonly<Record<string, string>> => ({
  CLOCK_SHIFT_MS: String(time - Date.now()),
  NODE_OPTIONS: `--import=${shiftClock}`,
});
