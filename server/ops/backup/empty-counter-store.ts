import {
  type CounterStore,
  CounterStoreError,
  createScript,
  keyPrefix,
} from "@/server/account/metering/counter/counter-store";
import { integerAt } from "@/server/account/metering/counter/read-reply";

/**
 * Counts our records on one page of keys, and can delete them. Arguments: the cursor; 1 to delete the records or 0 to keep them; the key
 * prefix. Returns the next cursor ("0" at the end) and the count.
 */
const pageScript = createScript(
  "page",
  `local page = redis.call('SCAN', ARGV[1], 'MATCH', ARGV[3] .. '*', 'COUNT', 500)
if ARGV[2] == '1' then
  for _, key in ipairs(page[2]) do redis.call('DEL', key) end
end
return {page[1], #page[2]}`,
);

/** Counts our records, and deletes them if `remove`. @returns the number of records found. @throws CounterStoreError */
const countRecords = async (store: CounterStore, remove: boolean): Promise<number> => {
  let found = 0;
  let cursor = "0";
  do {
    const reply = await store.run(pageScript, [], [cursor, remove ? 1 : 0, keyPrefix]);
    cursor = String(reply[0]);
    found += integerAt(reply, 1);
  } while (cursor !== "0");
  return found;
};

/** Whether a counter store has no record of ours. @throws CounterStoreError */
export const isCounterStoreEmpty = async (store: CounterStore): Promise<boolean> =>
  (await countRecords(store, false)) === 0;

/**
 * Deletes the counters and all our other records, so that the ledger alone states the usage. Call this only while no instance runs.
 * @returns how many records there were.
 * @throws CounterStoreError if the store does not respond or an instance still writes to it. Some records may have been deleted by then.
 */
export const emptyCounterStore = async (store: CounterStore): Promise<number> => {
  const removed = await countRecords(store, true);
  if (!(await isCounterStoreEmpty(store))) throw new CounterStoreError("an instance still writes to it");
  return removed;
};
