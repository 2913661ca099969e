import type { Database } from "@/db/connect";
import { retryRead } from "@/db/retry-read";
import type { NoteAccountChanged } from "@/server/accounts/change-terms";
import { createKey } from "@/server/accounts/create-key";
import { listKeys } from "@/server/accounts/list-keys";
import { revokeKey } from "@/server/accounts/revoke-key";
import type { AccountKeys } from "@/server/api/account-keys-service";

type Rooms = {
  readonly db: Database;
  readonly noteAccountChanged: NoteAccountChanged;
  /** ms since the epoch. */
  readonly now: () => number;
};

/** The verbs behind endpoints 13 to 15, on the database. */
export const createAccountKeys = ({ db, noteAccountChanged, now }: Rooms): AccountKeys => ({
  list: (accountId) => retryRead(() => listKeys(db, accountId)),
  create: async (accountId, options) => {
    const created = await createKey(db, accountId, options, new Date(now()));
    if (created === "no_account") throw new Error("the account is gone");
    return created;
  },
  revoke: (accountId, keyId) => revokeKey(db, noteAccountChanged, accountId, keyId, new Date(now())),
});
