import type { By } from "@/server/accounts/audit";
import { nameNetwork } from "@/server/accounts/name-network";
import type { ApiContext } from "@/server/api/context";

/** Who makes a call with a website session or an access token, for the account's activity. */
export const byOf = ({ websiteSession, address }: Pick<ApiContext, "websiteSession" | "address">): By => ({
  actor: websiteSession === undefined ? "token" : "owner",
  network: nameNetwork(address?.()),
});
