import { minuteMs } from "@/server/domain/durations";

const intervalsKept = 3;
const minLifeMs = 90_000;
const defaultLifeMs = 15 * minuteMs;

/** How many ms a price is served after its last check. @param updateIntervalSeconds of the book; null if not known. */
export const priceLifeMs = (updateIntervalSeconds: number | null): number =>
  updateIntervalSeconds === null
    ? defaultLifeMs
    : Math.max(minLifeMs, intervalsKept * updateIntervalSeconds * 1000);
