import type { Database } from "@/db/connect";
import type { createFollower } from "@/server/metering/follow-counters";
import { hasFollowed } from "@/server/metering/follow-counters";
import { adjustLedger, followCounters, type Line, takeOver } from "@/server/metering/ledger";
import type { RareLog } from "@/server/metering/log-rarely";
import { createShare } from "@/server/metering/share-work";
import { lineName, type StoreCalls } from "@/server/metering/store-calls";

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

  /** A charge whose counter is gone counts if the ledger had followed that far: then it is taken off. */
  const takeOff = async (line: Line, epoch: number, seq: number): Promise<void> => {
    await follower.flush();
    const [followed] = await followCounters(db, [{ ...line, epoch, seq: 0, used: 0 }]);
    const counted = followed && hasFollowed(followed, { epoch, seq });
    if (followed !== undefined && counted === undefined)
      warn("a charge without a reply could not be settled", {});
    if (counted !== true) return;
    const { epoch: newest } = await takeOver(db, line, false);
    await adjustLedger(db, line, -1);
    takenOver.set(lineName(line), { line, epoch: newest });
  };

  const share = createShare<void>();

  const settleCharge = async (requestId: string, line: Line): Promise<void> => {
    const cancelled = await calls.cancel(line, requestId);
    if (cancelled.kind === "lost") await takeOff(line, cancelled.epoch, cancelled.seq);
    charges.delete(requestId);
    if (cancelled.kind !== "cancelled") return;
    follower.note(line, cancelled.counter, 1, cancelled.seq);
    follower.note(line, cancelled.counter, -1);
  };

  /** Whoever asks, one at a time: a unit that was taken off twice would be one too many. */
  const settleChargeOnce = (requestId: string, line: Line): Promise<void> =>
    share(requestId, () => settleCharge(requestId, line));

  const settleRefund = async (requestId: string, line: Line): Promise<void> => {
    const refund = await calls.refund(line, requestId);
    refunds.delete(requestId);
    if (refund.kind === "no_counter") await refundInLedger(line);
    else follower.note(line, refund.counter, refund.kind === "ok" ? -1 : undefined);
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
    retireCounter: (line: Line, epoch: number): void => void takenOver.set(lineName(line), { line, epoch }),
    /** @throws when something is left unsettled. */
    settle: (): Promise<void> => {
      running ??= settleOnce().finally(() => {
        running = undefined;
      });
      return running;
    },
    isEmpty: (): boolean => charges.size + refunds.size + takenOver.size === 0,
  };
};
