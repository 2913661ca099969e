export type CachedResponse = { readonly etag: string; readonly text: string };
export type ResponseCache = {
  get(url: string): CachedResponse | undefined;
  set(url: string, response: CachedResponse): void;
};

/** JavaScript strings take up to two bytes per character. */
const sizeOf = (url: string, { etag, text }: CachedResponse): number =>
  2 * (url.length + etag.length + text.length);

/** @returns a cache of response bodies that forgets the least recently used ones when it has more than `maxBytes`. */
export const createCache = (maxBytes: number): ResponseCache => {
  const entries = new Map<string, CachedResponse>();
  let bytes = 0;
  const remove = (url: string): void => {
    const entry = entries.get(url);
    if (entry === undefined) return;
    entries.delete(url);
    bytes -= sizeOf(url, entry);
  };
  return {
    get: (url) => {
      const entry = entries.get(url);
      if (entry === undefined) return undefined;
      entries.delete(url);
      entries.set(url, entry);
      return entry;
    },
    set: (url, response) => {
      remove(url);
      if (sizeOf(url, response) > maxBytes) return;
      entries.set(url, response);
      bytes += sizeOf(url, response);
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) return;
        remove(oldest);
      }
    },
  };
};
