import type { Database } from "@/db/connect";
import { createKey } from "@/server/account/keys/create-key";
import { createAccount } from "@/server/account/owner/create-account";

/** Creates an account whose limits no benchmark reaches. @returns the account's API key. */
export const createBenchKey = async (db: Database): Promise<string> => {
  const now = new Date();
  const account = await createAccount(
    db,
    { email: "bench@example.com", plan: "business", allowance: 1_000_000_000, speedLimit: 1_000_000 },
    now,
  );
  if (account === "email_taken") throw new Error(account);
  const key = await createKey(db, account.id, { label: "bench", test: false }, now);
  if (typeof key === "string") throw new Error(key);
  return key.key;
};
