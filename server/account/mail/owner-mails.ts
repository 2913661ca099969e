import { graceDays } from "@/server/account/deletion/grace";
import type { Mail } from "@/server/account/mail/send-mail";

const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

/** Tells the owner that the account was deleted, and how to restore it. */
export const composeDeletionMail = (
  baseUrl: string,
  { email, restorableUntil }: { readonly email: string; readonly restorableUntil: Date },
): Mail => ({
  to: email,
  subject: "Your Oddskeeper account was deleted",
  opening: `The Oddskeeper account ${email} was deleted. Its API keys and access tokens no longer work, and it is signed out everywhere.`,
  link: { label: "Sign in to restore it", url: `${baseUrl}/signin` },
  ending: [
    `To restore the account, sign in before ${time.format(restorableUntil)} UTC. Plan, usage and settings are restored, but not the keys: create new ones.`,
    `If you do nothing, the account and all its data are removed ${graceDays} days after the deletion.`,
    "If you did not delete the account, sign in to restore it.",
  ],
});

export const maxNoteLength = 1_000;

export type PlanRequest = {
  readonly email: string;
  readonly accountId: string;
  readonly currentPlan: string;
  readonly wantedPlan: string;
  /** At most `maxNoteLength` characters; empty without a note. */
  readonly note: string;
};

/** Asks the operator to change a plan. Replies go to the customer. */
export const composePlanRequestMail = (supportEmail: string, request: PlanRequest): Mail => {
  const { email, accountId, currentPlan, wantedPlan, note } = request;
  return {
    to: supportEmail,
    replyTo: email,
    subject: `Plan request: ${wantedPlan} for ${email}`,
    opening: `${email} asks to change from the ${currentPlan} plan to the ${wantedPlan} plan.`,
    ending: [
      `Account: ${accountId}`,
      ...(note === "" ? [] : [`Note: ${note}`]),
      `To change the plan: ops account plan --email ${email} --plan ${wantedPlan}`,
    ],
  };
};
