import { isDeepStrictEqual } from "node:util";
import { LRUCache } from "lru-cache";
import type { Rendered } from "@/server/domain/serialize/rendered";
import { renderBytes } from "@/server/domain/serialize/rendered";
import type { Expiring } from "@/server/market/board/fresh-prices";

/** The parts of a JSON text, in order. */
export type JsonParts = readonly string[];

type CachedResponse = {
  readonly identity: Buffer;
  readonly rendered: Rendered;
  revision: number;
  from: number;
  until: number;
};

export type ResponseCache = {
  /**
   * Returns the cached response, if it is still correct, and the time since when it has been correct.
   * @param revision the current revision of the data. A response stored for another revision is not returned.
   * @param now ms since the epoch.
   */
  readonly find: (
    key: string,
    revision: number,
    now: number,
  ) => { readonly rendered: Rendered; readonly from: number } | undefined;
  /**
   * Caches the text `json`, which was rendered from the data of `revision`, as of `now`.
   * @param headers further headers of the response.
   */
  readonly store: (
    key: string,
    revision: number,
    now: number,
    json: Expiring<JsonParts>,
    headers?: Rendered["headers"],
  ) => Rendered;
  /** The size of the cache in bytes, compressed forms included. */
  readonly cachedBytes: () => number;
};

/** The gzip and br forms of odds each take less than a quarter of the plain bytes. */
const cachedBytesOf = (plainBytes: number): number => Math.ceil(plainBytes * 1.5);

/** Caches responses. Beyond `maxBytes`, the least recently used are dropped. */
export const createResponseCache = (maxBytes: number): ResponseCache => {
  const responses = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    sizeCalculation: ({ identity }, key) => cachedBytesOf(identity.byteLength) + 2 * key.length,
  });

  return {
    find: (key, revision, now) => {
      const cached = responses.get(key);
      // If `now` is before `from`, the clock was set back. Prices that the response left out as stale may then be fresh again.
      if (cached?.revision !== revision || now < cached.from || now >= cached.until) return undefined;
      return cached;
    },
    store: (key, revision, now, { value, until }, headers) => {
      // Joining the parts first would take four times as long as encoding each part (full slate, 343 KB).
      const identity = Buffer.concat(value.map((part) => Buffer.from(part)));
      const cached = responses.get(key);
      if (cached?.identity.equals(identity) && isDeepStrictEqual(cached.rendered.headers, headers)) {
        // The new bytes equal the cached bytes: keep the entity tag and the compressed forms.
        Object.assign(cached, { revision, from: now, until });
        return cached.rendered;
      }
      const rendered = renderBytes(identity, headers);
      responses.set(key, { identity, rendered, revision, from: now, until });
      return rendered;
    },
    cachedBytes: () => responses.calculatedSize,
  };
};
