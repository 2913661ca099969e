import type { Logger } from "pino";
import type { CounterStore } from "@/server/metering/counter-store";

const probeEveryMs = 100;
const logEveryMs = 60_000;

export type StoreHealth = {
  /** False from the first call that the store failed until it has answered again and what it missed has been settled. */
  readonly usable: () => boolean;
  readonly failed: (error: unknown) => void;
  readonly close: () => void;
};

/**
 * Watches whether the counter store can be used, so that not each call has to find out by waiting.
 * @param settle brings the store up to date before it is used again; a rejection keeps it out of use.
 */
export const createStoreHealth = (
  store: CounterStore,
  settle: () => Promise<void>,
  log: Pick<Logger, "warn" | "info">,
): StoreHealth => {
  let downSince: number | undefined;
  let loggedAt = Number.NEGATIVE_INFINITY;
  let announced = false;
  let closed = false;

  const probe = async (): Promise<void> => {
    try {
      await store.ping();
      await settle();
    } catch (error) {
      const now = performance.now();
      if (now - loggedAt >= logEveryMs) {
        loggedAt = now;
        announced = true;
        const seconds = Math.round((now - (downSince ?? now)) / 1000);
        log.warn({ err: error, seconds }, "the counter store is still away");
      }
      again();
      return;
    }
    downSince = undefined;
    if (announced) log.info("the counter store is back");
    announced = false;
  };

  const again = (): void => {
    if (closed) return;
    setTimeout(() => void probe(), probeEveryMs).unref();
  };

  return {
    usable: () => downSince === undefined,
    failed: (error) => {
      if (downSince !== undefined || closed) return;
      downSince = performance.now();
      if (downSince - loggedAt >= logEveryMs) {
        loggedAt = downSince;
        announced = true;
        log.warn(
          { err: error },
          "the counter store is away: the speed limit is kept in this process, the allowance in the database",
        );
      }
      void probe();
    },
    close: () => {
      closed = true;
    },
  };
};
