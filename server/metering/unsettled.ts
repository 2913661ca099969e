import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "@/db/connect";
import type { createFollower } from "@/server/metering/follow-counters";
import { hasFollowed } from "@/server/metering/follow-counters";
import {
  adjustLedger,
  closeCounter,
  type Line,
  readLedger,
  takeOver,
  takeOverFrom,
} from "@/server/metering/ledger";
import type { RareLog } from "@/server/metering/log-rarely";
import { createShare } from "@/server/metering/share-work";
import {
  type CounterChange,
  lineName,
  type StoreCalls,
  type StoreRefund,
} from "@/server/metering/store-calls";

type Follower = ReturnType<typeof createFollower>;

/**
 * What the counter store has not been told, or may have been told without our knowing: charges that were made elsewhere after their reply
 * was lost, refunds without a reply, counters that the ledger took over from. Settled as soon as the store answers, each once.
 */
export const createUnsettled = (
  db: Database,
  calls: StoreCalls,
  follower: Follower,
  refundInLedger: (line: Line) => Promise<number>,
  warn: RareLog,
) => {
  const charges = new Map<string, Line>();
  const refunds = new Map<string, Line>();
  const takenOver = new Map<string, { line: Line; epoch: number }>();
  const share = createShare<void>();

  const retireCounter = (line: Line, epoch: number): void =>
    void takenOver.set(lineName(line), { line, epoch });

  /** Adds to the ledger, which decides from now on. */
  const adjust = async (line: Line, by: number): Promise<number> => {
    const { epoch } = await takeOver(db, line, false);
    retireCounter(line, epoch);
    return (await adjustLedger(db, line, by)) ?? readLedger(db, line);
  };

  /** Whether the ledger has a change of a counter that is gone, once and for all. */
  const isInLedger = async (line: Line, change: CounterChange): Promise<boolean> => {
    // Others write what they have charged on it meanwhile.
    await delay(await takeOverFrom(db, line, change.epoch));
    await follower.flush();
    const followed = await closeCounter(db, line, change.epoch);
    const known = followed && hasFollowed(followed, change);
    if (known === "unknown") warn("a request without a reply could not be settled", {});
    return known === "yes";
  };

  const settleCharge = async (requestId: string, line: Line): Promise<void> => {
    const cancelled = await calls.cancel(line, requestId);
    if (cancelled.kind === "lost" && (await isInLedger(line, cancelled))) await adjust(line, -1);
    charges.delete(requestId);
    if (cancelled.kind !== "cancelled") return;
    const { counter, seq } = cancelled;
    const { epoch } = counter;
    follower.note(line, counter, { epoch, seq, by: 1 }, { epoch, seq: counter.seq, by: -1 });
  };

  /** Whoever asks, one at a time: a unit that was taken off twice would be one too many. */
  const settleChargeOnce = (requestId: string, line: Line): Promise<void> =>
    share(requestId, () => settleCharge(requestId, line));

  /** @returns requests used after the refund. */
  const finishRefund = async (line: Line, given: StoreRefund): Promise<number> => {
    if (given.kind === "no_counter") return refundInLedger(line);
    const { refund, counter } = given;
    if (counter?.epoch === refund.epoch) {
      follower.note(line, counter, { ...refund, by: -1 });
      return counter.used;
    }
    return (await isInLedger(line, refund)) ? (counter?.used ?? readLedger(db, line)) : adjust(line, -1);
  };

  const settleRefund = async (requestId: string, line: Line): Promise<void> => {
    const given = await calls.refund(line, requestId);
    await finishRefund(line, given);
    refunds.delete(requestId);
  };

  const settleOnce = async (): Promise<void> => {
    const retired = [...takenOver].map(async ([name, { line, epoch }]) => {
      await calls.retire(line, epoch);
      if (takenOver.get(name)?.epoch === epoch) takenOver.delete(name);
    });
    const work = [
      ...retired,
      ...[...charges].map(([requestId, line]) => settleChargeOnce(requestId, line)),
      ...[...refunds].map(([requestId, line]) => settleRefund(requestId, line)),
    ];
    const failed = (await Promise.allSettled(work)).find((outcome) => outcome.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  };

  let running: Promise<void> | undefined;

  return {
    /** The charge of this request must not count on the store: it was, or will be, made in the ledger or not at all. */
    cancelCharge: (requestId: string, line: Line): void => {
      charges.set(requestId, line);
      // The store may be well but for that reply; until then one request too many is counted.
      settleChargeOnce(requestId, line).catch(() => undefined);
    },
    /** This refund may have reached the store or not. */
    repeatRefund: (requestId: string, line: Line): void => void refunds.set(requestId, line),
    /** The counter of this epoch, and older ones, no longer decide. */
    retireCounter,
    finishRefund,
    /** @throws when something is left unsettled. */
    settle: (): Promise<void> => {
      running ??= settleOnce().finally(() => {
        running = undefined;
      });
      return running;
    },
    /** Tries to settle the charges of one line now. @returns whether there were any, and all are settled. */
    settleLine: async (line: Line): Promise<boolean> => {
      const name = lineName(line);
      const mine = [...charges].filter(([, other]) => lineName(other) === name);
      if (mine.length === 0) return false;
      const outcomes = await Promise.allSettled(mine.map(([requestId]) => settleChargeOnce(requestId, line)));
      if (outcomes.some((outcome) => outcome.status === "rejected")) return false;
      await follower.flush();
      return true;
    },
    isEmpty: (): boolean => charges.size + refunds.size + takenOver.size === 0,
  };
};
