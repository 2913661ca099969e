import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { Database } from "@/db/connect";
import type { createFollower } from "@/server/metering/follow-counters";
import { hasFollowed } from "@/server/metering/follow-counters";
import { adjustLedger, closeCounter, type Line, readLedger, takeOverFrom } from "@/server/metering/ledger";
import { createShare } from "@/server/metering/share-work";
import {
  type CounterChange,
  lineName,
  type StoreCalls,
  type StoreRefund,
} from "@/server/metering/store-calls";

type Follower = ReturnType<typeof createFollower>;
/** A command without a reply. @see StoreCalls.witness, taken before it was given. */
type InDoubt = { readonly line: Line; readonly witness: string | undefined };

/**
 * What the counter store has not been told, or may have been told without our knowing: charges that were made elsewhere after their reply
 * was lost, refunds without a reply, counters that the ledger took over from. Settled as soon as the store answers, each once.
 */
export const createUnsettled = (
  db: Database,
  calls: StoreCalls,
  follower: Follower,
  refundInLedger: (line: Line) => Promise<number>,
  log: Pick<Logger, "warn">,
) => {
  const charges = new Map<string, InDoubt>();
  const refunds = new Map<string, InDoubt>();
  const takenOver = new Map<string, { line: Line; epoch: number }>();
  const share = createShare<void>();
  let forgotten = 0;

  const retireCounter = (line: Line, epoch: number): void => {
    const name = lineName(line);
    if ((takenOver.get(name)?.epoch ?? -1) < epoch) takenOver.set(name, { line, epoch });
  };

  /** Adds to the ledger, which decides from now on. */
  const adjust = async (line: Line, by: number): Promise<number> => {
    const { epoch, used } = await adjustLedger(db, line, by);
    retireCounter(line, epoch);
    return used;
  };

  /** Whether the ledger has a change of a counter that is gone, once and for all. */
  const isInLedger = async (line: Line, change: CounterChange): Promise<boolean> => {
    // Others write what they have charged on it meanwhile.
    await delay(await takeOverFrom(db, line, change.epoch));
    await follower.flush();
    const followed = await closeCounter(db, line, change.epoch);
    const known = followed && hasFollowed(followed, change);
    if (known === "unknown") forgotten += 1;
    return known === "yes";
  };

  const settleCharge = async (requestId: string, { line, witness }: InDoubt): Promise<void> => {
    const cancelled = await calls.cancel(line, requestId);
    // A store that has lost its memory cannot tell what it did, and the ledger may have followed it: these stay in doubt.
    if (cancelled.kind === "none" && !(await calls.remembers(witness))) forgotten += 1;
    if (cancelled.kind === "lost" && (await isInLedger(line, cancelled))) await adjust(line, -1);
    charges.delete(requestId);
    if (cancelled.kind !== "cancelled") return;
    const { counter, seq } = cancelled;
    const { epoch } = counter;
    follower.note(line, counter, { epoch, seq, by: 1 }, { epoch, seq: counter.seq, by: -1 });
  };

  /** Whoever asks, one at a time: a unit that was taken off twice would be one too many. */
  const settleChargeOnce = (requestId: string, charge: InDoubt): Promise<void> =>
    share(requestId, () => settleCharge(requestId, charge));

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

  const settleRefund = async (requestId: string, { line, witness }: InDoubt): Promise<void> => {
    const given = await calls.refund(line, requestId);
    const isRemembered = await calls.remembers(witness);
    await finishRefund(line, given);
    if (!isRemembered) forgotten += 1;
    refunds.delete(requestId);
  };

  const settleOnce = async (): Promise<void> => {
    const lines = new Map(
      [...charges.values(), ...refunds.values()].map(({ line }) => [lineName(line), line]),
    );
    // Before anything that a counter of an older state would take. Without a database the store has to do.
    await Promise.allSettled([...lines.values()].map(follower.check));
    const retired = [...takenOver].map(async ([name, { line, epoch }]) => {
      await calls.retire(line, epoch);
      if (takenOver.get(name)?.epoch === epoch) takenOver.delete(name);
    });
    const work = [
      ...retired,
      ...[...charges].map(([requestId, charge]) => settleChargeOnce(requestId, charge)),
      ...[...refunds].map(([requestId, refund]) => settleRefund(requestId, refund)),
    ];
    const failed = (await Promise.allSettled(work)).find((outcome) => outcome.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  };

  let running: Promise<void> | undefined;

  /** @throws when something is left unsettled. */
  const settle = (): Promise<void> => {
    running ??= settleOnce().finally(() => {
      running = undefined;
    });
    return running;
  };

  const isEmpty = (): boolean => charges.size + refunds.size + takenOver.size === 0;

  /** Says how many requests stay in doubt: what the ledger has may be off by as many. */
  const sayForgotten = (): void => {
    if (forgotten === 0) return;
    log.warn({ requests: forgotten }, "the counter store lost its memory of requests without a reply");
    forgotten = 0;
  };

  return {
    /** The charge of this request must not count on the store: it was, or will be, made in the ledger or not at all. */
    cancelCharge: (requestId: string, line: Line, witness: string | undefined): void => {
      charges.set(requestId, { line, witness });
      // The store may be well but for that reply; until then one request too many is counted.
      settleChargeOnce(requestId, { line, witness }).catch(() => undefined);
    },
    /** This refund may have reached the store or not. */
    repeatRefund: (requestId: string, line: Line, witness: string | undefined): void =>
      void refunds.set(requestId, { line, witness }),
    /** The counter of this epoch, and older ones, no longer decide. */
    retireCounter,
    finishRefund,
    settle,
    /** Tries to settle the charges of one line now. @returns whether there were any, and all are settled. */
    settleLine: async (line: Line): Promise<boolean> => {
      const name = lineName(line);
      const mine = [...charges].filter(([, charge]) => lineName(charge.line) === name);
      if (mine.length === 0) return false;
      const outcomes = await Promise.allSettled(
        mine.map(([requestId, charge]) => settleChargeOnce(requestId, charge)),
      );
      if (outcomes.some((outcome) => outcome.status === "rejected")) return false;
      await follower.flush();
      return true;
    },
    sayForgotten,
    isEmpty,
    /** Settles what would die with the process, as far as both stores answer. */
    close: async (): Promise<void> => {
      try {
        while (!isEmpty()) await settle();
      } catch {
        // Said below.
      }
      const requests = charges.size + refunds.size;
      if (requests > 0) log.warn({ requests }, "stopped with requests that the counter store never answered");
      sayForgotten();
    },
  };
};
