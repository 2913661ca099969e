import { randomBytes, randomUUID } from "node:crypto";
import { and, count, desc, eq, gt, inArray, like, lt, sql } from "drizzle-orm";
import type { Database, Queryable } from "@/db/connect";
import { verificationTokens } from "@/db/schema";
import { emailAddress } from "@/server/accounts/email";
import { hashSecret } from "@/server/metering/hash-secret";

/** How long a mailed sign-in link works. */
export const signInLinkLifeSeconds = 3_600;
const printedLinkLifeSeconds = 86_400;

export const mostSignInMailsPerHour = 5;
const hourMs = 3_600_000;
// Beside the links' tokens, which are hexadecimal: one row for each mail of the last hour.
const mailPrefix = "mail:";
const isMailTo = (email: string) =>
  and(eq(verificationTokens.identifier, email), like(verificationTokens.token, `${mailPrefix}%`));

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

/**
 * Whether one more sign-in mail may go to an address; when it may, it counts.
 * @param email as `emailAddress` gives it.
 */
export const reserveSignInMail = (db: Database, email: string, now: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    // Posts at once must not all see the fourth mail as the last.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in mail ${email}`}, 0))`);
    await tx.delete(verificationTokens).where(lt(verificationTokens.expires, now));
    const [sent] = await tx
      .select({ mails: count() })
      .from(verificationTokens)
      .where(and(isMailTo(email), gt(verificationTokens.expires, now)));
    if (sent === undefined || sent.mails >= mostSignInMailsPerHour) return false;
    await tx.insert(verificationTokens).values({
      identifier: email,
      token: `${mailPrefix}${randomUUID()}`,
      expires: new Date(now.getTime() + hourMs),
    });
    return true;
  });

/** Takes back what `reserveSignInMail` counted last for an address: that mail was not sent. */
export const releaseSignInMail = async (db: Database, email: string): Promise<void> => {
  const newest = db
    .select({ token: verificationTokens.token })
    .from(verificationTokens)
    .where(isMailTo(email))
    .orderBy(desc(verificationTokens.expires))
    .limit(1);
  await db.delete(verificationTokens).where(and(isMailTo(email), inArray(verificationTokens.token, newest)));
};
