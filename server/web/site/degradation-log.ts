import { setTimeout as delay } from "node:timers/promises";
import type { Queryable } from "@/db/connect";
import { createWriteBehind } from "@/db/write-behind";
import { getOrInsert } from "@/server/domain/collections";
import type { RareLog } from "@/server/log-rarely";
import { readDegradations, writeDegradations } from "@/server/web/site/degradation-rows";
import { type Degradation, databasePart, mergeDegradations } from "@/server/web/site/merge-degradations";

const defaultObserveEveryMs = 5_000;
const writeEveryMs = 15_000;
/** The maximum number of observations that wait for the database. */
const maxWaiting = 200;
const readAgainMs = 10_000;
const readTimeoutMs = 2_000;

export type DegradationHistory = {
  /** Newest first. */
  readonly degradations: readonly Degradation[];
  /**
   * False if the last read of the database failed or took too long. Then the list has only what this process read before, and what it
   * observed itself.
   */
  readonly isComplete: boolean;
};

export type DegradationLog = {
  /**
   * Records which parts of the service fail now: the parts that `GET /readyz` names, and the database. The log also does this by itself,
   * every `observeEveryMs`.
   */
  readonly observe: () => void;
  /** The degradations of the last 30 days. Reads the database at most every ten seconds. Never rejects. */
  readonly read: () => Promise<DegradationHistory>;
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type DegradationLogOptions = {
  readonly db: Queryable;
  /** ms since the epoch. */
  readonly clock: () => number;
  /** Lists the parts that fail now. Reads memory only, so it also works while the database is unavailable. */
  readonly listFailing: () => readonly string[];
  readonly warn: RareLog;
  readonly observeEveryMs?: number;
};

/**
 * Checks every five seconds which parts fail, so failures of less than five seconds may be missed. New observations are written every 15
 * seconds. While the database is unavailable, they stay in memory.
 */
export const createDegradationLog = ({
  db,
  clock,
  listFailing,
  warn,
  observeEveryMs = defaultObserveEveryMs,
}: DegradationLogOptions): DegradationLog => {
  /** Part -> the time (ms) at which the current failure of the part was first seen by this process. */
  const failingSince = new Map<string, number>();
  const waiting = new Map<string, Degradation>();

  const put = (observed: Degradation): void => {
    const key = JSON.stringify([observed.part, observed.beganAt]);
    const before = waiting.get(key);
    if (before !== undefined && before.seenAt >= observed.seenAt) return;
    waiting.set(key, observed);
    const [oldest] = waiting.keys();
    if (waiting.size > maxWaiting && oldest !== undefined) waiting.delete(oldest);
  };

  const observe = (): void => {
    const now = clock();
    const failing = new Set(listFailing());
    for (const part of failingSince.keys()) if (!failing.has(part)) failingSince.delete(part);
    for (const part of failing) {
      const beganAt = getOrInsert(failingSince, part, () => now);
      put({ part, beganAt, seenAt: now });
    }
  };

  let stored: readonly Degradation[] = [];

  const write = async (): Promise<void> => {
    if (waiting.size === 0 || listFailing().includes(databasePart)) return;
    const observed = [...waiting.values()];
    waiting.clear();
    try {
      await writeDegradations(db, observed);
      // Without this line, the list would lack the written observations until the database is read again.
      stored = [...stored, ...observed];
    } catch (error) {
      for (const each of observed) put(each);
      warn("the log of degradations could not be written", { err: error });
    }
  };

  let readAt = Number.NEGATIVE_INFINITY;
  let isRead = false;
  let reading: Promise<void> | undefined;

  const readStored = (): Promise<void> => {
    if (performance.now() - readAt < readAgainMs) return Promise.resolve();
    reading ??= readDegradations(db)
      .then(
        (rows) => {
          stored = rows;
          isRead = true;
        },
        (error: unknown) => {
          isRead = false;
          warn("the log of degradations could not be read", { err: error });
        },
      )
      .finally(() => {
        readAt = performance.now();
        reading = undefined;
      });
    return reading;
  };

  const timer = setInterval(observe, observeEveryMs).unref();
  const { flush, close } = createWriteBehind(writeEveryMs, write);

  return {
    observe,
    read: async () => {
      const isInTime = await Promise.race([
        readStored().then(() => true),
        delay(readTimeoutMs, false, { ref: false }),
      ]);
      return {
        degradations: mergeDegradations([...stored, ...waiting.values()]),
        isComplete: isInTime && isRead,
      };
    },
    flush,
    close: async () => {
      clearInterval(timer);
      await close();
    },
  };
};
