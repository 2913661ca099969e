import { errorFrom, OddskeeperError } from "./errors.js";
import { abortedError, retryAfterSeconds } from "./wait.js";

/** The subset of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type ExchangeOptions = {
  readonly fetch: Fetch;
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
};

/** A response whose body hasn't been read, and its bounds. `end` must be called once. */
export type Exchange = {
  readonly response: Response;
  /** From here on, only the signal and `abort` end the connection. */
  stopTimeout(): void;
  /** Ends the connection: reads fail with the error. */
  abort(error: OddskeeperError): void;
  /** @returns the failure in the client's terms. */
  explain(error: unknown): OddskeeperError;
  end(): void;
};

export const timeoutError = (message = "The response wasn't complete in time."): OddskeeperError =>
  new OddskeeperError({ code: "TIMEOUT", message });

const causeOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
};

/**
 * Sends one request. The timeout and the signal cover the body too, until `end`.
 * @throws OddskeeperError CONNECTION_ERROR, TIMEOUT, ABORTED or REDIRECT
 */
export const exchange = async (options: ExchangeOptions): Promise<Exchange> => {
  const { url, method, headers, body, signal } = options;
  const controller = new AbortController();
  const abort = (error: OddskeeperError): void => controller.abort(error);
  const onAbort = (): void => abort(abortedError(signal as AbortSignal));
  const timer = setTimeout(() => abort(timeoutError()), options.timeoutMs);
  const end = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  };
  const explain = (error: unknown): OddskeeperError => {
    if (error instanceof OddskeeperError) return error;
    if (controller.signal.aborted) return controller.signal.reason;
    const message = `The connection to ${new URL(url).origin} failed: ${causeOf(error)}`;
    return new OddskeeperError({ code: "CONNECTION_ERROR", message, cause: error });
  };
  if (signal?.aborted) onAbort();
  else signal?.addEventListener("abort", onAbort, { once: true });
  try {
    controller.signal.throwIfAborted();
    const response = await options.fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      // A followed redirect would carry the API key to another host.
      redirect: "manual",
      signal: controller.signal,
    });
    const { status } = response;
    if (response.type === "opaqueredirect" || (status >= 300 && status < 400 && status !== 304)) {
      // Frees the connection. The body of a redirect has no use, nor has a failure to cancel it.
      response.body?.cancel().catch(() => undefined);
      const message = "The server redirects, which the service never does. Check baseUrl.";
      throw new OddskeeperError({ code: "REDIRECT", message, status: status || undefined });
    }
    return {
      response,
      abort,
      explain,
      end,
      stopTimeout: () => clearTimeout(timer),
    };
  } catch (error) {
    end();
    throw explain(error);
  }
};

const tooLarge = (maxBytes: number): OddskeeperError =>
  new OddskeeperError({ code: "RESPONSE_TOO_LARGE", message: `The body has more than ${maxBytes} bytes.` });

/** Reads the body as text, at most `maxBytes` after decompression. */
export const readText = async ({ response, abort, explain }: Exchange, maxBytes: number): Promise<string> => {
  const reject = (): never => {
    const error = tooLarge(maxBytes);
    abort(error);
    throw error;
  };
  if (Number(response.headers.get("content-length")) > maxBytes) reject();
  if (response.body === null) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return parts.join("") + decoder.decode();
      bytes += value.byteLength;
      if (bytes > maxBytes) reject();
      parts.push(decoder.decode(value, { stream: true }));
    }
  } catch (error) {
    throw explain(error);
  }
};

export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new OddskeeperError({ code: "INVALID_RESPONSE", message: "The body isn't complete JSON.", cause });
  }
};

/**
 * @returns the error of a response with an error status: the service's own, else HTTP_ERROR.
 * @throws OddskeeperError ABORTED
 */
export const errorOf = async (one: Exchange, maxBytes: number): Promise<OddskeeperError> => {
  const { status, headers } = one.response;
  const more = { status, retryAfterSeconds: retryAfterSeconds(headers) };
  try {
    const error = errorFrom(parseJson(await readText(one, maxBytes)), more);
    if (error !== undefined) return error;
  } catch (error) {
    if (error instanceof OddskeeperError && error.code === "ABORTED") throw error;
    // The body of a proxy, or a broken one. The status is what counts.
  }
  return new OddskeeperError({
    ...more,
    code: "HTTP_ERROR",
    message: `The server answered ${status} without the service's error object. It may be a proxy's answer.`,
    requestId: headers.get("x-request-id") ?? undefined,
  });
};
