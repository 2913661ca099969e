import { createHash } from "node:crypto";
import {
  type CounterStore,
  CounterStoreError,
  lastingKey,
  type Script,
} from "@/server/metering/counter-store";
import { integerAt } from "@/server/metering/read-reply";

/**
 * One page of all that a store holds for us. Keys: a prefix of every key. Arguments: cursor, 1 to delete. Answers the next cursor ("0" at
 * the end) and how many were found.
 */
const lua = `local page = redis.call('SCAN', ARGV[1], 'MATCH', KEYS[1] .. '*', 'COUNT', 500)
if ARGV[2] == '1' then
  for _, key in ipairs(page[2]) do redis.call('DEL', key) end
end
return {page[1], #page[2]}`;
const pageScript: Script = { name: "page", lua, sha: createHash("sha1").update(lua).digest("hex") };

async function* pages(store: CounterStore, remove: boolean): AsyncGenerator<number> {
  let cursor = "0";
  do {
    const reply = await store.run(pageScript, [lastingKey("")], [cursor, remove ? 1 : 0]);
    cursor = String(reply[0]);
    yield integerAt(reply, 1);
  } while (cursor !== "0");
}

/** Whether a counter store holds nothing of any instance, also of earlier lives of the store. @throws CounterStoreError */
export const isCounterStoreEmpty = async (store: CounterStore): Promise<boolean> => {
  for await (const found of pages(store, false)) if (found > 0) return false;
  return true;
};

/**
 * Deletes every counter, and all else that instances keep in a counter store. Only where none runs: the ledger decides from then on.
 * @returns how many records there were.
 * @throws CounterStoreError when the store does not answer; some may be gone then.
 */
export const emptyCounterStore = async (store: CounterStore): Promise<number> => {
  let removed = 0;
  for await (const found of pages(store, true)) removed += found;
  if (!(await isCounterStoreEmpty(store)))
    throw new CounterStoreError("an instance still writes to it", "no");
  return removed;
};
