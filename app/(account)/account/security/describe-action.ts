import type { AccountAction } from "@/server/account/owner/audit";
import { planNames, planTitle } from "@/server/domain/plans/plans";

type Detail = AccountAction["detail"];
type Describe = (detail: Detail) => string;

const textOf = (value: Detail[string] | undefined): string => (typeof value === "string" ? value : "");
const describeKey = ({ label, lastFour }: Detail): string => `${textOf(label)} (…${textOf(lastFour)})`;
const describePlan = ({ plan }: Detail): string => {
  const name = planNames.find((each) => each === plan);
  return name === undefined ? textOf(plan) : planTitle(name);
};
const onDevice = ({ device }: Detail): string => (textOf(device) === "" ? "" : ` on ${textOf(device)}`);

const describeOverlap = (hours: Detail[string] | undefined): string => {
  if (hours === 0) return "immediately";
  if (typeof hours !== "number") return "later";
  if (hours === 1) return "after 1 hour";
  return hours === 24 ? "after 1 day" : `after ${hours / 24} days`;
};

/** The sentence for each action, by the action's name in the audit log. */
const sentences = new Map<string, Describe>([
  ["sign in", (detail) => `Signed in with ${textOf(detail.way)}${onDevice(detail)}`],
  ["sign out", (detail) => `Signed out${onDevice(detail)}`],
  ["session end", (detail) => `Ended the session${onDevice(detail)}`],
  [
    "sessions end",
    ({ sessions }) => `Signed out everywhere (${sessions} ${sessions === 1 ? "session" : "sessions"})`,
  ],
  ["identity unlink", ({ user }) => `Unlinked GitHub user ${textOf(user)}`],
  [
    "key create",
    (detail) => `Created API key ${textOf(detail.label) === "" ? "" : describeKey(detail)}`.trim(),
  ],
  ["key rename", (detail) => `Renamed API key ${textOf(detail.before)} to ${describeKey(detail)}`],
  [
    "key rotate",
    (detail) =>
      `Rotated API key ${describeKey(detail)} to …${textOf(detail.newLastFour)}; the old key stops working ${describeOverlap(detail.overlapHours)}`,
  ],
  [
    "key revoke",
    (detail) => `Revoked API key ${textOf(detail.label) === "" ? "" : describeKey(detail)}`.trim(),
  ],
  ["token create", () => "Created an access token"],
  ["token revoke", () => "Revoked an access token"],
  ["session create", () => "Created an access token for support"],
  ["plan request", (detail) => `Requested the ${describePlan(detail)} plan`],
  ["account create", () => "Created the account"],
  ["account plan", (detail) => `Changed the plan to ${describePlan(detail)}`],
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
