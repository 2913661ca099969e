import type { Logger } from "pino";
import type { CounterStore } from "@/server/account/metering/counter/counter-store";
import { probeEveryMs } from "@/server/account/metering/timing";
import type { RareLog } from "@/server/log-rarely";

const unavailable =
  "the counter store is unavailable: this process enforces the speed limit by its own count, and the database enforces the allowance";

/**
 * Tracks whether the counter store can be used, so that calls do not wait for the timeout of an unavailable store.
 * @param recover brings the ledger and the store up to date before the store is used again.
 */
export const createStoreHealth = (
  store: CounterStore,
  recover: () => Promise<void>,
  log: Pick<Logger, "info">,
  warn: RareLog,
) => {
  let usable = true;
  let announced = false;
  let closed = false;

  const announce = (error: unknown): void => {
    announced = warn(unavailable, { err: error }) || announced;
  };

  const probe = async (): Promise<void> => {
    try {
      await store.ping();
      await recover();
    } catch (error) {
      announce(error);
      if (!closed) setTimeout(() => void probe(), probeEveryMs).unref();
      return;
    }
    usable = true;
    if (announced) log.info("the counter store is used again");
    announced = false;
  };

  return {
    /** False from the first failure until the store responds again and `recover` has succeeded. */
    usable: (): boolean => usable,
    failed: (error: unknown): void => {
      if (!usable || closed) return;
      usable = false;
      announce(error);
      void probe();
    },
    close: (): void => {
      closed = true;
    },
  };
};
