import type { ActionSource } from "@/server/account/owner/audit";
import type { ApiContext } from "@/server/web/api/context";

/** The actor of a call with a website session or an access token, and the address range that the call came from. */
export const byOf = ({
  websiteSession,
  website,
}: Pick<ApiContext, "websiteSession" | "website">): ActionSource => ({
  actor: websiteSession === undefined ? "token" : "owner",
  network: website?.client.displayedRange ?? null,
});
