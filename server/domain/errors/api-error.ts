import { type ErrorCode, errors } from "@/server/domain/errors/errors";
import type { PlanName } from "@/server/domain/plans/plans";

export type PlanGap = { readonly currentPlan: PlanName; readonly requiredPlan: PlanName };

type ApiErrorOptions = {
  /** Public text. Default: the message of the code. */
  readonly message?: string;
  readonly planGap?: PlanGap;
  /** On SPEED_LIMIT and UNAVAILABLE only. Whole seconds, at least 1. */
  readonly retryAfterSeconds?: number;
  /** Logged, never sent. */
  readonly cause?: unknown;
};

/** An expected error of a call. Everything but `cause` is public. */
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

const maxQuotedCharacters = 100;

/** A value for use in a message: quoted, without control characters, at most 100 characters. */
export const quoted = (value: string): string => {
  const shown = [...value.slice(0, 2 * maxQuotedCharacters + 2)].map((char) =>
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"]/u.test(char) ? "\uFFFD" : char,
  );
  return shown.length > maxQuotedCharacters
    ? `"${shown.slice(0, maxQuotedCharacters).join("")}…"`
    : `"${shown.join("")}"`;
};
