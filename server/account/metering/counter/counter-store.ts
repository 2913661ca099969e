import { createHash } from "node:crypto";

/** A Lua script of the counter store. EVALSHA names the script by `sha`. */
export type Script = { readonly name: string; readonly lua: string; readonly sha: string };

/**
 * Creates a script that runs several calls in one command. The command has the keys of all calls, then the arguments of all calls as JSON:
 * a list of texts per call. The reply has one entry per call. This saves processor time: an additional command costs more than additional
 * keys, and an additional argument of a command costs more than an additional text in the JSON.
 * @param lua the script of one call. All calls have the same number of keys.
 */
export const createScript = (name: string, lua: string): Script => {
  const loop = `local function run(KEYS, ARGV)
${lua}
end
local calls = cjson.decode(ARGV[1])
local keys_each = #KEYS / #calls
local replies = {}
for call, args in ipairs(calls) do
  local keys = {}
  for place = 1, keys_each do keys[place] = KEYS[(call - 1) * keys_each + place] end
  replies[call] = run(keys, args)
end
return replies`;
  return { name, lua: loop, sha: createHash("sha1").update(loop).digest("hex") };
};

export type Reply = readonly (string | number | null)[];

/** The counter store gave no valid reply. The command may have taken effect, or may still take effect. */
export class CounterStoreError extends Error {
  override readonly name: string = "CounterStoreError";

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/** The server can never be used as a counter store. The message says why, and what to use instead. */
export class UnsupportedStoreError extends CounterStoreError {
  override readonly name = "UnsupportedStoreError";
}

/**
 * The store of the counters that instances share. Commands that arrive while a round trip is in flight are sent together in the next one. A
 * command without a reply may take effect after commands that were sent later.
 */
export type CounterStore = {
  /**
   * Runs a script once. Resolves or rejects within twice `storeDeadlineMs`: the round trip in flight may have to end first.
   * @throws CounterStoreError
   */
  readonly run: (
    script: Script,
    keys: readonly string[],
    args: readonly (string | number)[],
  ) => Promise<Reply>;
  /** Runs a script that writes. @throws CounterStoreError if the store cannot be used now; UnsupportedStoreError if it never can be. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** The names of all keys in the counter store begin with this. On Redis, the current run of the server and a colon follow. */
export const keyPrefix = "ok:";
