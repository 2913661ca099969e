export type VenueFailure =
  | "status"
  | "network"
  | "deadline"
  | "too_large"
  | "not_json"
  | "host_paused"
  | "unexpected";

/** A request to a venue failed. The message names the host and path, never the query, which may contain a key. */
export class VenueError extends Error {
  override readonly name = "VenueError";
  readonly failure: VenueFailure;
  readonly status: number | undefined;
  /** For how long the host must not be called; undefined if unknown. */
  readonly retryAfterMs: number | undefined;
  readonly headers: Headers | undefined;

  constructor(
    failure: VenueFailure,
    { host, pathname }: Pick<URL, "host" | "pathname">,
    detail: string,
    more: {
      readonly status?: number;
      readonly retryAfterMs?: number | undefined;
      readonly headers?: Headers;
    } = {},
  ) {
    super(`${host}${pathname}: ${detail}`);
    this.failure = failure;
    this.status = more.status;
    this.retryAfterMs = more.retryAfterMs;
    this.headers = more.headers;
  }
}

const transientFailures: ReadonlySet<VenueFailure> = new Set(["network", "deadline", "not_json"]);

/** Whether the same request may succeed if it is repeated after a few seconds. */
export const isTransient = ({ failure, status = 0 }: VenueError): boolean =>
  transientFailures.has(failure) ||
  (failure === "status" && (status === 408 || status === 429 || status >= 500));
