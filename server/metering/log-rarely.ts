import type { Logger } from "pino";

const everyMs = 60_000;

export type RareLog = (about: string, fields: Readonly<Record<string, unknown>>) => void;

/** A log that says the same thing once a minute. The text is the whole message; what varies belongs to the fields. */
export const createRareLog = (log: Pick<Logger, "warn">): RareLog => {
  const lastAt = new Map<string, number>();
  return (about, fields) => {
    const now = performance.now();
    if (now - (lastAt.get(about) ?? Number.NEGATIVE_INFINITY) < everyMs) return;
    lastAt.set(about, now);
    log.warn(fields, about);
  };
};
