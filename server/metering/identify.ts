import { LRUCache } from "lru-cache";
import type { Database } from "@/db/connect";
import { parseApiKey } from "@/server/metering/api-key";
import { findKeyByHash, findTerms } from "@/server/metering/find-caller";
import type { Caller } from "@/server/metering/meter";
import { callerOf, decodeTerms, encodeTerms, type Terms } from "@/server/metering/terms";

const mostRemembered = 50_000;

type KeyOwner = { readonly accountId: string; readonly keyId: string };

/** Where hints are shared between instances, while it can be used. */
export type SharedHints = {
  /** undefined where there is none, or none can be had now. */
  readonly read: (hash: string) => Promise<string | undefined>;
  /** Must not reject. */
  readonly write: (hash: string, hint: string) => void;
};

const encodeHint = ({ accountId, keyId }: KeyOwner, terms: Terms): string =>
  `${accountId}|${keyId}|${encodeTerms(terms)}`;

const decodeHint = (text: string): { owner: KeyOwner; terms: Terms } | undefined => {
  const [accountId, keyId, version, ...rest] = text.split("|");
  const terms = version === undefined ? undefined : decodeTerms(version);
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  if (rest.length > 0 || terms === undefined) return undefined;
  if (!uuid.test(accountId ?? "") || !uuid.test(keyId ?? "")) return undefined;
  return { owner: { accountId: accountId ?? "", keyId: keyId ?? "" }, terms };
};

/** Who a credential belongs to, as far as is remembered. Hints only: whoever admits a call confirms them. */
export const createIdentify = (db: Database, shared: SharedHints | undefined, clock: () => number) => {
  const owners = new LRUCache<string, KeyOwner>({ max: mostRemembered });
  const hashes = new LRUCache<string, string>({ max: mostRemembered });
  const termsByAccount = new LRUCache<string, Terms>({ max: mostRemembered });

  const rememberTerms = (accountId: string, terms: Terms): void => void termsByAccount.set(accountId, terms);

  const remember = (hash: string, owner: KeyOwner, terms: Terms): Caller => {
    owners.set(hash, owner);
    hashes.set(owner.keyId, hash);
    rememberTerms(owner.accountId, terms);
    return callerOf(owner.accountId, owner.keyId, terms, clock());
  };

  return {
    identifyKey: async (presented: string): Promise<Caller | undefined> => {
      const identity = parseApiKey(presented);
      if (identity === undefined) return undefined;
      const { hash } = identity;
      const owner = owners.get(hash);
      const terms = owner && termsByAccount.get(owner.accountId);
      if (owner !== undefined && terms !== undefined)
        return callerOf(owner.accountId, owner.keyId, terms, clock());
      const text = await shared?.read(hash);
      const hint = text === undefined ? undefined : decodeHint(text);
      if (hint !== undefined) return remember(hash, hint.owner, hint.terms);
      const found = await findKeyByHash(db, hash);
      if (found === undefined) return undefined;
      shared?.write(hash, encodeHint(found, found.terms));
      return remember(hash, found, found.terms);
    },

    identifyAccount: async (accountId: string): Promise<Caller | undefined> => {
      const remembered = termsByAccount.get(accountId);
      if (remembered !== undefined) return callerOf(accountId, undefined, remembered, clock());
      const found = await findTerms(db, accountId, undefined);
      if (found === undefined) return undefined;
      rememberTerms(accountId, found.terms);
      return callerOf(accountId, undefined, found.terms, clock());
    },

    rememberTerms,
    forgetKey: (keyId: string): void => {
      const hash = hashes.get(keyId);
      if (hash !== undefined) owners.delete(hash);
    },
    forgetTerms: (accountId: string): void => void termsByAccount.delete(accountId),
  };
};
