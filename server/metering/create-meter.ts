import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { Database } from "@/db/connect";
import type { CounterStore } from "@/server/metering/counter-store";
import { createIdentify } from "@/server/metering/identify";
import { createLastUsed, type StaleUse } from "@/server/metering/last-used";
import { type Line, readLedger } from "@/server/metering/ledger";
import { createLedgerMeter } from "@/server/metering/ledger-meter";
import { createRareLog } from "@/server/metering/log-rarely";
import type { Admission, AdmissionRequest, Caller, Figures, RunningMeter } from "@/server/metering/meter";
import { createStoreMeter } from "@/server/metering/store-meter";
import { callerOf, decodeTerms } from "@/server/metering/terms";
import { createUsageDays } from "@/server/metering/usage-days";
import { figuresOf, toAdmission, type Verdict } from "@/server/metering/verdict";

export type MeterRooms = {
  readonly db: Database;
  /** undefined: the database itself is the counter store. */
  readonly store: CounterStore | undefined;
  readonly log: Pick<Logger, "warn" | "info">;
  /** ms since the epoch. */
  readonly clock: () => number;
};

/** More than can be under way at once. */
const mostOpenCharges = 100_000;

const refusals = { speed_limit: "SPEED_LIMIT", allowance_spent: "ALLOWANCE_SPENT" } as const;

type Charge = {
  readonly line: Line;
  readonly where: "store" | "ledger";
  readonly endpoint: string;
  readonly at: number;
};

/** The same caller in the billing period that `now` lies in. */
const inPeriodOf = (caller: Caller, now: number): Caller => {
  if (caller.periodStart <= now && now < caller.periodEnd) return caller;
  const terms = decodeTerms(caller.version);
  return terms === undefined ? caller : callerOf(caller.accountId, caller.keyId, terms, now);
};

/** Speed limit and allowance of all accounts, and what their calls leave behind: daily usage, last use of keys. */
export const createMeter = ({ db, store, log, clock }: MeterRooms): RunningMeter => {
  const warn = createRareLog(log);
  const ledger = createLedgerMeter(db);
  const stored = store && createStoreMeter({ db, store, log, clock, warn });
  const identify = createIdentify(db, stored?.hints, clock);
  const days = createUsageDays(db, warn);
  /** Charges that may still be given back, by request id. */
  const charges = new LRUCache<string, Charge>({ max: mostOpenCharges });

  const noteAccountChanged = async (accountId: string): Promise<void> => {
    identify.forgetTerms(accountId);
    await stored?.forget(accountId);
  };

  /** Where the database is the counter store, each call has asked it. */
  const noteStale = async (use: StaleUse): Promise<void> => {
    if (!(await stored?.forgetStale(use))) return;
    identify.forgetTerms(use.accountId);
    warn("an account was metered on terms that are no longer its own", { accountId: use.accountId });
  };
  const lastUsed = createLastUsed(db, (use) => void noteStale(use), warn);

  const learn = (caller: Caller, verdict: Verdict): void => {
    if (verdict.outcome === "changed") identify.rememberTerms(caller.accountId, verdict.terms);
    if (verdict.outcome !== "invalid") return;
    if (caller.keyId !== undefined) identify.forgetKey(caller.keyId);
    identify.forgetTerms(caller.accountId);
  };

  const record = (caller: Caller, request: AdmissionRequest, verdict: Verdict, now: number): void => {
    if (!("used" in verdict)) return;
    const { accountId, keyId, version } = caller;
    const { requestId, endpoint, cost } = request;
    if (keyId !== undefined) lastUsed.note(keyId, { at: now, accountId, version });
    const { outcome, where } = verdict;
    const free = request.refusal ?? "free";
    const kind = outcome !== "admitted" ? refusals[outcome] : cost === 1 ? "counted" : free;
    days.note(accountId, endpoint, kind, now);
    if (outcome !== "admitted" || cost === 0) return;
    const { periodStart } = caller;
    charges.set(requestId, { line: { accountId, periodStart }, where, endpoint, at: now });
  };

  const admit = async (hint: Caller, request: AdmissionRequest): Promise<Admission> => {
    const now = clock();
    const caller = inPeriodOf(hint, now);
    const verdict = await (stored ?? ledger).admit(caller, request);
    learn(caller, verdict);
    record(caller, request, verdict, now);
    return toAdmission(caller, request, verdict, now);
  };

  const used = (line: Line): Promise<number> => stored?.used(line) ?? readLedger(db, line);

  const refund = async (caller: Caller, requestId: string, refusal = "INTERNAL_ERROR"): Promise<Figures> => {
    const charge = charges.get(requestId);
    if (charge === undefined) return figuresOf(caller, await used(caller));
    charges.delete(requestId);
    const { line, where, endpoint, at } = charge;
    days.note(line.accountId, endpoint, "counted", at, -1);
    days.note(line.accountId, endpoint, refusal, at);
    const after = await (stored?.refund(line, requestId, where) ?? ledger.refund(line));
    return figuresOf(caller, after);
  };

  return {
    identifyKey: identify.identifyKey,
    identifyAccount: identify.identifyAccount,
    admit,
    refund,
    readFigures: async (caller) => figuresOf(caller, await used(inPeriodOf(caller, clock()))),
    noteAccountChanged,
    degraded: () => stored?.degraded() ?? [],
    flush: async () => {
      await Promise.all([stored?.flush(), days.flush(), lastUsed.flush()]);
    },
    close: async () => {
      await Promise.all([stored?.flush(), days.close(), lastUsed.close()]);
      await stored?.close();
    },
  };
};
