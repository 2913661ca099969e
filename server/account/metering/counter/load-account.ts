import { randomUUID } from "node:crypto";
import type { Database } from "@/db/connect";
import { findTerms } from "@/server/account/metering/callers/find-caller";
import { encodeTerms } from "@/server/account/metering/callers/terms";
import type { CounterCommands } from "@/server/account/metering/counter/counter-commands";
import type { Caller } from "@/server/account/metering/meter";
import { getOrInsert } from "@/server/domain/collections";

/**
 * Creates a function that copies a caller's terms and key state from the database to the counter store. The store uses them to
 * confirm calls. Concurrent calls of a caller share one load. The function returns false if the account does not exist.
 */
export const createLoadAccount = (db: Database, calls: CounterCommands) => {
  const loading = new Map<string, Promise<boolean>>();

  const loadOnce = async (caller: Caller): Promise<boolean> => {
    const token = randomUUID();
    await calls.beginLoad(caller.accountId, token);
    const readAt = performance.now();
    const found = await findTerms(db, caller.accountId, caller.keyId);
    if (found === undefined) return false;
    // The read may have waited for a connection, so this is a lower bound of the key's remaining life. Only the database decides whether the
    // key has ended: a record with the shortest life expires before the next call, which then asks the database again.
    const keyLifeMs = found.keyLifeMs > 0 ? Math.max(1, found.keyLifeMs - (performance.now() - readAt)) : 0;
    await calls.install(caller, token, encodeTerms(found.terms), keyLifeMs);
    return true;
  };

  return (caller: Caller): Promise<boolean> => {
    const name = `${caller.accountId}:${caller.keyId ?? ""}`;
    const load = getOrInsert(loading, name, () => loadOnce(caller).finally(() => loading.delete(name)));
    return load;
  };
};
