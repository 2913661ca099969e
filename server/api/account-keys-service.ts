/** An API key as its owner may see it again: never with the secret. */
export type ApiKeyRecord = {
  readonly id: string;
  /** `ok_live_` or `ok_test_` and the first 8 characters after it. */
  readonly prefix: string;
  readonly lastFour: string;
  readonly label: string;
  readonly test: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
};

/** The answer to a creation, the only one with the full secret. */
export type CreatedApiKey = ApiKeyRecord & { readonly key: string };

/** The verbs behind endpoints 13 to 15, each within one account. */
export type AccountKeys = {
  /** All keys of the account, revoked ones too, oldest first. */
  list(accountId: string): Promise<readonly ApiKeyRecord[]>;
  /** `label` is trimmed and valid. `too_many_keys`: the account has as many active keys as it may. */
  create(
    accountId: string,
    options: { readonly label: string; readonly test: boolean },
  ): Promise<CreatedApiKey | "too_many_keys">;
  /** `keyId` is a uuid. Revoking twice is `revoked` twice; another account's key is `not_found`. */
  revoke(accountId: string, keyId: string): Promise<"revoked" | "not_found">;
};

/** Whose website session an access token stands for; undefined when it is unknown, expired or ended. */
export type IdentifySession = (accessToken: string) => Promise<{ readonly accountId: string } | undefined>;
