import type { AccountAction } from "@/server/account/owner/audit";
import { planNames, planTitle } from "@/server/domain/plans/plans";

type Detail = AccountAction["detail"];
type Describe = (detail: Detail) => string;

const text = (value: Detail[string] | undefined): string => (typeof value === "string" ? value : "");
const keyIn = ({ label, lastFour }: Detail): string => `${text(label)} (…${text(lastFour)})`;
const planIn = ({ plan }: Detail): string => {
  const name = planNames.find((each) => each === plan);
  return name === undefined ? text(plan) : planTitle(name);
};
const on = ({ device }: Detail): string => (text(device) === "" ? "" : ` on ${text(device)}`);

const overlapOf = (hours: Detail[string] | undefined): string => {
  if (hours === 0) return "at once";
  if (typeof hours !== "number") return "later";
  if (hours === 1) return "after 1 hour";
  return hours === 24 ? "after 1 day" : `after ${hours / 24} days`;
};

/** The sentence for each action, by the action's name in the audit log. */
const sentences = new Map<string, Describe>([
  ["sign in", (detail) => `Signed in with ${text(detail.way)}${on(detail)}`],
  ["sign out", (detail) => `Signed out${on(detail)}`],
  ["session end", (detail) => `Ended the session${on(detail)}`],
  [
    "sessions end",
    ({ sessions }) => `Signed out everywhere (${sessions} ${sessions === 1 ? "session" : "sessions"})`,
  ],
  ["identity unlink", ({ user }) => `Unlinked GitHub user ${text(user)}`],
  ["key create", (detail) => `Created API key ${text(detail.label) === "" ? "" : keyIn(detail)}`.trim()],
  ["key rename", (detail) => `Renamed API key ${text(detail.before)} to ${keyIn(detail)}`],
  [
    "key rotate",
    (detail) =>
      `Rotated API key ${keyIn(detail)} to …${text(detail.newLastFour)}; the old one ends ${overlapOf(detail.overlapHours)}`,
  ],
  ["key revoke", (detail) => `Revoked API key ${text(detail.label) === "" ? "" : keyIn(detail)}`.trim()],
  ["token create", () => "Created an access token"],
  ["token revoke", () => "Revoked an access token"],
  ["session create", () => "Created an access token for support"],
  ["plan request", (detail) => `Requested the ${planIn(detail)} plan`],
  ["account create", () => "Created the account"],
  ["account plan", (detail) => `Changed the plan to ${planIn(detail)}`],
  ["account delete", () => "Deleted the account"],
  ["account restore", () => "Restored the account"],
]);

/** What happened, as a sentence without a subject. */
export const describeAction = ({ action, detail }: Pick<AccountAction, "action" | "detail">): string =>
  sentences.get(action)?.(detail) ?? action;

const actors = new Map([
  ["owner", "You"],
  ["token", "Access token"],
  ["operator", "Operator"],
]);

export const describeActor = (actor: string): string => actors.get(actor) ?? "The service";
