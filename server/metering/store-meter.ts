import { setTimeout as delay } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { Database } from "@/db/connect";
import { type CounterStore, CounterStoreError } from "@/server/metering/counter-store";
import { createFollower } from "@/server/metering/follow-counters";
import type { SharedHints } from "@/server/metering/identify";
import type { StaleUse } from "@/server/metering/last-used";
import { type Line, readFollowed, readLedger } from "@/server/metering/ledger";
import { createLedgerMeter } from "@/server/metering/ledger-meter";
import { createLoadAccount } from "@/server/metering/load-account";
import type { RareLog } from "@/server/metering/log-rarely";
import type { AdmissionRequest, Caller } from "@/server/metering/meter";
import type { SpeedWindow } from "@/server/metering/speed-window";
import { createStoreCalls, lineName } from "@/server/metering/store-calls";
import { createStoreHealth } from "@/server/metering/store-health";
import { decodeTerms } from "@/server/metering/terms";
import { createUnsettled } from "@/server/metering/unsettled";
import type { Verdict } from "@/server/metering/verdict";

/** A call may find terms, key and counter missing one after the other. */
const mostLoads = 4;
/** How long a ledger that decides is asked without asking the store first. */
const heldForMs = 200;
const settleEveryMs = 1_000;
/** Long enough for a lost connection to be made anew. */
const forgetForMs = 750;
const forgetPauseMs = 50;
/** By then a change has been told or has failed: longer than `forgetForMs`. */
const toldWithinMs = 1_000;
const notTold =
  "the counter store could not be told: the change is in the database and not yet effective everywhere; repeat it";
/** Store and ledger may hand the decision to each other meanwhile; then the ledger takes it. */
const patientAttempts = 3;
/**
 * A ledger that takes over waits long enough for what instances were told within this time. One that was told later may be too late to be
 * counted there, and looks.
 */
const promptMs = 50;

type Rooms = {
  readonly db: Database;
  readonly store: CounterStore;
  readonly log: Pick<Logger, "warn" | "info">;
  readonly clock: () => number;
  readonly warn: RareLog;
};

