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
import { createLikelyRejected } from "@/server/account/metering/limits/likely-rejected";
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

const inPeriodOf = (caller: Caller, now: number): Caller => {
  if (caller.periodStart <= now && now < caller.periodEnd) return caller;
  const terms = decodeTerms(caller.version);
  return terms === undefined ? caller : callerOf(caller.accountId, caller.keyId, terms, now);
};

/** Meters the speed limit and allowance of all accounts, and records the last use of keys. */
export const createMeter = ({ db, store, log, clock }: MeterDeps): RunningMeter => {
  const warn = createRareLog(log);
  const calls = store && createCounterCommands(store, clock);
  const ledgerSync = createLedgerSync(db, calls, clock, warn);
  const ledger = createLedgerMeter(db, ledgerSync);
  const stored = store && calls && createStoreMeter({ db, store, calls, ledgerSync, ledger, log, warn });
  const identify = createIdentify(db, stored?.sharedCallers, clock);
  const streamPlaces = createStreamPlaces(store, warn);
  const likelyRejected = createLikelyRejected(clock);

  const announceAccountChanged = async (accountId: string): Promise<void> => {
    identify.forgetTerms(accountId);
    await stored?.forget(accountId);
  };

  /** If the store has an outdated record of the account, deletes this record and the terms cached in this process. */
  const noteStale = async (use: StaleUse): Promise<void> => {
    if (!(await stored?.forgetStale(use))) return;
    identify.forgetTerms(use.accountId);
    warn("an account was metered on an outdated record in the counter store", { accountId: use.accountId });
  };
  const lastUsed = createLastUsed(db, (use) => void noteStale(use), warn);

  const noteUse = ({ outcome, caller }: Admission): void => {
    const { accountId, keyId, version } = caller;
    if (keyId === undefined || outcome === "changed" || outcome === "invalid") return;
    lastUsed.note(keyId, { at: clock(), accountId, version });
  };

  const ask = async (cached: Caller, charge: Charge, confirmation?: Admission): Promise<Admission> => {
    const now = clock();
    const caller = inPeriodOf(cached, now);
    const verdict = await (stored ?? ledger).admit(caller, charge);
    if (verdict.outcome === "changed") identify.rememberTerms(caller.accountId, verdict.terms);
    const admission = toAdmission(caller, charge, verdict, now, confirmation);
    likelyRejected.learn(caller, admission);
    return admission;
  };

  const admit: RunningMeter["admit"] = async (caller, request, confirmation) => {
    const admission = await ask(
      caller,
      { ...request, countWindow: confirmation === undefined },
      confirmation,
    );
    noteUse(admission);
    return admission;
  };

  return {
    identifyKey: identify.identifyKey,
    identifyAccount: identify.identifyAccount,
    begin: likelyRejected.begin,
    confirm: (caller, until) => admit(caller, { cost: 0, unitMustRemain: false, until }),
    admit,
    recheck: (caller) => ask(caller, { cost: 0, unitMustRemain: false, countWindow: false }),
    streamPlaces,
    readFigures: async (caller) => figuresOf(caller, await readLedger(db, inPeriodOf(caller, clock()))),
    announceAccountChanged,
    takeShared: async (bucket, holder) => stored?.takeShared(bucket, holder),
    degraded: () => stored?.degraded() ?? [],
    repeatReports: ledgerSync.repeatReports,
    flush: async () => {
      await Promise.all([ledgerSync.flush(), lastUsed.flush()]);
    },
    close: async () => {
      stored?.close();
      await Promise.all([ledgerSync.close(), lastUsed.close()]);
      await store?.close();
    },
  };
};
