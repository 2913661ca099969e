import { randomUUID } from "node:crypto";
import type { Database } from "@/db/connect";
import { findTerms } from "@/server/metering/callers/find-caller";
import { encodeTerms } from "@/server/metering/callers/terms";
import type { CounterCommands } from "@/server/metering/counter/counter-commands";
import type { Caller } from "@/server/metering/meter";

/**
 * Loads the record that the counter store needs to confirm a caller: the account's terms, and whether the key is live. Concurrent calls share
 * one load. @returns false if there is no such account.
 */
export const createLoadAccount = (db: Database, calls: CounterCommands) => {
  const loading = new Map<string, Promise<boolean>>();

  const loadOnce = async ({ accountId, keyId }: Caller): Promise<boolean> => {
    const token = randomUUID();
    await calls.beginLoad(accountId, token);
    const found = await findTerms(db, accountId, keyId);
    if (found === undefined) return false;
    await calls.install(accountId, token, encodeTerms(found.terms), keyId, found.keyLive);
    return true;
  };

  return (caller: Caller): Promise<boolean> => {
    const name = `${caller.accountId}:${caller.keyId ?? ""}`;
    const load = loading.get(name) ?? loadOnce(caller).finally(() => loading.delete(name));
    loading.set(name, load);
    return load;
  };
};
