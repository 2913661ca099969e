import { createHash } from "node:crypto";
import { createRejectionPredictor } from "@/server/account/metering/limits/rejection-predictor";
import { createStreamPlaces } from "@/server/account/metering/limits/stream-places";
import type { Admission, AdmissionRequest, Caller, Meter } from "@/server/account/metering/meter";
import { type PlanName, plans } from "@/server/domain/plans/plans";

type Account = { plan: PlanName; allowance: number; used: number; version: number };

export type ScriptedMeter = Meter & {
  readonly addKey: (key: string, plan: PlanName, terms?: { allowance?: number; used?: number }) => Account;
  /** Runs once, between identification and admission of the next call, to make changes as another instance would. */
  beforeAdmission: (() => void) | undefined;
  /** Outcomes of the next admissions. They take precedence over the account's state, but a revoked key is always invalid. */
  readonly nextOutcomes: Admission["outcome"][];
  readonly revoke: (key: string) => void;
  /** The requests for admission so far. With the real meter, each of them would be a round trip to the counter store. */
  readonly requests: AdmissionRequest[];
};

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The account of a key: the key itself if it is a UUID, else a UUID that depends on the key alone. */
const accountOf = (key: string): string => {
  if (uuidPattern.test(key)) return key;
  const digest = createHash("sha256").update(key).digest("hex");
  return [8, 12, 16, 20, 32].map((end, index) => digest.slice([0, 8, 12, 16, 20][index], end)).join("-");
};

/**
 * A meter in memory, with which a test can revoke a key or change a plan between two steps of one call. It has no speed limit, but a test
 * can script the outcome "speed_limit".
 */
export const scriptedMeter = (): ScriptedMeter => {
  const accounts = new Map<string, Account>();
  const revoked = new Set<string>();
  const rejectionPredictor = createRejectionPredictor(Date.now);

  const callerOf = (id: string, account: Account): Caller => ({
    accountId: id,
    keyId: id,
    plan: account.plan,
    allowance: account.allowance,
    speedLimitPerSecond: plans[account.plan].requestsPerSecond,
    streams: plans[account.plan].streams,
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
    streamPlaces: createStreamPlaces(undefined, () => false),
    recheck: (caller) => meter.admit(caller, { cost: 0, unitMustRemain: false }),
    beforeAdmission: undefined,
    nextOutcomes: [],
    requests: [],
    addKey: (key, plan, terms = {}) => {
      const allowance = terms.allowance ?? plans[plan].requestsPerPeriod;
      const account = { plan, allowance, used: terms.used ?? 0, version: 1 };
      accounts.set(accountOf(key), account);
      return account;
    },
    revoke: (key) => {
      revoked.add(accountOf(key));
    },
    identifyKey: async (key) => {
      const id = accountOf(key);
      const account = accounts.get(id);
      return account === undefined || revoked.has(id) ? undefined : { ...callerOf(id, account), keyId: key };
    },
    identifyAccount: async (id) => {
      const account = accounts.get(id);
      return account === undefined ? undefined : { ...callerOf(id, account), keyId: undefined };
    },
    begin: rejectionPredictor.begin,
    confirm: (caller) => meter.admit(caller, { cost: 0, unitMustRemain: false }),
    admit: async (caller, request) => {
      meter.requests.push(request);
      const change = meter.beforeAdmission;
      meter.beforeAdmission = undefined;
      change?.();
      const account = accounts.get(caller.accountId);
      if (account === undefined) throw new Error("admit was called before the caller was identified");
      const outcome = outcomeOf(account, caller, request);
      const last = outcome === "admitted" ? request.cost : 0;
      account.used += last;
      const admission: Admission = {
        outcome,
        caller: { ...callerOf(caller.accountId, account), keyId: caller.keyId },
        used: account.used,
        remaining: Math.max(0, account.allowance - account.used),
        last,
        windowRemaining: 1,
        windowResetSeconds: 1,
        retryAfterSeconds: outcome === "speed_limit" ? 1 : 0,
      };
      rejectionPredictor.learn(caller, admission);
      return admission;
    },
  };
  return meter;
};
