import type { Logger } from "pino";
import { minuteMs } from "@/server/domain/durations";

const everyMs = minuteMs;

/** @returns whether the message was logged. */
export type RareLog = (about: string, fields: Readonly<Record<string, unknown>>) => boolean;

/** Logs each text at most once per minute. So a text must not contain variable parts; they belong in the fields. */
export const createRareLog = (log: Pick<Logger, "warn">): RareLog => {
  const lastAt = new Map<string, number>();
  return (about, fields) => {
    const now = performance.now();
    if (now - (lastAt.get(about) ?? Number.NEGATIVE_INFINITY) < everyMs) return false;
    lastAt.set(about, now);
    log.warn(fields, about);
    return true;
  };
};
