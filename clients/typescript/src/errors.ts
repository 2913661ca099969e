import type { ServiceErrorCode } from "./schemas.js";

/**
 * Codes of failures that the service didn't answer itself:
 * - `CONNECTION_ERROR`: no response, or the connection ended within it
 * - `TIMEOUT`: the response wasn't complete in time
 * - `ABORTED`: the caller ended the call
 * - `INVALID_RESPONSE`: the body isn't the JSON that the status promises, or an event of a stream can't be read
 * - `HTTP_ERROR`: an error without the service's error object, for instance from a proxy
 * - `REDIRECT`: the server redirects; the client doesn't follow
 * - `RESPONSE_TOO_LARGE`: the body is larger than `maxResponseBytes`
 */
export type ClientErrorCode =
  | "CONNECTION_ERROR"
  | "TIMEOUT"
  | "ABORTED"
  | "INVALID_RESPONSE"
  | "HTTP_ERROR"
  | "REDIRECT"
  | "RESPONSE_TOO_LARGE";

/** The service may add codes, so a `switch` needs a default. */
export type ErrorCode = ServiceErrorCode | ClientErrorCode | (string & {});

export type ErrorDetails = {
  readonly code: ErrorCode;
  readonly message: string;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly docsUrl?: string | undefined;
  readonly currentPlan?: string | undefined;
  readonly requiredPlan?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
};

const brand = Symbol.for("oddskeeper.error");

/** Every failure of a call. It never contains the API key. */
export class OddskeeperError extends Error {
  override readonly name = "OddskeeperError";
  readonly code: ErrorCode;
  /** HTTP status. undefined if there was no response. */
  readonly status: number | undefined;
  /** Name it when you contact support. undefined if the service didn't answer. */
  readonly requestId: string | undefined;
  /** Documentation of the code. */
  readonly docsUrl: string | undefined;
  /** PLAN_REQUIRED only: the plan of the account. */
  readonly currentPlan: string | undefined;
  /** PLAN_REQUIRED only: the lowest plan that includes the request. */
  readonly requiredPlan: string | undefined;
  /** How long to wait before the next attempt, if the response says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(details: ErrorDetails) {
    super(details.message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = details.code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.docsUrl = details.docsUrl;
    this.currentPlan = details.currentPlan;
    this.requiredPlan = details.requiredPlan;
    this.retryAfterSeconds = details.retryAfterSeconds;
    Object.defineProperty(this, brand, { value: true });
  }

  /** A program may load this package twice, as a module and by `require`. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && brand in value;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/**
 * @param body parsed JSON, the error object itself or the envelope around it
 * @returns the service's error. undefined if the body isn't one.
 */
export const errorFrom = (
  body: unknown,
  more: Pick<ErrorDetails, "status" | "retryAfterSeconds"> = {},
): OddskeeperError | undefined => {
  const error = isObject(body) && isObject(body.error) ? body.error : body;
  if (!isObject(error) || typeof error.code !== "string") return undefined;
  return new OddskeeperError({
    ...more,
    code: error.code,
    message: text(error.message) ?? error.code,
    requestId: text(error.request_id),
    docsUrl: text(error.docs_url),
    currentPlan: text(error.current_plan),
    requiredPlan: text(error.required_plan),
  });
};

const transientCodes: readonly string[] = [
  "CONNECTION_ERROR",
  "TIMEOUT",
  "SPEED_LIMIT",
  "INTERNAL_ERROR",
  "UNAVAILABLE",
];

/** @returns true if the same request may succeed later. ALLOWANCE_SPENT, also a 429, stays until the period ends. */
export const isTransient = ({ code, status = 0 }: OddskeeperError): boolean =>
  transientCodes.includes(code) ||
  status === 408 ||
  status >= 500 ||
  (status === 429 && code !== "ALLOWANCE_SPENT");
