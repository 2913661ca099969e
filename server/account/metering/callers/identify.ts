import { LRUCache } from "lru-cache";
import type { Database } from "@/db/connect";
import { findKeyByHash, findTerms } from "@/server/account/metering/callers/find-caller";
import { callerOf, decodeTerms, encodeTerms, type Terms } from "@/server/account/metering/callers/terms";
import type { Caller } from "@/server/account/metering/meter";

const maxRemembered = 50_000;

type KeyOwner = { readonly accountId: string; readonly keyId: string };

/** A cache of callers, shared by all instances. */
export type SharedCallers = {
  /** The text of a cached caller; undefined if the caller is not cached or the cache is unavailable. */
  readonly read: (hash: string) => Promise<string | undefined>;
  /** Must not throw. */
  readonly write: (hash: string, text: string) => void;
};

type CachedCaller = { readonly owner: KeyOwner; readonly terms: Terms };

const encodeCaller = ({ owner, terms }: CachedCaller): string =>
  `${owner.accountId}|${owner.keyId}|${encodeTerms(terms)}`;

const decodeCaller = (text: string): CachedCaller | undefined => {
  const [, accountId = "", keyId = "", version = ""] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\|(.*)$/.exec(
      text,
    ) ?? [];
  const terms = decodeTerms(version);
  return terms && { owner: { accountId, keyId }, terms };
};

/** Finds the caller behind a credential, in the caches or the database. Each call's admission checks whether a cached caller is valid. */
export const createIdentify = (db: Database, shared: SharedCallers | undefined, clock: () => number) => {
  const owners = new LRUCache<string, KeyOwner>({ max: maxRemembered });
  const termsByAccount = new LRUCache<string, Terms>({ max: maxRemembered });

  const rememberTerms = (accountId: string, terms: Terms): void => void termsByAccount.set(accountId, terms);

  const remember = (hash: string, owner: KeyOwner, terms: Terms): Caller => {
    owners.set(hash, owner);
    rememberTerms(owner.accountId, terms);
    return callerOf(owner.accountId, owner.keyId, terms, clock());
  };

  return {
    identifyKey: async (hash: string): Promise<Caller | undefined> => {
      const owner = owners.get(hash);
      const terms = owner && termsByAccount.get(owner.accountId);
      if (owner !== undefined && terms !== undefined)
        return callerOf(owner.accountId, owner.keyId, terms, clock());
      const text = await shared?.read(hash);
      const cached = text === undefined ? undefined : decodeCaller(text);
      if (cached !== undefined) return remember(hash, cached.owner, cached.terms);
      const found = await findKeyByHash(db, hash);
      if (found === undefined) return undefined;
      shared?.write(hash, encodeCaller({ owner: found, terms: found.terms }));
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
    forgetTerms: (accountId: string): void => void termsByAccount.delete(accountId),
  };
};