/** Speed limit and allowance on a counter store that several instances share, and on the ledger while it cannot be used. */
export const createStoreMeter = ({ db, store, log, clock, warn }: Rooms) => {
  const calls = createStoreCalls(store, clock);
  const taken = (line: Line, epoch: number): void => unsettled.retireCounter(line, epoch);
  const follower = createFollower(db, calls, clock, taken, warn);
  const ledger = createLedgerMeter(db, { taken, settled: follower.flush });
  const unsettled = createUnsettled(db, calls, follower, ledger.refund, log);
  const health = createStoreHealth(store, unsettled.settle, log);
  const load = createLoadAccount(db, calls);
  const held = new LRUCache<string, true>({ max: 10_000, ttl: heldForMs });

  // Left over where the store failed one call and was well for the next.
  const settler = setInterval(() => {
    if (health.usable() && !unsettled.isEmpty()) unsettled.settle().catch(() => undefined);
    unsettled.sayForgotten();
  }, settleEveryMs).unref();

  /** Takes note of a failure of the store. @throws whatever else it is. */
  const noteFailure = (error: unknown): CounterStoreError => {
    if (!(error instanceof CounterStoreError)) throw error;
    health.failed(error);
    return error;
  };

  /** Whether a counter has not been taken over from, as far as can be known. */
  const stillDecides = (line: Line, epoch: number): Promise<boolean> =>
    readFollowed(db, line).then(
      (followed) => followed?.epoch === epoch,
      () => true,
    );

  /** @returns undefined where the ledger decides for now, "in_doubt" where the request may have been charged all the same. */
  const admitInStore = async (
    caller: Caller,
    request: AdmissionRequest,
  ): Promise<Verdict | "in_doubt" | undefined> => {
    for (let loads = 0; loads < mostLoads; loads++) {
      const askedAt = performance.now();
      const said = await calls.admit(caller, request);
      if (said.kind === "judged") {
        const { outcome, counter, charge, window } = said;
        const late = charge !== undefined && performance.now() - askedAt > promptMs;
        if (late && !(await stillDecides(caller, charge.epoch))) return "in_doubt";
        if (charge !== undefined) follower.note(caller, counter, { by: 1, ...charge });
        return { outcome, used: counter.used, window, where: "store" };
      }
      if (said.kind === "invalid") return { outcome: "invalid" };
      if (said.kind === "changed") {
        const terms = decodeTerms(said.terms);
        if (terms !== undefined) return { outcome: "changed", terms };
        // Written by a version that knows other plans.
        await calls.forget(caller.accountId);
        continue;
      }
      const loading = await load(caller);
      if (loading === "no_account") return { outcome: "invalid" };
      if (loading === "held") break;
    }
    held.set(lineName(caller), true);
    return undefined;
  };

  /** @returns undefined where the store did not judge, "in_doubt" where it may have charged the request and must not be asked again. */
  const tryStore = async (
    caller: Caller,
    request: AdmissionRequest,
  ): Promise<Verdict | "in_doubt" | undefined> => {
    if (!health.usable() || held.has(lineName(caller))) return undefined;
    const witness = calls.witness();
    let said: Verdict | "in_doubt" | undefined;
    try {
      said = await admitInStore(caller, request);
    } catch (error) {
      if (noteFailure(error).applied === "unknown" && request.cost === 1) said = "in_doubt";
    }
    if (said === "in_doubt") unsettled.cancelCharge(request.requestId, caller, witness);
    return said;
  };

  const admit = async (caller: Caller, request: AdmissionRequest): Promise<Verdict> => {
    let window: SpeedWindow | undefined;
    let waited = false;
    let inDoubt = false;
    for (let attempt = 0; ; attempt++) {
      const stored = inDoubt ? undefined : await tryStore(caller, request);
      if (stored === "in_doubt") inDoubt = true;
      else if (stored !== undefined) return stored;
      window ??= await ledger.countLocally(caller);
      const storeAway = !health.usable() || inDoubt || attempt >= patientAttempts;
      const verdict = await ledger.admitWithoutStore(caller, request, window, storeAway);
      // A counter has been opened meanwhile.
      if (verdict === undefined) held.delete(lineName(caller));
      // A charge whose reply was lost may have been counted beside the one that replaced it.
      else if (verdict.outcome !== "allowance_spent" || waited) return verdict;
      else {
        waited = true;
        if (!(await unsettled.settleLine(caller))) return verdict;
      }
    }
  };

  /** @returns requests used after it. */
  const refund = async (line: Line, requestId: string, where: "store" | "ledger"): Promise<number> => {
    // A request that was charged in the ledger may have been cancelled on the store: its refund is another matter.
    const name = where === "store" ? requestId : `${requestId}:ledger`;
    if (!health.usable()) return ledger.refund(line);
    const witness = calls.witness();
    try {
      return await unsettled.finishRefund(line, await calls.refund(line, name));
    } catch (error) {
      if (noteFailure(error).applied === "no") return ledger.refund(line);
      unsettled.repeatRefund(name, line, witness);
      return (await readLedger(db, line)) - 1;
    }
  };

  const used = async (line: Line): Promise<number> => {
    if (!health.usable()) return readLedger(db, line);
    try {
      return (await calls.read(line))?.used ?? (await readLedger(db, line));
    } catch (error) {
      noteFailure(error);
      return readLedger(db, line);
    }
  };

  const hints: SharedHints = {
    read: async (hash) => {
      if (!health.usable()) return undefined;
      try {
        return await calls.lookUp(hash);
      } catch (error) {
        noteFailure(error);
        return undefined;
      }
    },
    write: (hash, hint) => void calls.writeHint(hash, hint).catch(() => undefined),
  };

  /** @throws CounterStoreError when the store could not be told. */
  const forget = async (accountId: string): Promise<void> => {
    for (const since = performance.now(); ; await delay(forgetPauseMs)) {
      try {
        await calls.forget(accountId);
        return;
      } catch (error) {
        if (performance.now() - since > forgetForMs) throw new CounterStoreError(notTold, "unknown", error);
      }
    }
  };

  /**
   * Looks whether the store was told of the change that made a use stale, and forgets the account where it was not.
   * @returns whether it was not; false where the store cannot be asked.
   */
  const forgetStale = async (use: StaleUse): Promise<boolean> => {
    await delay(toldWithinMs, undefined, { ref: false });
    return calls.forgetStale(use).catch(() => false);
  };

  return {
    admit,
    refund,
    used,
    hints,
    forget,
    forgetStale,
    degraded: (): readonly string[] => (health.usable() ? [] : ["counter_store"]),
    flush: (): Promise<void> => {
      unsettled.sayForgotten();
      return follower.flush();
    },
    close: async (): Promise<void> => {
      clearInterval(settler);
      health.close();
      await unsettled.close();
      await follower.close();
      await store.close();
    },
  };
};
