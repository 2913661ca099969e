import type { Admission, AdmissionRequest, Caller, Figures } from "@/server/metering/meter";
import { freshWindow, type SpeedWindow } from "@/server/metering/speed-window";
import { callerOf, type Terms } from "@/server/metering/terms";

/** What a counter store or the ledger says about one call. */
export type Verdict =
  | { readonly outcome: "invalid" }
  | { readonly outcome: "changed"; readonly terms: Terms }
  | {
      readonly outcome: "admitted" | "speed_limit" | "allowance_spent";
      readonly used: number;
      readonly window: SpeedWindow;
      /** Where a charge was made. */
      readonly where: "store" | "ledger";
    };

/** Used is shown as 0 while a refund has reached the ledger before its charge. */
export const figuresOf = (caller: Caller, used: number): Figures => ({
  used: Math.max(0, used),
  remaining: Math.max(0, caller.allowance - Math.max(0, used)),
});

/** The answer to a call's admission. @param now ms since the epoch. */
export const toAdmission = (
  caller: Caller,
  request: AdmissionRequest,
  verdict: Verdict,
  now: number,
): Admission => {
  const judged = "used" in verdict ? verdict : undefined;
  const window = judged?.window ?? freshWindow(caller.speedLimitPerSecond);
  return {
    outcome: verdict.outcome,
    caller:
      verdict.outcome === "changed" ? callerOf(caller.accountId, caller.keyId, verdict.terms, now) : caller,
    ...figuresOf(caller, judged?.used ?? 0),
    last: verdict.outcome === "admitted" ? request.cost : 0,
    windowRemaining: window.remaining,
    windowResetSeconds: window.resetSeconds,
    retryAfterSeconds: window.resetSeconds,
  };
};
