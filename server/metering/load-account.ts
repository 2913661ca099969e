import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "@/db/connect";
import { findTerms } from "@/server/metering/find-caller";
import { openCounter, takeOver } from "@/server/metering/ledger";
import type { Caller } from "@/server/metering/meter";
import { createShare } from "@/server/metering/share-work";
import { lineName, type StoreCalls } from "@/server/metering/store-calls";
import { encodeTerms } from "@/server/metering/terms";

export type Loading =
  | "loaded"
  /** The ledger decides for now: ask it. */
  | "held"
  | "no_account";

/** Timers may end a little early. */
const timerSlackMs = 2;
const pollMs = 10;
/** Another instance that opens the counter of a lost one waits for the ledger to settle; then it should be there. */
const othersPatienceMs = 300;

/**
 * Loads what the counter store lacks to judge a caller's calls: the account's terms, whether the key is live, the period's counter. Those
 * that need the same at the same time share one load.
 */
export const createLoadAccount = (db: Database, calls: StoreCalls) => {
  const share = createShare<Loading>();

  /** A counter that the ledger believes open has been lost: what was charged on it is written there within a moment. */
  const openLost = async (caller: Caller) => {
    const { settlesInMs } = await takeOver(db, caller, false);
    await delay(settlesInMs + timerSlackMs);
    return openCounter(db, caller);
  };

  const open = async (caller: Caller, token: string): Promise<Loading> => {
    let opening = await openCounter(db, caller);
    if (opening.kind === "open") opening = await openLost(caller);
    // Neither opened nor held: the ledger took over a moment ago.
    if (opening.kind === "held") opening = await openLost(caller);
    if (opening.kind !== "opened") {
      await calls.unclaim(caller, token);
      return "held";
    }
    await calls.openCounter(caller, token, opening, caller.periodEnd);
    return "loaded";
  };

  const awaitOthers = async (caller: Caller): Promise<Loading> => {
    for (const since = performance.now(); performance.now() - since < othersPatienceMs; ) {
      if ((await calls.read(caller)) !== undefined) return "loaded";
      await delay(pollMs);
    }
    return "held";
  };

  const load = async (caller: Caller): Promise<Loading> => {
    const token = randomUUID();
    const claim = await calls.claim(caller, token);
    const [known, counter] = await Promise.all([
      findTerms(db, caller.accountId, caller.keyId),
      claim === "mine" ? open(caller, token) : claim === "others" ? awaitOthers(caller) : ("loaded" as const),
    ]);
    if (known === undefined) return "no_account";
    await calls.install(caller.accountId, token, encodeTerms(known.terms), caller.keyId, known.keyLive);
    return counter;
  };

  return (caller: Caller): Promise<Loading> =>
    share(`${lineName(caller)}:${caller.keyId ?? ""}`, () => load(caller));
};
