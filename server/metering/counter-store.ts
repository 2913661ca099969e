/** A Lua script of the counter store; `sha` is what EVALSHA knows it by. */
export type Script = { readonly name: string; readonly lua: string; readonly sha: string };

/** What a script answered: a list of integers and texts. */
export type Reply = readonly (string | number | null)[];

/** The counter store did not answer as it should. */
export class CounterStoreError extends Error {
  override readonly name = "CounterStoreError";
  /** `no`: the command certainly had no effect. `unknown`: it may have had it, or may have it later. */
  readonly applied: "no" | "unknown";

  constructor(message: string, applied: "no" | "unknown", cause?: unknown) {
    super(message, { cause });
    this.applied = applied;
  }
}

const lasting = "=";

/**
 * A key that means the same after the server has been restarted or replaced by another. Others may be from an older state then: a store that
 * can tell does not find them again.
 */
export const lastingKey = (name: string): string => lasting + name;

/** A key as it is on the server. @param namespace what tells one life of the server from another, with its separator. */
export const serverKey = (key: string, namespace = ""): string =>
  key.startsWith(lasting) ? `ok:${key.slice(lasting.length)}` : `ok:${namespace}${key}`;

/** The longest that a call waits for the counter store. */
export const storeDeadlineMs = 250;

/**
 * Where counters live that several instances share. Commands of one instance take effect in the order in which they were given, and those
 * that wait while a round trip is in flight go out together in the next one.
 */
export type CounterStore = {
  /**
   * Runs a script; answers or fails within `storeDeadlineMs`, and tries only once.
   * @throws CounterStoreError
   */
  readonly run: (
    script: Script,
    keys: readonly string[],
    args: readonly (string | number)[],
  ) => Promise<Reply>;
  /** @throws CounterStoreError when the store cannot be used now. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
};
