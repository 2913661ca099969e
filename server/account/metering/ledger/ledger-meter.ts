import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "@/db/connect";
import { endBy } from "@/db/in-time";
import { askLedger, type LedgerRequest, type LedgerVerdict } from "@/server/account/metering/ledger/ledger";
import type { LedgerSync } from "@/server/account/metering/ledger/sync-ledger";
import {
  countInWindow,
  createLocalWindows,
  freshWindow,
  type SpeedWindow,
} from "@/server/account/metering/limits/speed-window";
import type { Caller } from "@/server/account/metering/meter";
import { decisionMs, settlePollMs } from "@/server/account/metering/timing";
import type { Charge, Verdict } from "@/server/account/metering/verdict";

/**
 * When the ledger takes over from a counter, the ledger retires the counter. Another instance may then open a new counter. This
 * many retirements in one call indicate a fault.
 */
const maxRetirements = 8;

export type LedgerAdmission = Pick<LedgerVerdict, "opened" | "epoch" | "used"> & {
  readonly verdict: Verdict;
};

export type LedgerMeter = ReturnType<typeof createLedgerMeter>;

/** Enforces the speed limit and the allowance in the ledger. */
export const createLedgerMeter = (db: Database, sync: LedgerSync) => {
  const localWindows = createLocalWindows();

  /** Asks the ledger row until the row decides. Undefined if another instance may still be creating a counter in the store. */
  const ask = async (
    caller: Caller,
    request: LedgerRequest,
    callUntil: number | undefined,
  ): Promise<LedgerVerdict | undefined> => {
    const until = performance.now() + decisionMs;
    for (let retirements = 0; retirements < maxRetirements && performance.now() < until; ) {
      const verdict = await sync.askRow(caller, request.cost, (key) =>
        endBy(callUntil, () => askLedger(db, caller, request, key)),
      );
      const { outcome, epoch, waitMs } = verdict;
      if (outcome === "unsettled") {
        sync.closeSoon(caller, epoch - 1);
        await delay(Math.min(waitMs, settlePollMs));
      } else if (outcome !== "counter_decides") return verdict;
      else if (waitMs > 0 && request.open) return undefined;
      else {
        retirements += 1;
        const late = delay(Math.max(0, until - performance.now()), undefined, { ref: false });
        await Promise.race([sync.retire(caller, epoch), late]);
      }
    }
    throw new Error("the ledger could not take over from the counter in time");
  };

  const toVerdict = (reply: LedgerVerdict, window: SpeedWindow): Verdict => {
    const { outcome, terms, used } = reply;
    if (outcome === "admitted" || outcome === "speed_limit" || outcome === "allowance_spent")
      return { outcome, used, window };
    return outcome === "changed" && terms !== undefined ? { outcome, terms } : { outcome: "invalid" };
  };

  return {
    /** Admits or rejects a call. The row counts the calls of the speed-limit window, so all processes share the window. */
    admit: async (
      caller: Caller,
      { cost, unitMustRemain, countsAgainstSpeedLimit, until }: Charge,
    ): Promise<Verdict> => {
      let reply: LedgerVerdict | undefined;
      const count = async (): Promise<number> => {
        reply = await ask(
          caller,
          { cost, unitMustRemain, countsAgainstSpeedLimit, pin: false, open: false },
          until,
        );
        return reply?.windowCalls ?? 0;
      };
      if (!countsAgainstSpeedLimit) await count();
      const window = countsAgainstSpeedLimit ? await countInWindow(caller, count) : freshWindow(caller);
      if (reply === undefined) throw new Error("the ledger did not decide about the call");
      return toVerdict(reply, window);
    },

    /** Counts a call in the window of this process. */
    countLocally: localWindows.count,

    /**
     * Admits or rejects a call that no counter can charge. The call is already counted in `window`.
     * @param storeUnavailable if true, even instances that can reach the store open no counter for the account during the next `pinMs`.
     * @returns undefined if another instance is about to create the counter in the store.
     */
    admitWithoutCounter: async (
      caller: Caller,
      { cost, unitMustRemain, until }: Charge,
      window: SpeedWindow,
      storeUnavailable: boolean,
    ): Promise<LedgerAdmission | undefined> => {
      const { exceeded } = window;
      // The key of a call beyond the speed limit is still checked, because INVALID_KEY takes precedence over SPEED_LIMIT.
      const charge = exceeded ? { cost: 0 as const, unitMustRemain: false } : { cost, unitMustRemain };
      const pin = storeUnavailable || exceeded;
      const reply = await ask(caller, { ...charge, countsAgainstSpeedLimit: false, pin, open: !pin }, until);
      if (reply === undefined) return undefined;
      const verdict = toVerdict(reply, window);
      if (!exceeded || verdict.outcome !== "admitted") return { ...reply, verdict };
      return { ...reply, verdict: { ...verdict, outcome: "speed_limit" } };
    },
  };
};
