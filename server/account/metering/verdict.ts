import { callerOf, type Terms } from "@/server/account/metering/callers/terms";
import { freshWindow, type SpeedWindow } from "@/server/account/metering/limits/speed-window";
import type { Admission, AdmissionRequest, Caller, Figures } from "@/server/account/metering/meter";

/** The decision of a counter store or the ledger on one call. */
export type Verdict =
  | { readonly outcome: "invalid" }
  | { readonly outcome: "changed"; readonly terms: Terms }
  | {
      readonly outcome: "admitted" | "speed_limit" | "allowance_spent";
      readonly used: number;
      readonly window: SpeedWindow;
    };

/** What the meter asks a counter store or the ledger to charge for one call. */
export type Charge = Pick<AdmissionRequest, "cost" | "unitMustRemain" | "until"> & {
  /** Whether to count the call against the speed limit. */
  readonly countsAgainstSpeedLimit: boolean;
};

export const figuresOf = ({ allowance }: Caller, used: number): Figures => ({
  used,
  remaining: Math.max(0, allowance - used),
});

/**
 * @param now ms since the Unix epoch.
 * @param confirmation what the meter's `confirm` returned for this call; undefined if `confirm` did not run. If `confirm` ran, it has
 * already counted the call against the speed limit, so the figures of the speed-limit window come from `confirmation`.
 */
export const toAdmission = (
  caller: Caller,
  charge: Charge,
  verdict: Verdict,
  now: number,
  confirmation: Admission | undefined,
): Admission => {
  const decided = "used" in verdict ? verdict : undefined;
  const { remaining, resetSeconds } = decided?.window ?? freshWindow(caller);
  return {
    outcome: verdict.outcome,
    caller:
      verdict.outcome === "changed" ? callerOf(caller.accountId, caller.keyId, verdict.terms, now) : caller,
    ...figuresOf(caller, decided?.used ?? 0),
    last: verdict.outcome === "admitted" ? charge.cost : 0,
    windowRemaining: confirmation?.windowRemaining ?? remaining,
    windowResetSeconds: confirmation?.windowResetSeconds ?? resetSeconds,
    retryAfterSeconds: resetSeconds,
  };
};
