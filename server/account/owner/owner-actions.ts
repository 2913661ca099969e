import type { Database } from "@/db/connect";
import { type Deletion, deleteAccount } from "@/server/account/deletion/delete-account";
import {
  composeDeletionMail,
  composePlanRequestMail,
  type PlanRequest,
} from "@/server/account/mail/owner-mails";
import { type MailConfig, sendMail } from "@/server/account/mail/send-mail";
import { recordAccountAction } from "@/server/account/owner/audit";
import type { AnnounceAccountChanged } from "@/server/account/owner/change-terms";
import { mailUses, type PageClient } from "@/server/account/sign-in/mail-uses";
import { releaseUses, reserveUses, type SpentLimit } from "@/server/account/sign-in/sign-in-limits";
import type { RareLog } from "@/server/log-rarely";

export type OwnerActionsConfig = MailConfig & { readonly supportEmail: string | undefined };

type OwnedBy = { readonly accountId: string; readonly client: PageClient };

/** The actions of an account's owner that send an email. If an hourly limit on emails is used up, the action does nothing. */
export type OwnerActions = {
  /**
   * Revokes the account's keys, notifies the instances, and deletes the account.
   * @throws if the instances could not be notified. The keys are then revoked, but the account may still exist: repeat the call.
   */
  readonly delete: (owned: OwnedBy) => Promise<Deletion | "not_found" | SpentLimit>;
  /** @throws if the email could not be sent. */
  readonly requestPlan: (
    owned: OwnedBy,
    request: Omit<PlanRequest, "accountId">,
  ) => Promise<"sent" | "no_support" | SpentLimit>;
};

type Deps = {
  readonly db: Database;
  readonly config: OwnerActionsConfig;
  readonly announceAccountChanged: AnnounceAccountChanged;
  readonly warn: RareLog;
  /** ms since the epoch. */
  readonly now: () => number;
};

export const createOwnerActions = ({
  db,
  config,
  announceAccountChanged,
  warn,
  now,
}: Deps): OwnerActions => ({
  delete: async ({ accountId, client }) => {
    const date = new Date(now());
    const uses = mailUses("account.delete", accountId, client);
    const reserved = await reserveUses(db, uses, date);
    if ("spent" in reserved) return reserved;
    const by = { actor: "owner", network: client.displayedRange } as const;
    const deletion = await deleteAccount(db, announceAccountChanged, accountId, (tx) =>
      recordAccountAction(tx, accountId, "account delete", by, date),
    );
    if (deletion === "not_found") {
      await releaseUses(db, reserved, uses);
      return deletion;
    }
    try {
      await sendMail(config, composeDeletionMail(config.baseUrl, deletion));
    } catch (error) {
      // A failed email does not undo the deletion, because the page also shows the owner how to restore the account.
      warn("an email about a deleted account could not be sent", { err: error });
    }
    return deletion;
  },

  requestPlan: async ({ accountId, client }, request) => {
    const { supportEmail } = config;
    if (supportEmail === undefined) return "no_support";
    const date = new Date(now());
    const reserved = await reserveUses(db, mailUses("account.requestPlan", accountId, client), date);
    if ("spent" in reserved) return reserved;
    await sendMail(config, composePlanRequestMail(supportEmail, { ...request, accountId }));
    const by = { actor: "owner", network: client.displayedRange } as const;
    await recordAccountAction(db, accountId, "plan request", by, date, { plan: request.wantedPlan });
    return "sent";
  },
});
