import type { By } from "@/server/accounts/audit";
import type { ApiContext } from "@/server/api/context";

/** Who makes a call with a website session or an access token, for the account's activity. */
export const byOf = ({ websiteSession, website }: Pick<ApiContext, "websiteSession" | "website">): By => ({
  actor: websiteSession === undefined ? "token" : "owner",
  network: website?.client.shown ?? null,
});
