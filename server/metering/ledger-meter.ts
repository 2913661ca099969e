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
/** Timers may end a little early. */
const timerSlackMs = 2;

/** What a counter store's keeper wants to do where the ledger takes over from a counter. */
export type OnTakeOver = {
  /** The row decides from this epoch on; older counters are void. */
  readonly taken: (line: Line, epoch: number) => void;
  /** The last moment before the row decides: what this instance charged elsewhere has to be written. */
  readonly settled: () => Promise<void>;
};

const nothingElsewhere: OnTakeOver = { taken: () => undefined, settled: async () => undefined };

/** Speed limit and allowance on the database. */
export const createLedgerMeter = (db: Database, onTakeOver: OnTakeOver = nothingElsewhere) => {
  const localWindows = createLocalWindows();
  const share = createShare<void>();

  const takeOverAndSettle = async (line: Line, hold: boolean): Promise<void> => {
    const { epoch, settlesInMs } = await takeOver(db, line, hold);
    onTakeOver.taken(line, epoch);
    await delay(settlesInMs + timerSlackMs);
    await onTakeOver.settled();
  };

  /** Asks until the row decides; undefined where a counter does, and may go on doing so. */
  const ask = async (
    caller: Caller,
    wanted: LedgerAsk,
    mayTakeOver: boolean,
  ): Promise<LedgerVerdict | undefined> => {
    for (let attempt = 0; attempt < mostTakeOvers; attempt++) {
      const verdict = await askLedger(db, caller, wanted);
      if (verdict.outcome !== "counter_decides" && verdict.outcome !== "settling") return verdict;
      if (verdict.outcome === "counter_decides" && !mayTakeOver) return undefined;
      await share(lineName(caller), () => takeOverAndSettle(caller, wanted.hold || attempt > 0));
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
        said = await ask(caller, { cost, unitMustRemain, countWindow: true, hold: false }, true);
        return said?.windowCalls ?? 0;
      });
      if (said === undefined) throw new Error("the window was not counted");
      return toVerdict(said, window);
    },

    /** Counts a call in the window of this process. */
    countLocally: ({ accountId, speedLimitPerSecond }: Caller): Promise<SpeedWindow> =>
      localWindows.count(accountId, speedLimitPerSecond),

    /**
     * With a window that has been counted already: the counter store cannot be used, or has left the decision to the ledger.
     * @param storeAway take the decision from a counter, and keep it for a while: others may be able to use the store.
     * @returns undefined where a counter decides and the store is not away.
     */
    admitWithoutStore: async (
      caller: Caller,
      request: AdmissionRequest,
      window: SpeedWindow,
      storeAway: boolean,
    ): Promise<Verdict | undefined> => {
      const { cost, unitMustRemain } = request;
      if (!window.exceeded) {
        const wanted = { cost, unitMustRemain, countWindow: false, hold: storeAway };
        const said = await ask(caller, wanted, storeAway);
        return said && toVerdict(said, window);
      }
      // Too fast or not, an unknown key is told so first.
      const look = { cost: 0, unitMustRemain: false, countWindow: false, hold: false } as const;
      const verdict = toVerdict(await askLedger(db, caller, look), window);
      return verdict.outcome === "admitted" ? { ...verdict, outcome: "speed_limit" } : verdict;
    },

    /** Gives one request back. @returns requests used after it. */
    refund: async (line: Line): Promise<number> => {
      const { epoch, used } = await adjustLedger(db, line, -1);
      onTakeOver.taken(line, epoch);
      return used;
    },
  };
};
