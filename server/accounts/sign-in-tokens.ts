import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { verificationTokens } from "@/db/schema";
import { emailAddress } from "@/server/accounts/email";
import { hashSecret } from "@/server/metering/hash-secret";

/** How long a mailed sign-in link works. */
export const signInLinkLifeSeconds = 3_600;
const printedLinkLifeSeconds = 86_400;

/** The address of the page that asks to confirm a sign-in: opening it uses nothing up, so previews of mails may. */
export const confirmationAddress = (
  baseUrl: string,
  link: { readonly email: string; readonly token: string; readonly callbackUrl?: string },
): string => `${baseUrl}/signin/confirm?${new URLSearchParams(link)}`;

/**
 * Makes a link that signs in as the owner of an address once, within a day: for who may read the server's terminal.
 * @param email the account's; a new one gets a free account.
 */
export const makeSignInLink = async (
  db: Queryable,
  email: string,
  baseUrl: string,
  now = new Date(),
): Promise<string> => {
  const identifier = emailAddress.parse(email);
  const token = randomBytes(32).toString("hex");
  await storeLinkToken(db, {
    identifier,
    // As NextAuth hashes a link's token when its provider's secret is empty.
    token: hashSecret(token),
    expires: new Date(now.getTime() + printedLinkLifeSeconds * 1000),
  });
  return confirmationAddress(baseUrl, { email: identifier, token });
};

type LinkToken = { readonly identifier: string; readonly token: string; readonly expires: Date };

export const storeLinkToken = async (db: Queryable, link: LinkToken): Promise<void> => {
  await db.insert(verificationTokens).values(link);
};

/** Uses a link's token up; null when there is none, or it has expired. */
export const useLinkToken = async (
  db: Queryable,
  link: Pick<LinkToken, "identifier" | "token">,
  now: Date,
): Promise<LinkToken | null> => {
  const [used] = await db
    .delete(verificationTokens)
    .where(and(eq(verificationTokens.identifier, link.identifier), eq(verificationTokens.token, link.token)))
    .returning();
  return used !== undefined && used.expires > now ? used : null;
};
