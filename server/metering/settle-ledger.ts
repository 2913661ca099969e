import type { Database } from "@/db/connect";
import type { CounterStore } from "@/server/metering/counter-store";
import { type CounterState, followCounters, type Line } from "@/server/metering/ledger";
import { createStoreCalls } from "@/server/metering/store-calls";

/** More accounts than can be called within the moment for which the ledger follows. */
const maxLines = 100_000;
const maxAtOnce = 500;
const dayMs = 86_400_000;

/**
 * Writes to the ledger what counters show now, so that every request answered before the call is in it.
 * @returns how many counters were ahead of the ledger.
 * @throws CounterStoreError when the store does not answer.
 */
export const settleLedger = async (db: Database, store: CounterStore): Promise<number> => {
  const calls = createStoreCalls(store, Date.now);
  // Noted by the clocks of other instances: none is left out for being ahead.
  const lines = await calls.stale(Date.now() + dayMs, maxLines);
  for (let from = 0; from < lines.length; from += maxAtOnce) {
    const batch = lines.slice(from, from + maxAtOnce);
    const shown = await Promise.all(batch.map(async (line) => ({ line, state: await calls.read(line) })));
    const states = shown.flatMap(({ line, state }): (Line & CounterState)[] =>
      state === undefined ? [] : [{ ...line, ...state }],
    );
    await followCounters(db, states);
  }
  return lines.length;
};

/** Lets each row of a ledger decide by itself. Only where no instance runs: nothing of the last counters will be followed. */
export const retireCountersSql =
  "update public.usage_periods set epoch = epoch + epoch % 2, counter_closed = true, taken_at = null, held_until = null";
