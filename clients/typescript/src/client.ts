import { createCache } from "./cache.js";
import type { Fetch } from "./exchange.js";
import type { StreamOptions } from "./follow.js";
import type { DateFormat, OddsFormat } from "./formats.js";
import { type Operation, operations, type Resources } from "./operations.js";
import {
  type ApiPromise,
  apiPromise,
  type Params,
  type RequestOptions,
  type Settings,
  send,
} from "./request.js";
import { type OddsStream, openStream, type StreamParams } from "./stream.js";
import { version } from "./version.js";

const MEBIBYTE = 1024 * 1024;

export type OddskeeperOptions = {
  /** Default: the environment variable ODDSKEEPER_KEY. Only this client's `baseUrl` gets the key, in the header X-API-Key. */
  readonly apiKey?: string | undefined;
  /** The service's address, without /v1. Default: the environment variable ODDSKEEPER_URL, else http://localhost:3000. */
  readonly baseUrl?: string | undefined;
  /** A token of a signed-in session. Only the methods of `keys` need it. Default: ODDSKEEPER_TOKEN. */
  readonly accessToken?: string | undefined;
  /** How often a GET is sent again after a connection error, 408, 429 or 5xx. Default: 2. */
  readonly maxRetries?: number | undefined;
  /** For one attempt, body included. A longer `Retry-After` is an error instead of a wait. Default: 60,000. */
  readonly timeoutMs?: number | undefined;
  /** The most memory for responses that conditional requests reuse. 0: none. Default: 8 MiB. */
  readonly cacheBytes?: number | undefined;
  /** The largest body to accept, decompressed. Default: 32 MiB. */
  readonly maxResponseBytes?: number | undefined;
  /** Replaces the platform's `fetch`. */
  readonly fetch?: Fetch | undefined;
};

export type Oddskeeper = Omit<Resources, "odds"> & {
  odds: Resources["odds"] & {
    /**
     * Prices as they change. `for await (const board of client.odds.stream({ sports }))` yields the assembled board after each change, and
     * resumes after each disconnect. It ends with an error only if a retry cannot help. Opening costs one request, and so does each resume.
     */
    stream<D extends DateFormat = "iso", O extends OddsFormat = "american">(
      params: StreamParams<D, O>,
      options?: StreamOptions,
    ): OddsStream<D, O>;
  };
  /** Calls an operation that this version has no method for. `params` fill the path; the others become the body of a POST, PUT or PATCH, else the query. */
  request<T = unknown>(
    method: string,
    path: string,
    params?: Params,
    options?: RequestOptions,
  ): ApiPromise<T>;
};

const environment = (): Readonly<Record<string, string | undefined>> =>
  (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env ?? {};

/** Platforms print a malformed header in their error, so a malformed secret must not reach them. */
const readSecret = (name: string, value: string | undefined): string | undefined => {
  const secret = value?.trim();
  if (secret !== undefined && !/^[\x21-\x7e]*$/.test(secret))
    throw new TypeError(`${name} has a character that no ${name} has.`);
  return secret || undefined;
};

const readSettings = (options: OddskeeperOptions): Settings => {
  const env = environment();
  const baseUrl = new URL(options.baseUrl ?? env.ODDSKEEPER_URL ?? "http://localhost:3000");
  const isBrowser = "document" in globalThis;
  return {
    baseUrl: (baseUrl.origin + baseUrl.pathname).replace(/\/+$/, "").replace(/\/v1$/, ""),
    apiKey: readSecret("apiKey", options.apiKey ?? env.ODDSKEEPER_KEY),
    accessToken: readSecret("accessToken", options.accessToken ?? env.ODDSKEEPER_TOKEN),
    maxRetries: options.maxRetries ?? 2,
    timeoutMs: options.timeoutMs ?? 60_000,
    maxResponseBytes: options.maxResponseBytes ?? 32 * MEBIBYTE,
    // `fetch` is looked up at each call, because instrumentation may replace it later.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    cache: createCache(options.cacheBytes ?? 8 * MEBIBYTE),
    // Browsers would ask the server's permission for this header.
    headers: isBrowser ? {} : { "user-agent": `oddskeeper-js/${version}` },
  };
};

const createClient = (options: OddskeeperOptions = {}): Oddskeeper => {
  const settings = readSettings(options);
  const call = (operation: Operation, params: Params = {}, own: RequestOptions = {}): ApiPromise<unknown> =>
    apiPromise(send(settings, operation, params, own));
  const resources = Object.fromEntries(
    Object.entries(operations).map(([name, methods]) => [
      name,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [
          method,
          (params?: Params, own?: RequestOptions) => call(operation, params, own),
        ]),
      ),
    ]),
  ) as unknown as Resources;
  return {
    ...resources,
    odds: { ...resources.odds, stream: (params, own) => openStream(settings, params, own) },
    request: <T>(method: string, path: string, params?: Params, own?: RequestOptions) => {
      // Else the path could continue the host's name, and the key would go to another host.
      if (!path.startsWith("/")) throw new TypeError("path must begin with /.");
      return call([method.toUpperCase(), path], params, own) as ApiPromise<T>;
    },
  };
};

/**
 * A client of the service.
 * @example const client = new Oddskeeper({ apiKey, baseUrl });
 */
export const Oddskeeper = function Oddskeeper(options?: OddskeeperOptions) {
  return createClient(options);
} as unknown as new (
  options?: OddskeeperOptions,
) => Oddskeeper;
