import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { Database } from "@/db/connect";
import { endBy } from "@/db/in-time";
import { isUnavailable } from "@/db/is-unavailable";
import type { SharedCallers } from "@/server/account/metering/callers/identify";
import { decodeTerms } from "@/server/account/metering/callers/terms";
import type { CounterCommands, StoreAdmission } from "@/server/account/metering/counter/counter-commands";
import { type CounterStore, CounterStoreError } from "@/server/account/metering/counter/counter-store";
import { createLoadAccount } from "@/server/account/metering/counter/load-account";
import { createStoreHealth } from "@/server/account/metering/counter/store-health";
import type { LedgerMeter } from "@/server/account/metering/ledger/ledger-meter";
import type { LedgerSync } from "@/server/account/metering/ledger/sync-ledger";
import { createSharedBuckets, type TakeShared } from "@/server/account/metering/limits/shared-buckets";
import { freshWindow, type SpeedWindow } from "@/server/account/metering/limits/speed-window";
import type { Caller } from "@/server/account/metering/meter";
import {
  announcedWithinMs,
  announceForMs,
  announcePauseMs,
  openPollMs,
} from "@/server/account/metering/timing";
import type { StaleUse } from "@/server/account/metering/usage/last-used";
import type { Charge, Verdict } from "@/server/account/metering/verdict";
import type { RareLog } from "@/server/log-rarely";

/**
 * The maximum number of attempts. Each attempt can remove one obstacle: the store lacks the terms or the key, the terms are unreadable, or
 * another counter is in use.
 */
const maxAttempts = 6;
const notAnnounced =
  "the change is saved, but the counter store could not be told, so other instances may not apply it yet; make the change again";

type Deps = {
  readonly db: Database;
  readonly store: CounterStore;
  readonly commands: CounterCommands;
  readonly ledgerSync: LedgerSync;
  readonly ledger: LedgerMeter;
  readonly log: Pick<Logger, "warn" | "info">;
  readonly warn: RareLog;
};

/**
 * Enforces speed limits and allowances with the counter store. While the store is unavailable, each process enforces the speed limit by
 * itself, and the ledger enforces the allowance.
 */
