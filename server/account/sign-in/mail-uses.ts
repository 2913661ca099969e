import type { SignInLimit, Uses } from "@/server/account/sign-in/sign-in-limits";

/** The client that requests a page. */
export type PageClient = {
  /** An IPv4 address or an IPv6 /64. */
  readonly network: string;
  /** An IPv4 /24 or an IPv6 /48. */
  readonly range: string;
  /** The range as text for audit lines; null if the address is unknown. */
  readonly displayedRange: string | null;
};

/** The website's procedures that send an email, each with its hourly limits. */
export const mailingProcedures = {
  "account.delete": ["mail", "mailFromRange", "mailFromNetwork", "deletionOfAccount"],
  "account.requestPlan": ["mail", "mailFromRange", "mailFromNetwork", "planRequestOfAccount"],
} as const satisfies Readonly<Record<string, readonly SignInLimit[]>>;

/** For each limit on a procedure's emails, returns whose emails count: those of one network, range or account, or everyone's. */
export const mailUses = (
  procedure: keyof typeof mailingProcedures,
  accountId: string,
  { network, range }: PageClient,
): Uses => {
  const subjects: Uses = {
    mail: "all",
    mailFromRange: range,
    mailFromNetwork: network,
    deletionOfAccount: accountId,
    planRequestOfAccount: accountId,
  };
  return Object.fromEntries(mailingProcedures[procedure].map((limit) => [limit, subjects[limit]]));
};
