import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const resolve = { alias: { "@": fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "") } };
const timeouts = { testTimeout: 120_000, hookTimeout: 180_000 };

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const tomorrow = (Math.floor(Date.now() / dayMs) + 1) * dayMs;

/** The next day, from tomorrow on, that is asked for: its midnight in ms since the epoch. */
const nextDay = (isAsked: (day: Date) => boolean): number => {
  for (let day = tomorrow; ; day += dayMs) if (isAsked(new Date(day))) return day;
};

const isWeekday = (weekday: number) => (day: Date) => day.getUTCDay() === weekday;
const isIn = (month: number) => (day: Date) => day.getUTCMonth() + 1 === month;

/** All are ahead of us: a browser, whose own clock stays as it is, drops cookies that have expired. */
const clocks = [
  { name: "Saturday 21:00", time: nextDay(isWeekday(6)) + 21 * 60 * minuteMs },
  {
    name: "a Monday of July, 03:30",
    time: nextDay((day) => isIn(7)(day) && isWeekday(1)(day)) + 210 * minuteMs,
  },
  {
    name: "December 31, 23:30",
    time: nextDay((day) => isIn(12)(day) && day.getUTCDate() === 31) + 1410 * minuteMs,
  },
];

const shiftClock = new URL("testing/shift-clock.mjs", import.meta.url).href;

/**
 * Black-box specs: they start the built service as its users do and talk to it over HTTP and in a browser. What the simulated market
 * shows is looked at again at other clocks: those of the spec's process and of all that it starts.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        resolve,
        test: {
          ...timeouts,
          name: "now",
          include: ["e2e/**/*.spec.ts"],
          exclude: ["e2e/long/**", "**/node_modules/**"],
          globalSetup: "e2e/testing/seed-once.ts",
        },
      },
      ...clocks.map(({ name, time }) => ({
        resolve,
        test: {
          ...timeouts,
          name,
          include: ["e2e/explore.spec.ts"],
          env: { CLOCK_SHIFT_MS: String(time - Date.now()), NODE_OPTIONS: `--import=${shiftClock}` },
        },
      })),
    ],
  },
});
