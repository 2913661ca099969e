import type { Logger } from "pino";
import type { Database } from "@/db/connect";
import { createIdentify } from "@/server/account/metering/callers/identify";
import { callerOf, decodeTerms } from "@/server/account/metering/callers/terms";
import { createCounterCommands } from "@/server/account/metering/counter/counter-commands";
import type { CounterStore } from "@/server/account/metering/counter/counter-store";
import { createStoreMeter } from "@/server/account/metering/counter/store-meter";
import { readLedger } from "@/server/account/metering/ledger/ledger";
import { createLedgerMeter } from "@/server/account/metering/ledger/ledger-meter";
import { createLedgerSync } from "@/server/account/metering/ledger/sync-ledger";
import { createRejectionPredictor } from "@/server/account/metering/limits/rejection-predictor";
import { createStreamPlaces } from "@/server/account/metering/limits/stream-places";
import type { Admission, Caller, RunningMeter } from "@/server/account/metering/meter";
import { createLastUsed, type StaleUse } from "@/server/account/metering/usage/last-used";
import { type Charge, figuresOf, toAdmission } from "@/server/account/metering/verdict";
import { createRareLog } from "@/server/log-rarely";

export type MeterDeps = {
  readonly db: Database;
  /** Without a store, the ledger decides every charge. */
  readonly store: CounterStore | undefined;
  readonly log: Pick<Logger, "warn" | "info">;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
};

/** The caller with the billing period that contains `now`. */
const withCurrentPeriod = (caller: Caller, now: number): Caller => {
  if (caller.periodStart <= now && now < caller.periodEnd) return caller;
  const terms = decodeTerms(caller.version);
  // Terms of another release may be unreadable. The caller then keeps its last known period.
  return terms === undefined ? caller : callerOf(caller.accountId, caller.keyId, terms, now);
};

/** Enforces the speed limits and allowances of all accounts, and records when keys were last used. */
export const createMeter = ({ db, store, log, clock }: MeterDeps): RunningMeter => {
  const warn = createRareLog(log);
  const storeCommands = store && createCounterCommands(store, clock);
  const ledgerSync = createLedgerSync(db, storeCommands, clock, warn);
  const ledger = createLedgerMeter(db, ledgerSync);
  const storeMeter =
    store &&
    storeCommands &&
    createStoreMeter({ db, store, commands: storeCommands, ledgerSync, ledger, log, warn });
  const identify = createIdentify(db, storeMeter?.sharedCallers, clock);
  const streamPlaces = createStreamPlaces(store, warn);
  const rejectionPredictor = createRejectionPredictor(clock);

  const announceAccountChanged = async (accountId: string): Promise<void> => {
    identify.forgetTerms(accountId);
    await storeMeter?.forget(accountId);
  };

  /** If the store has an outdated record of the account, deletes this record and the terms cached in this process. */
  const dropStaleRecord = async (use: StaleUse): Promise<void> => {
    if (!(await storeMeter?.forgetStale(use))) return;
    identify.forgetTerms(use.accountId);
    warn("the counter store held an outdated record of an account; the record was deleted", {
      accountId: use.accountId,
    });
  };
  const lastUsed = createLastUsed(db, (use) => void dropStaleRecord(use), warn);

  const noteUse = ({ outcome, caller }: Admission): void => {
    const { accountId, keyId, version } = caller;
    if (keyId === undefined || outcome === "changed" || outcome === "invalid") return;
    lastUsed.note(keyId, { at: clock(), accountId, version });
  };

  /**
   * One decision of the meter. `admit` counts the call against the speed limit, unless `confirm` has already counted it. Both note the
   * use of the key. `recheck` and `confirm` charge nothing, and `recheck` neither counts nor notes.
   */
  const decide = async (
    cached: Caller,
    charge: Charge,
    { notesUse, confirmation }: { readonly notesUse: boolean; readonly confirmation?: Admission | undefined },
  ): Promise<Admission> => {
    const now = clock();
    const caller = withCurrentPeriod(cached, now);
    const verdict = await (storeMeter ?? ledger).admit(caller, charge);
    if (verdict.outcome === "changed") identify.rememberTerms(caller.accountId, verdict.terms);
    const admission = toAdmission(caller, charge, verdict, now, confirmation);
    rejectionPredictor.learn(caller, admission);
    if (notesUse) noteUse(admission);
    return admission;
  };

  const admit: RunningMeter["admit"] = (caller, request, confirmation) => {
    // The spread comes last: in V8 a property that is added after a spread gives each object its own hidden class.
    const charge = { countsAgainstSpeedLimit: confirmation === undefined, ...request };
    return decide(caller, charge, { notesUse: true, confirmation });
  };

  return {
    identifyKey: identify.identifyKey,
    identifyAccount: identify.identifyAccount,
    begin: rejectionPredictor.begin,
    confirm: (caller, until) => admit(caller, { cost: 0, unitMustRemain: false, until }),
    admit,
    recheck: (caller) => {
      const charge = { cost: 0, unitMustRemain: false, countsAgainstSpeedLimit: false } as const;
      return decide(caller, charge, { notesUse: false });
    },
    streamPlaces,
    readFigures: async (caller) =>
      figuresOf(caller, await readLedger(db, withCurrentPeriod(caller, clock()))),
    announceAccountChanged,
    takeShared: async (bucket, holder) => storeMeter?.takeShared(bucket, holder),
    degraded: () => storeMeter?.degraded() ?? [],
    repeatReports: ledgerSync.repeatReports,
    flush: async () => {
      await Promise.all([ledgerSync.flush(), lastUsed.flush()]);
    },
    close: async () => {
      storeMeter?.close();
      await Promise.all([ledgerSync.close(), lastUsed.close(), streamPlaces.close()]);
      await store?.close();
    },
  };
};