export const createStoreMeter = ({ db, store, commands, ledgerSync, ledger, log, warn }: Deps) => {
  const health = createStoreHealth(store, ledgerSync.recover, log, warn);
  const load = createLoadAccount(db, commands);
  const takeFromStore = createSharedBuckets(store.run);

  /** Records a failure of the store. @throws any other error. */
  const noteFailure = (error: unknown): undefined => {
    if (!(error instanceof CounterStoreError)) throw error;
    health.failed(error);
  };

  /** Ignores a database that is unavailable. Handles other errors as `noteFailure` does. */
  const ignoreUnavailability = (error: unknown): undefined =>
    isUnavailable(error) ? undefined : noteFailure(error);

  /**
   * Asks the counter in use. An epoch numbers the counters of a billing period (see ledger.ts).
   * @returns a verdict; only the call's speed-limit window, if no counter can charge the call; undefined if the store gave no usable reply.
   */
  const admitInStore = async (caller: Caller, charge: Charge): Promise<Verdict | SpeedWindow | undefined> => {
    const retire = (epoch: number) => endBy(charge.until, () => ledgerSync.retire(caller, epoch));
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const { epoch, reporter, reported, stillInUse, end } = ledgerSync.begin(caller, charge.cost);
      const checking = charge.cost === 1 && stillInUse();
      let reply: StoreAdmission | undefined;
      try {
        reply = await commands.admit(caller, charge, { epoch, reporter });
      } catch (error) {
        noteFailure(error);
      }
      const chargedUnits = reply?.kind === "decided" && reply.outcome === "admitted" ? charge.cost : 0;
      // After the reply, asks again whether the counter is still in use, because this process may have stalled meanwhile.
      const isValid = chargedUnits === 0 || ((await checking) && (await stillInUse()));
      end(chargedUnits === 1 && isValid);
      if (reply === undefined) {
        // The counter may contain a charge for this call, but the ledger now decides about the call. So the counter is retired.
        if (charge.cost === 1 && epoch > 0) await retire(epoch);
        return undefined;
      }
      switch (reply.kind) {
        case "decided": {
          const { outcome, used, window } = reply;
          if (!isValid) {
            // The instance that closed the counter may have recorded this charge in the ledger. The report corrects that, so it is
            // written before the ledger charges the call again.
            await endBy(charge.until, ledgerSync.flush);
            return window;
          }
          if (used - chargedUnits < reported) {
            warn("a counter showed an older state than the ledger has", {});
            await retire(epoch).catch(ignoreUnavailability);
          }
          return { outcome, used, window };
        }
        case "no_counter":
          // If this instance was using a counter, the store has lost that counter.
          if (epoch > 0) await retire(epoch);
          return reply.window;
        case "invalid":
          return { outcome: "invalid" };
        case "other_counter":
          await endBy(charge.until, () => ledgerSync.use(caller, reply.epoch));
          break;
        case "unknown":
          // The store lacks the account's terms or the key.
          if (!(await endBy(charge.until, () => load(caller)))) return { outcome: "invalid" };
          break;
        case "changed": {
          const terms = decodeTerms(reply.terms);
          if (terms !== undefined) return { outcome: "changed", terms };
          // The terms were written by another version of the service, whose plans differ.
          await commands.forget(caller.accountId);
        }
      }
    }
    return undefined;
  };

  /** Creates the counter that the ledger has opened. If the creation fails, the next call finds no counter, and the ledger takes over. */
  const createCounter = async (caller: Caller, opened: { epoch: number; used: number }): Promise<void> => {
    // Opening deletes the previous counter, which may have charges of a killed instance. Counters have odd epochs, so `epoch - 1` covers
    // every earlier counter.
    ledgerSync.closeSoon(caller, opened.epoch - 1);
    await commands.open(caller, opened, caller.periodEnd);
    await ledgerSync.use(caller, opened.epoch);
  };

  /** Repeats the decision while another instance opens a counter. */
  const admit = async (caller: Caller, charge: Charge): Promise<Verdict> => {
    /** Undefined until the call is counted. A call that is not to be counted has a fresh window from the start. */
    let window = charge.countsAgainstSpeedLimit ? undefined : freshWindow(caller);
    for (;;) {
      const counts = window === undefined;
      const attempted =
        charge.countsAgainstSpeedLimit === counts ? charge : { ...charge, countsAgainstSpeedLimit: counts };
      let stored: Verdict | SpeedWindow | undefined;
      try {
        if (health.usable()) stored = await admitInStore(caller, attempted);
      } catch (error) {
        noteFailure(error);
      }
      if (stored !== undefined && "outcome" in stored)
        return window !== undefined && "window" in stored ? { ...stored, window } : stored;
      const storeUnavailable = stored === undefined;
      window ??= stored ?? (await ledger.countLocally(caller));
      const admission = await ledger.admitWithoutCounter(caller, charge, window, storeUnavailable);
      // The call is charged, so no failure may end it.
      if (admission?.opened)
        await endBy(charge.until, () => createCounter(caller, admission)).catch(ignoreUnavailability);
      if (admission !== undefined) return admission.verdict;
      await delay(openPollMs);
    }
  };

  const sharedCallers: SharedCallers = {
    read: async (hash) => (health.usable() ? commands.readCaller(hash).catch(noteFailure) : undefined),
    // Only a cache. If the store is unavailable, the next call notices it.
    write: (hash, caller) => void commands.writeCaller(hash, caller).catch(() => undefined),
  };

  /** @throws CounterStoreError if the change could not be announced to the store. */
  const forget = async (accountId: string): Promise<void> => {
    for (const since = performance.now(); ; await delay(announcePauseMs)) {
      try {
        await commands.forget(accountId);
        return;
      } catch (error) {
        if (performance.now() - since > announceForMs) throw new CounterStoreError(notAnnounced, error);
      }
    }
  };

  /**
   * Handles a key's use on outdated terms: the account's terms have changed, or the key has ended. Waits long enough for the change to have
   * been announced. Then deletes the account's record in the store if it still has the old terms or shows the key as live.
   * @returns whether the record was deleted; false if the store is unavailable.
   */
  const forgetStale = async (use: StaleUse): Promise<boolean> => {
    await delay(announcedWithinMs, undefined, { ref: false });
    // `health` notices and logs an unavailable store with the next call.
    return commands.forgetStale(use).catch(() => false);
  };

  const takeShared: TakeShared = async (bucket, holder) =>
    health.usable() ? takeFromStore(bucket, holder).catch(noteFailure) : undefined;

  return {
    admit,
    takeShared,
    sharedCallers,
    forget,
    forgetStale,
    degraded: (): readonly string[] => (health.usable() ? [] : ["counter_store"]),
    close: health.close,
  };
};
