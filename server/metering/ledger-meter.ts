import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "@/db/connect";
import {
  adjustLedger,
  askLedger,
  type LedgerAsk,
  type LedgerVerdict,
  type Line,
  takeOver,
} from "@/server/metering/ledger";
import type { AdmissionRequest, Caller } from "@/server/metering/meter";
import { createShare } from "@/server/metering/share-work";
import { countInWindow, createLocalWindows, type SpeedWindow } from "@/server/metering/speed-window";
import { lineName } from "@/server/metering/store-calls";
import type { Verdict } from "@/server/metering/verdict";

/** Another instance may open a counter each time: more than this in one call is a fault. */
const mostTakeOvers = 8;

/** What a counter store's keeper wants to do where the ledger takes over from a counter. */
export type OnTakeOver = {
  /** The row decides from this epoch on; older counters are void. */
  readonly taken: (line: Line, epoch: number) => void;
  /** The last moment before the row decides: what this instance charged elsewhere has to be written. */
  readonly settled: () => Promise<void>;
};

const nothingElsewhere: OnTakeOver = { taken: () => undefined, settled: async () => undefined };

export type LedgerMeter = ReturnType<typeof createLedgerMeter>;

/** Speed limit and allowance on the database. */
export const createLedgerMeter = (db: Database, onTakeOver: OnTakeOver = nothingElsewhere) => {
  const localWindows = createLocalWindows();
  const share = createShare<void>();

  const takeOverAndSettle = async (line: Line, hold: boolean): Promise<void> => {
    const { epoch, settlesInMs } = await takeOver(db, line, hold);
    onTakeOver.taken(line, epoch);
    await delay(settlesInMs);
    await onTakeOver.settled();
  };

  /** Asks until the row decides. */
  const ask = async (caller: Caller, wanted: LedgerAsk): Promise<LedgerVerdict> => {
    for (let attempt = 0; attempt < mostTakeOvers; attempt++) {
      const verdict = await askLedger(db, caller, wanted);
      if (verdict.outcome !== "counter_decides" && verdict.outcome !== "settling") return verdict;
      await share(lineName(caller), () => takeOverAndSettle(caller, wanted.hold));
    }
    throw new Error("the ledger could not take over from the counter");
  };

  const toVerdict = (said: LedgerVerdict, window: SpeedWindow): Verdict => {
    const { outcome, terms, used } = said;
    if (outcome === "admitted" || outcome === "speed_limit" || outcome === "allowance_spent")
      return { outcome, used, window, where: "ledger" };
    return outcome === "changed" && terms !== undefined ? { outcome, terms } : { outcome: "invalid" };
  };

  return {
    /** With the window in the row, by the database's clock: one for all processes. */
    admit: async (caller: Caller, request: AdmissionRequest): Promise<Verdict> => {
      const { cost, unitMustRemain } = request;
      let said: LedgerVerdict | undefined;
      const window = await countInWindow(caller.accountId, caller.speedLimitPerSecond, async () => {
        said = await ask(caller, { cost, unitMustRemain, countWindow: true, hold: false });
        return said.windowCalls;
      });
      if (said === undefined) throw new Error("the window was not counted");
      return toVerdict(said, window);
    },

    /**
     * With the window in this process: the counter store cannot be used.
     * @param hold keep the decision for a while: others may be able to use the store.
     */
    admitWithoutStore: async (caller: Caller, request: AdmissionRequest, hold: boolean): Promise<Verdict> => {
      const window = await localWindows.count(caller.accountId, caller.speedLimitPerSecond);
      const { cost, unitMustRemain } = request;
      if (!window.exceeded)
        return toVerdict(await ask(caller, { cost, unitMustRemain, countWindow: false, hold }), window);
      // Too fast or not, an unknown key is told so first.
      const said = await ask(caller, { cost: 0, unitMustRemain: false, countWindow: false, hold: false });
      const verdict = toVerdict(said, window);
      return verdict.outcome === "admitted" ? { ...verdict, outcome: "speed_limit" } : verdict;
    },

    /** Gives one request back. @returns requests used after it. */
    refund: async (line: Line): Promise<number> => {
      const used = await adjustLedger(db, line, -1);
      if (used !== undefined) return used;
      const { epoch } = await takeOver(db, line, false);
      onTakeOver.taken(line, epoch);
      const after = await adjustLedger(db, line, -1);
      if (after === undefined) throw new Error("a request could not be given back to the ledger");
      return after;
    },
  };
};
