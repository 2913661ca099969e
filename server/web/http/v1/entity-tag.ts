import { createHmac } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Encoding } from "@/server/web/http/headers/negotiate-encoding";

const suffixes: Readonly<Record<Encoding, string>> = { identity: "", gzip: "-gz", br: "-br" };

/** The maximum number of sealed tags in the cache. The service usually caches fewer responses than this. */
const maxSealedTags = 10_000;

/** Turns the digest of a response into the tag that is sent. Both are quoted. */
export type SealTag = (etag: string) => string;

/**
 * Seals tags with a secret that all instances share, so that callers cannot compute the tag of a response. HEAD requests and 304 responses
 * cost nothing. If tags were plain digests, a caller could guess prices, compute the tag and test the guess for free.
 */
export const createSealTag = (secret: string): SealTag => {
  const sealed = new LRUCache<string, string>({
    max: maxSealedTags,
    memoMethod: (etag) => `"${createHmac("sha256", secret).update(etag).digest("base64url").slice(0, 27)}"`,
  });
  return (etag) => sealed.memo(etag);
};

/** The tag of a response in one coding. Strong tags identify bytes, so each coding has its own tag. `etag` is quoted. */
export const tagOfEncoding = (etag: string, encoding: Encoding): string =>
  `${etag.slice(0, -1)}${suffixes[encoding]}"`;

/**
 * Parses If-None-Match. The returned function tells whether the client has the response with the given digest, in any coding.
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
