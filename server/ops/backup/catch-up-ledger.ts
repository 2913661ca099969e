import type { Database } from "@/db/connect";
import { createCounterCommands } from "@/server/metering/counter/counter-commands";
import type { CounterStore } from "@/server/metering/counter/counter-store";
import { createLedgerSync } from "@/server/metering/ledger/sync-ledger";

/** More accounts than can be called within the time between a charge and its report. */
const maxUnreported = 100_000;
const dayMs = 86_400_000;

/**
 * Writes to the ledger all charges that instances have not reported yet, so that every earlier call is in it. The ledger
 * takes over from those counters; running instances open new ones.
 * @throws CounterStoreError when the store does not respond.
 */
export const catchUpLedger = async (db: Database, store: CounterStore): Promise<void> => {
  const sync = createLedgerSync(db, createCounterCommands(store, Date.now), Date.now, () => false);
  try {
    // Noted by the clocks of other instances, which may be ahead.
    await sync.sweep(Date.now() + dayMs, maxUnreported);
  } finally {
    await sync.close();
  }
};

/** Makes each row of a ledger decide. Only while no instance runs: reports on the last counters are not awaited. */
export const retireCountersSql =
  "update public.usage_periods set epoch = epoch + epoch % 2, epoch_at = null, pinned_until = null";
