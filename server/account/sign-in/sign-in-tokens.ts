import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { accounts, verificationTokens } from "@/db/schema/accounts";
import { emailAddress } from "@/server/account/owner/email";
import { hashSecret } from "@/server/domain/secrets/hash-secret";

/** Validity of an emailed sign-in link. */
export const signInLinkLifeSeconds = 3_600;
const printedLinkLifeSeconds = 86_400;

/** The URL of the page that confirms a sign-in. Opening the page does not consume the token, so email previews are harmless. */
export const confirmationUrl = (
  baseUrl: string,
  link: { readonly email: string; readonly token: string; readonly callbackUrl?: string },
): string => `${baseUrl}/signin/confirm?${new URLSearchParams(link)}`;

/**
 * Creates a sign-in link that is printed in the server's terminal. The link works once, within a day.
 * @param email an unknown address gets an account on the Free plan when the link is used.
 */
export const createSignInLink = async (
  db: Queryable,
  email: string,
  baseUrl: string,
  now = new Date(),
): Promise<string> => {
  const identifier = emailAddress.parse(email);
  const token = randomBytes(32).toString("hex");
  await storeLinkToken(db, {
    identifier,
    // NextAuth computes the same hash from a link's token, because the email provider's `secret` is empty (auth-options.ts).
    token: hashSecret(token),
    expires: new Date(now.getTime() + printedLinkLifeSeconds * 1000),
  });
  return confirmationUrl(baseUrl, { email: identifier, token });
};

type LinkToken = { readonly identifier: string; readonly token: string; readonly expires: Date };

export const storeLinkToken = async (db: Queryable, link: LinkToken): Promise<void> => {
  await db.insert(verificationTokens).values(link);
};

/** Consumes a link's token. Returns null for an unknown or expired token. */
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

/** Makes all unused sign-in links of an account invalid. */
export const revokeSignInLinks = async (db: Queryable, accountId: string): Promise<void> => {
  const email = db.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, accountId));
  await db.delete(verificationTokens).where(eq(verificationTokens.identifier, email));
};
