import type { AuthOptions } from "next-auth";
import EmailProvider from "next-auth/providers/email";
import { emailAddress } from "@/server/accounts/email";
import { type GitHubApp, githubProvider } from "@/server/accounts/github-provider";
import { safeReturnPath } from "@/server/accounts/safe-return-path";
import { sessionLifeSeconds } from "@/server/accounts/session-life";
import type { Reservation, SpentBound, Uses } from "@/server/accounts/sign-in-bounds";
import { confirmationAddress, signInLinkLifeSeconds } from "@/server/accounts/sign-in-tokens";
import type { Website } from "@/server/accounts/website";
import { loggableError } from "@/server/http/loggable-error";
import type { RareLog } from "@/server/metering/log-rarely";

type AuthConfig = {
  readonly baseUrl: string;
  readonly mailFrom: string;
  readonly github: GitHubApp | undefined;
};

type Rooms = {
  readonly config: AuthConfig;
  readonly website: Website;
  /** What fails here fails by what a client sent, as often as it sends it. */
  readonly logRarely: RareLog;
  /** What an email of this request counts against; empty where it mails nothing. */
  readonly mailUses: Uses;
  /** Told when a bound other than the address's own keeps an email back. */
  readonly onSpent: (spent: SpentBound) => void;
};

const confirmationLink = (baseUrl: string, nextAuthLink: string): string => {
  const { searchParams } = new URL(nextAuthLink);
  return confirmationAddress(baseUrl, {
    email: searchParams.get("email") ?? "",
    token: searchParams.get("token") ?? "",
    callbackUrl: safeReturnPath(searchParams.get("callbackUrl"), baseUrl),
  });
};

/** How NextAuth signs people in on one request: by a mailed link, and with GitHub where it is configured. */
export const createAuthOptions = async (rooms: Rooms): Promise<AuthOptions> => {
  const { config, website, logRarely, mailUses, onSpent } = rooms;
  const { baseUrl } = config;
  let reservation: Reservation | undefined;

  /** Where NextAuth is to lead instead of mailing a link; undefined when it may. */
  const keepMailBack = async (): Promise<string | undefined> => {
    try {
      const outcome = await website.reserve(mailUses);
      if ("id" in outcome) {
        reservation = outcome;
        return undefined;
      }
      // The response is the same as for an emailed link, so that it tells nothing about the address.
      if (outcome.spent === "mailToAddress") return `${baseUrl}/signin/check-mail`;
      onSpent(outcome);
      return `${baseUrl}/signin?error=TooManyMails`;
    } catch (error) {
      // NextAuth would put the error's text into the address. A mail that cannot be counted is not sent.
      logRarely("a sign-in mail could not be counted", { err: loggableError(error) });
      return `${baseUrl}/signin?error=Unavailable`;
    }
  };

  const mailLink = async (address: string, link: string): Promise<void> => {
    try {
      await website.sendSignInMail(address, link);
    } catch (error) {
      // What a network asked for stays counted: who names addresses that are refused must not do so for ever.
      const { mailFromNetwork: _, ...returned } = mailUses;
      if (reservation !== undefined) await website.release(reservation, returned);
      throw error;
    }
  };

  const email = EmailProvider({
    // Links carry 32 random bytes; without a second secret a link can be made without NextAuth too (sign-in-tokens.ts).
    secret: "",
    from: config.mailFrom,
    maxAge: signInLinkLifeSeconds,
    normalizeIdentifier: (identifier) => emailAddress.parse(identifier),
    sendVerificationRequest: ({ identifier, url }) => mailLink(identifier, confirmationLink(baseUrl, url)),
  });
  return {
    secret: await website.authSecret(),
    // A session that is signed in already must not become the owner of another GitHub identity by the way.
    adapter: { ...website.adapter, getSessionAndUser: () => null },
    providers: config.github === undefined ? [email] : [email, githubProvider(config.github)],
    session: { strategy: "database", maxAge: sessionLifeSeconds, updateAge: sessionLifeSeconds },
    pages: { signIn: "/signin", error: "/signin", verifyRequest: "/signin/check-mail" },
    callbacks: {
      redirect: ({ url }) => `${new URL(baseUrl).origin}${safeReturnPath(url, baseUrl)}`,
      signIn: async ({ user, account, email: mail }) => {
        if (account?.provider === "github")
          return user.email ? true : `${baseUrl}/signin?error=GitHubWithoutEmail`;
        if (mail?.verificationRequest !== true) return true;
        return (await keepMailBack()) ?? true;
      },
    },
    logger: {
      error: (code, details) =>
        logRarely(`sign-in failed: ${code}`, {
          err: loggableError(details instanceof Error ? details : details.error),
        }),
      warn: (code) => logRarely(`sign-in: ${code}`, {}),
      debug: () => undefined,
    },
  };
};
