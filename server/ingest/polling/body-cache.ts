import { LRUCache } from "lru-cache";

type CachedBody = {
  readonly text: string;
  /** Headers that make the next request for the URL conditional. */
  readonly validators: Readonly<Record<string, string>>;
};

const maxBytes = 32 * 1024 * 1024;
const bytesPerCharacter = 2;

/** Keeps the last body of each URL whose response had an `ETag` or `Last-Modified`. After a 304, this body is used again. */
export const createBodyCache = () => {
  const bodies = new LRUCache<string, CachedBody>({
    maxSize: maxBytes,
    sizeCalculation: ({ text }) => Math.max(1, text.length * bytesPerCharacter),
  });
  return {
    get: (url: URL): CachedBody | undefined => bodies.get(url.href),
    set: (url: URL, headers: Headers, text: string): void => {
      const tag = headers.get("etag");
      const modified = headers.get("last-modified");
      const validators = {
        ...(tag !== null && { "if-none-match": tag }),
        ...(modified !== null && { "if-modified-since": modified }),
      };
      if (Object.keys(validators).length > 0) bodies.set(url.href, { text, validators });
      else bodies.delete(url.href);
    },
  };
};
