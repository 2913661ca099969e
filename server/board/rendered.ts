import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Rendered } from "@/server/board/board";

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

// Prices change every few seconds: level 1 costs less than half of level 6 and saves nearly as much.
const gzipOptions = { level: 1 };
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/** Prepared bytes; each compressed form is made at most once, when it is first asked for, however many callers wait for it. */
export const renderBytes = (identity: Buffer): Rendered => {
  const gzipped = once(() => gzipAsync(identity, gzipOptions));
  const brotli = once(() => brotliAsync(identity, brotliOptions));
  return {
    kind: "rendered",
    etag: `"${createHash("sha1").update(identity).digest("base64url")}"`,
    bytes: (encoding) => (encoding === "identity" ? identity : encoding === "gzip" ? gzipped() : brotli()),
  };
};

/** Prepared bytes of an answer that is JSON already. */
export const renderText = (json: string): Rendered => renderBytes(Buffer.from(json));

/** Prepared bytes of a JSON answer. */
export const renderJson = (value: unknown): Rendered => renderText(JSON.stringify(value));
