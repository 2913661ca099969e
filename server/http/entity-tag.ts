import { createHmac } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Encoding } from "@/server/http/negotiate-encoding";

const suffixes: Readonly<Record<Encoding, string>> = { identity: "", gzip: "-gz", br: "-br" };

/** Answers that are kept and asked for again, and some more. */
const mostSealed = 10_000;

/** Turns an answer's digest into the tag that is sent; both are quoted. */
export type SealTag = (etag: string) => string;

/**
 * A tag is sealed with a secret, the same on every instance: HEAD and 304 cost nothing, and a plain digest would let a caller try
 * prices against it until one fits.
 */
export const createSealTag = (secret: string): SealTag => {
  const sealed = new LRUCache<string, string>({
    max: mostSealed,
    memoMethod: (etag) => `"${createHmac("sha256", secret).update(etag).digest("base64url").slice(0, 27)}"`,
  });
  return (etag) => sealed.memo(etag);
};

/** The tag of one coding of an answer: a strong tag names bytes, and each coding has its own. `etag` is quoted. */
export const tagOfEncoding = (etag: string, encoding: Encoding): string =>
  `${etag.slice(0, -1)}${suffixes[encoding]}"`;

/**
 * Reads If-None-Match. The returned function tells whether the client has the answer with this (identity) tag in any coding.
 * https://www.rfc-editor.org/rfc/rfc9110#field.if-none-match
 */
export const readIfNoneMatch = (
  header: string | null,
  seal: SealTag,
): ((etag: string) => boolean) | undefined => {
  if (header === null || header.trim() === "") return undefined;
  if (header.trim() === "*") return () => true;
  const tags = new Set(header.match(/"[\x21\x23-\x7e\x80-\xff]*"/g) ?? []);
  return (etag) => {
    const sealed = seal(etag);
    return (Object.keys(suffixes) as Encoding[]).some((encoding) =>
      tags.has(tagOfEncoding(sealed, encoding)),
    );
  };
};
