import type { Admission, AdmissionRequest, Caller, Meter } from "@/server/metering/meter";
import { type PlanName, plans } from "@/server/plans/plans";

type Account = { plan: PlanName; allowance: number; used: number; version: number };

export type ScriptedMeter = Meter & {
  readonly addKey: (key: string, plan: PlanName, terms?: { allowance?: number; used?: number }) => Account;
  /** Runs between a call's identification and its admission: where revocations and plan changes of other instances fall. */
  beforeAdmission: (() => void) | undefined;
  /** The next admissions end so, whatever the account's state. */
  readonly nextOutcomes: Admission["outcome"][];
  readonly revoke: (key: string) => void;
  readonly requests: AdmissionRequest[];
  readonly refunds: string[];
};

/**
 * The contract of Meter in memory, for what a real store cannot be made to do at a given moment: a revocation or a change of plan between
 * two steps of one call. It charges, refunds and compares versions as the contract says; it has no speed limit but the scripted one.
 */
export const scriptedMeter = (): ScriptedMeter => {
  const accounts = new Map<string, Account>();
  const revoked = new Set<string>();
  const charged = new Map<string, Account>();

  const callerOf = (id: string, account: Account): Caller => ({
    accountId: id,
    keyId: id,
    plan: account.plan,
    allowance: account.allowance,
    speedLimitPerSecond: plans[account.plan].requestsPerSecond,
    periodStart: Date.UTC(2026, 10, 1),
    periodEnd: Date.UTC(2026, 11, 1, 9, 30, 15, 999),
    version: `${account.version}`,
  });

  const outcomeOf = (account: Account, caller: Caller, request: AdmissionRequest): Admission["outcome"] => {
    if (revoked.has(caller.accountId)) return "invalid";
    const scripted = meter.nextOutcomes.shift();
    if (scripted !== undefined) return scripted;
    if (caller.version !== `${account.version}`) return "changed";
    const needsUnit = request.cost === 1 || request.unitMustRemain;
    return needsUnit && account.used >= account.allowance ? "allowance_spent" : "admitted";
  };

  const meter: ScriptedMeter = {
    beforeAdmission: undefined,
    nextOutcomes: [],
    requests: [],
    refunds: [],
    addKey: (key, plan, terms = {}) => {
      const allowance = terms.allowance ?? plans[plan].requestsPerPeriod;
      const account = { plan, allowance, used: terms.used ?? 0, version: 1 };
      accounts.set(key, account);
      return account;
    },
    revoke: (key) => {
      revoked.add(key);
    },
    identifyKey: async (key) => {
      const account = accounts.get(key);
      return account === undefined || revoked.has(key) ? undefined : callerOf(key, account);
    },
    identifyAccount: async (id) => {
      const account = accounts.get(id);
      return account === undefined ? undefined : { ...callerOf(id, account), keyId: undefined };
    },
    admit: async (caller, request) => {
      meter.requests.push(request);
      const change = meter.beforeAdmission;
      meter.beforeAdmission = undefined;
      change?.();
      const account = accounts.get(caller.accountId);
      if (account === undefined) throw new Error("admit before identify");
      const outcome = outcomeOf(account, caller, request);
      const last = outcome === "admitted" ? request.cost : 0;
      account.used += last;
      if (last === 1) charged.set(request.requestId, account);
      return {
        outcome,
        caller: { ...callerOf(caller.accountId, account), keyId: caller.keyId },
        used: account.used,
        remaining: Math.max(0, account.allowance - account.used),
        last,
        windowRemaining: 1,
        windowResetSeconds: 1,
        retryAfterSeconds: outcome === "speed_limit" ? 1 : 0,
      };
    },
    refund: async (caller, requestId) => {
      meter.refunds.push(requestId);
      const account = charged.get(requestId);
      if (account !== undefined) account.used -= 1;
      charged.delete(requestId);
      const now = accounts.get(caller.accountId);
      return { used: now?.used ?? 0, remaining: (now?.allowance ?? 0) - (now?.used ?? 0) };
    },
  };
  return meter;
};
