import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** A response body as bytes that are sent unchanged. `etag` is strong, quoted, and depends on the uncompressed bytes alone. */
export type Rendered = {
  readonly kind: "rendered";
  readonly etag: string;
  /** Size of the uncompressed body, in bytes. */
  readonly plainLength: number;
  /** Headers that belong to this response alone. A 304 has them too. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly bytes: (encoding: "identity" | "gzip" | "br") => Uint8Array | Promise<Uint8Array>;
  /** The cursor of the prices, for the header X-Odds-Cursor. */
  readonly cursor?: string;
  /** True if a counted call with this response costs nothing. */
  readonly isFree?: boolean;
};

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

// Prices change every few seconds, so responses are compressed often, and speed matters more than size. Level 1 of gzip takes less than
// half the time of level 6, and its output is only a little longer.
const gzipOptions = { level: 1 };
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };

/** Creates a value on first use. Once it exists, returns it without a promise, so that callers need not await it. */
const once = <T>(create: () => Promise<T>): (() => T | Promise<T>) => {
  let result: T | Promise<T> | undefined;
  return () => {
    result ??= create().then((value) => {
      result = value;
      return value;
    });
    return result;
  };
};

/** Prepares bytes as a response body. Each compressed form is created on first use, and at most once. */
export const renderBytes = (identity: Buffer, headers?: Rendered["headers"]): Rendered => {
  const gzipped = once(() => gzipAsync(identity, gzipOptions));
  const brotli = once(() => brotliAsync(identity, brotliOptions));
  return {
    kind: "rendered",
    plainLength: identity.byteLength,
    headers,
    etag: `"${createHash("sha1").update(identity).digest("base64url")}"`,
    bytes: (encoding) => (encoding === "identity" ? identity : encoding === "gzip" ? gzipped() : brotli()),
  };
};

/** Prepares a body that is already JSON text. */
export const renderText = (json: string): Rendered => renderBytes(Buffer.from(json));

export const renderJson = (value: unknown): Rendered => renderText(JSON.stringify(value));

export const isRendered = (value: unknown): value is Rendered =>
  typeof value === "object" && value !== null && "kind" in value && value.kind === "rendered";
