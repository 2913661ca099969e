import { type ErrorCode, errors } from "@/server/errors/errors";
import type { PlanName } from "@/server/plans/plans";

export type PlanGap = { readonly currentPlan: PlanName; readonly requiredPlan: PlanName };

type ApiErrorOptions = {
  /** Public text; the catalogue's where absent. */
  readonly message?: string;
  readonly planGap?: PlanGap;
  /** On SPEED_LIMIT only: whole seconds, at least 1. */
  readonly retryAfterSeconds?: number;
  /** For the log, never shown. */
  readonly cause?: unknown;
};

/** An expected refusal, thrown where a call cannot be answered. Everything that it carries but `cause` is public. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly planGap: PlanGap | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(options.message ?? errors[code].message, { cause: options.cause });
    this.code = code;
    this.planGap = options.planGap;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return errors[this.code].status;
  }
}

const longestQuote = 100;

/** A value as a message may show it: quoted, without control characters, at most 100 characters of it. */
export const quoted = (value: string): string => {
  const shown = [...value.slice(0, 2 * longestQuote + 2)].map((char) =>
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"]/u.test(char) ? "\uFFFD" : char,
  );
  return shown.length > longestQuote ? `"${shown.slice(0, longestQuote).join("")}…"` : `"${shown.join("")}"`;
};
