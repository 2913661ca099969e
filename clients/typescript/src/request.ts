import type { ResponseCache } from "./cache.js";
import { isTransient, OddskeeperError } from "./errors.js";
import { type Exchange, errorOf, exchange, type Fetch, parseJson, readText } from "./exchange.js";
import type { Operation } from "./operations.js";
import { backoffMs, wait } from "./wait.js";

export type Settings = {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly accessToken: string | undefined;
  readonly maxRetries: number;
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly fetch: Fetch;
  readonly cache: ResponseCache;
  /** Added to each request. */
  readonly headers: Readonly<Record<string, string>>;
};

export type RequestOptions = {
  /** Ends the call with the code ABORTED. */
  readonly signal?: AbortSignal | undefined;
  /** For one attempt, body included. */
  readonly timeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
};

/** Requests of the billing period. A figure is undefined if a proxy removed its header. */
export type UsageFigures = {
  readonly used: number | undefined;
  readonly remaining: number | undefined;
  /** What this call cost. */
  readonly last: number | undefined;
};
/** The speed limit. A figure is undefined if a proxy removed its header. */
export type RateLimit = {
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
  /** The time until the current window ends. */
  readonly resetSeconds: number | undefined;
};

export type ApiResponse<T> = {
  readonly data: T;
  readonly status: number;
  readonly headers: Headers;
  readonly requestId: string | undefined;
  readonly usage: UsageFigures;
  readonly rateLimit: RateLimit;
  /** true if the service answered 304, which costs nothing, and the data come from the client's cache. */
  readonly isFromCache: boolean;
};

/** A promise of the data. */
export type ApiPromise<T> = Promise<T> & {
  /** @returns the data with usage figures, headers and request id. */
  withResponse(): Promise<ApiResponse<T>>;
};

export type Params = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(",");
  return value instanceof Date ? value.toISOString() : String(value);
};

/** @returns the query for these parameters, without those that are undefined or null. */
export const queryOf = (params: Params): string => {
  const pairs = Object.entries(params)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(
      ([name, value]) =>
        `${encodeURIComponent(name)}=${encodeURIComponent(textOf(value)).replaceAll("%2C", ",")}`,
    );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
};

/** Splits the parameters into those of the path and the rest. */
const fillPath = (path: string, params: Params): readonly [path: string, rest: Params] => {
  const rest = new Map(Object.entries(params));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    // A URL drops segments of dots.
    if (typeof value !== "string" || /^\.{0,2}$/.test(value)) throw new TypeError(`${name} is required.`);
    return encodeURIComponent(value);
  });
  return [filled, Object.fromEntries(rest)];
};

export const authorization = (settings: Settings, needsSession = false): Record<string, string> => {
  const { apiKey, accessToken } = settings;
  if (needsSession) return accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` };
  return apiKey === undefined ? {} : { "x-api-key": apiKey };
};

const numberOf = (headers: Headers, name: string): number | undefined => {
  const value = headers.get(name) ?? "";
  return /^\d+$/.test(value) ? Number(value) : undefined;
};

const respond = <T>(response: Response, data: T, isFromCache: boolean): ApiResponse<T> => {
  const { headers, status } = response;
  return {
    data,
    status,
    headers,
    isFromCache,
    requestId: headers.get("x-request-id") ?? undefined,
    usage: {
      used: numberOf(headers, "x-requests-used"),
      remaining: numberOf(headers, "x-requests-remaining"),
      last: numberOf(headers, "x-requests-last"),
    },
    rateLimit: {
      limit: numberOf(headers, "x-ratelimit-limit"),
      remaining: numberOf(headers, "x-ratelimit-remaining"),
      resetSeconds: numberOf(headers, "x-ratelimit-reset"),
    },
  };
};

/** The longest wait between two attempts if the response has no `Retry-After`. */
const MAX_BACKOFF_MS = 8000;
const methodsWithBody: readonly string[] = ["POST", "PUT", "PATCH"];

const attempt = async (
  settings: Settings,
  operation: Operation,
  params: Params,
  options: RequestOptions,
): Promise<ApiResponse<unknown>> => {
  const [method, template, needsSession] = operation;
  const [path, rest] = fillPath(template, params);
  const isGet = method === "GET";
  const hasBody = methodsWithBody.includes(method);
  const url = `${settings.baseUrl}${path}${hasBody ? "" : queryOf(rest)}`;
  const cached = isGet && !needsSession ? settings.cache.get(url) : undefined;
  const body = hasBody ? JSON.stringify(rest) : undefined;
  const one: Exchange = await exchange({
    fetch: settings.fetch,
    url,
    method,
    headers: {
      ...settings.headers,
      accept: "application/json",
      ...authorization(settings, needsSession === 1),
      ...(cached !== undefined && { "if-none-match": cached.etag }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    body,
    timeoutMs: options.timeoutMs ?? settings.timeoutMs,
    signal: options.signal,
  });
  try {
    const { response } = one;
    if (response.status === 304 && cached !== undefined)
      return respond(response, parseJson(cached.text), true);
    if (!response.ok) throw await errorOf(one, settings.maxResponseBytes);
    const text = await readText(one, settings.maxResponseBytes);
    if (response.status === 204) return respond(response, undefined, false);
    const data = parseJson(text);
    const etag = response.headers.get("etag");
    if (isGet && !needsSession && etag !== null) settings.cache.set(url, { etag, text });
    return respond(response, data, false);
  } finally {
    one.end();
  }
};

/**
 * A body that breaks off is not an error on every JavaScript runtime. It may show only as incomplete JSON, so `INVALID_RESPONSE` is worth a
 * retry too.
 */
const isWorthRetrying = (error: OddskeeperError): boolean =>
  isTransient(error) || error.code === "INVALID_RESPONSE";

/**
 * Sends a request, and sends a GET again after a connection error, an incomplete body, 408, SPEED_LIMIT and 5xx. If `Retry-After` is longer
 * than the timeout of one attempt, throws the error, with `retryAfterSeconds`, instead of waiting.
 * @throws OddskeeperError
 */
export const send = async (
  settings: Settings,
  operation: Operation,
  params: Params,
  options: RequestOptions,
): Promise<ApiResponse<unknown>> => {
  const maxRetries = operation[0] === "GET" ? (options.maxRetries ?? settings.maxRetries) : 0;
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt(settings, operation, params, options);
    } catch (error) {
      if (!(error instanceof OddskeeperError) || failures >= maxRetries || !isWorthRetrying(error))
        throw error;
      const { retryAfterSeconds: seconds } = error;
      if (seconds !== undefined && seconds * 1000 > (options.timeoutMs ?? settings.timeoutMs)) throw error;
      await wait(
        seconds === undefined
          ? backoffMs(failures, 500, MAX_BACKOFF_MS)
          : seconds * 1000 + Math.random() * 250,
        options.signal,
      );
    }
  }
};

/** @returns the promise that methods return. */
export const apiPromise = <T>(response: Promise<ApiResponse<T>>): ApiPromise<T> => {
  const data = response.then((one) => one.data);
  return Object.assign(data, {
    withResponse: () => {
      // The caller awaits `response`, not `data`. Without this handler, a failure would also be an unhandled rejection of `data`.
      data.catch(() => undefined);
      return response;
    },
  });
};
