import { LRUCache } from "lru-cache";

type CachedBody = {
  readonly text: string;
  /** Headers of a conditional request. */
  readonly validators: Readonly<Record<string, string>>;
};

const maxBytes = 32 * 1024 * 1024;
const bytesPerCharacter = 2;

/** The last bodies that a host sent with an entity tag or a time of modification, so that a 304 can repeat them. */
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
