import { randomInt } from "node:crypto";
import { connectDatabase, type Database } from "@/db/connect";
import { embeddedPaths } from "@/db/embedded-paths";
import { createKey } from "@/server/account/keys/create-key";
import { listKeys } from "@/server/account/keys/list-keys";
import { revokeKey } from "@/server/account/keys/revoke-key";
import { createAccount, type NewAccount } from "@/server/account/owner/create-account";
import { findAccountByEmail } from "@/server/account/owner/find-account";
import { createAccessToken } from "@/server/account/sign-in/access-token";

export type AccountTerms = Partial<Omit<NewAccount, "email">> & { readonly withoutKey?: boolean };

type KeyOptions = { readonly label: string; readonly test?: boolean; readonly revoked?: boolean };

/**
 * Manages accounts directly in a running service's database. Tests do not use the operator's command line for this, because each command
 * takes seconds of processor time.
 */
export type ServiceAccounts = {
  /** Creates an account, on the business plan by default. @returns its first key; with `withoutKey`, an empty string. */
  readonly create: (email: string, terms?: AccountTerms) => Promise<string>;
  readonly addKey: (email: string, options: KeyOptions) => Promise<string>;
  readonly find: (
    email: string,
  ) => Promise<{ readonly plan: string; readonly keys: readonly { readonly id: string }[] } | undefined>;
  /** Creates a bearer access token. */
  readonly createToken: (email: string) => Promise<string>;
  readonly close: () => Promise<void>;
};

/** An email address that no other test uses. */
export const newEmail = (): string => `visitor-${randomInt(1e9)}@example.com`;

/** Manages the accounts of a service's database. */
export const manageAccounts = (db: Database): Omit<ServiceAccounts, "close"> => {
  const requireAccount = async (email: string) => {
    const account = await findAccountByEmail(db, email);
    if (account === undefined) throw new Error(`there is no account for ${email}`);
    return account;
  };

  const addKey = async (email: string, { label, test = false, revoked = false }: KeyOptions) => {
    const account = await requireAccount(email);
    const created = await createKey(db, account.id, { label, test }, new Date());
    if (typeof created === "string") throw new Error(`the key was not created: ${created}`);
    // No process has seen the key yet, so there is no cached caller to invalidate.
    if (revoked) await revokeKey(db, async () => undefined, account.id, created.id, new Date());
    return created.key;
  };

  return {
    create: async (email, { withoutKey = false, ...terms } = {}) => {
      const account = await createAccount(db, { email, plan: "business", ...terms }, new Date());
      if (account === "email_taken") throw new Error(`there is an account for ${email} already`);
      return withoutKey ? "" : addKey(email, { label: "first key" });
    },
    addKey,
    find: async (email) => {
      const account = await findAccountByEmail(db, email);
      return account && { plan: account.plan, keys: await listKeys(db, account.id) };
    },
    createToken: async (email) =>
      (await createAccessToken(db, (await requireAccount(email)).id, null, new Date())).accessToken,
  };
};

/** Manages the accounts of a running service with the embedded database. */
export const openAccounts = ({ dataDir }: { readonly dataDir: string }): ServiceAccounts => {
  const db = connectDatabase({ socketPath: embeddedPaths(dataDir).socket }, 1);
  return { ...manageAccounts(db), close: () => db.$client.end({ timeout: 2 }) };
};
