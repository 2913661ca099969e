import { LRUCache } from "lru-cache";
import type { Rendered } from "@/server/board/board";
import type { Timed } from "@/server/board/fresh-prices";
import { renderBytes } from "@/server/board/rendered";

type Answer = {
  readonly identity: Buffer;
  readonly rendered: Rendered;
  revision: number;
  from: number;
  until: number;
};

export type AnswerCache = {
  /**
   * The answer that is kept, unless the data or the time require it anew.
   * @param key names the question.
   * @param revision changes whenever the data behind the answer do.
   * @param now ms since the epoch.
   */
  readonly find: (key: string, revision: number, now: number) => Rendered | undefined;
  /** Keeps `json`, which was made of this revision as of `now`. */
  readonly keep: (key: string, revision: number, now: number, json: Timed<string>) => Rendered;
  /** What is kept, in bytes, compressed forms included. */
  readonly keptBytes: () => number;
};

/** gzip and br of odds take less than a quarter of the plain bytes each. */
const bytesKept = (plainBytes: number): number => Math.ceil(plainBytes * 1.5);

/** Answers that were asked for lately, within a bound of memory. */
export const createAnswerCache = (mostBytes: number): AnswerCache => {
  const answers = new LRUCache<string, Answer>({
    maxSize: mostBytes,
    sizeCalculation: ({ identity }, key) => bytesKept(identity.byteLength) + 2 * key.length,
  });

  return {
    find: (key, revision, now) => {
      const known = answers.get(key);
      // A clock that was set back may find fresh again what an answer has left out.
      if (known?.revision !== revision || now < known.from || now >= known.until) return undefined;
      return known.rendered;
    },
    keep: (key, revision, now, { value, until }) => {
      const identity = Buffer.from(value);
      const known = answers.get(key);
      if (known?.identity.equals(identity)) {
        // What changed does not show in this answer: its tag and its compressed forms stay.
        Object.assign(known, { revision, from: now, until });
        return known.rendered;
      }
      const rendered = renderBytes(identity);
      answers.set(key, { identity, rendered, revision, from: now, until });
      return rendered;
    },
    keptBytes: () => answers.calculatedSize,
  };
};
