/** A Lua script of the counter store; `sha` is its name for EVALSHA. */
export type Script = { readonly name: string; readonly lua: string; readonly sha: string };

/** A script's reply: a list of integers and texts. */
export type Reply = readonly (string | number | null)[];

/** The counter store gave no valid reply. The command may have had an effect, or may still have it. */
export class CounterStoreError extends Error {
  override readonly name = "CounterStoreError";

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/**
 * The store of the counters that instances share. Commands that arrive while a round trip is in flight go out together in the next one. A
 * command without a reply may take effect later than commands that were given after it.
 */
export type CounterStore = {
  /**
   * Runs a script once. Resolves or rejects within twice `storeDeadlineMs`: a round trip may be in flight.
   * @throws CounterStoreError
   */
  readonly run: (
    script: Script,
    keys: readonly string[],
    args: readonly (string | number)[],
  ) => Promise<Reply>;
  /** @throws CounterStoreError if the store cannot be used now. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Every key of ours on a server begins with this. */
export const keyPrefix = "ok:";

/** A key's name on the server. @param namespace of one run of the server, with its separator. */
export const serverKey = (key: string, namespace = ""): string => keyPrefix + namespace + key;
