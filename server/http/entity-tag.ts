import type { Encoding } from "@/server/http/negotiate-encoding";

const suffixes: Readonly<Record<Encoding, string>> = { identity: "", gzip: "-gz", br: "-br" };

/** The tag of one coding of an answer: a strong tag names bytes, and each coding has its own. `etag` is quoted. */
export const tagOfEncoding = (etag: string, encoding: Encoding): string =>
  `${etag.slice(0, -1)}${suffixes[encoding]}"`;

/**
 * Reads If-None-Match. The returned function tells whether the client has the answer with this (identity) tag in any coding.
 * https://www.rfc-editor.org/rfc/rfc9110#field.if-none-match
 */
export const readIfNoneMatch = (header: string | null): ((etag: string) => boolean) | undefined => {
  if (header === null || header.trim() === "") return undefined;
  if (header.trim() === "*") return () => true;
  const tags = new Set(header.match(/"[\x21\x23-\x7e\x80-\xff]*"/g) ?? []);
  return (etag) =>
    (Object.keys(suffixes) as Encoding[]).some((encoding) => tags.has(tagOfEncoding(etag, encoding)));
};
