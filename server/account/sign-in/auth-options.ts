import type { AuthOptions } from "next-auth";
import EmailProvider from "next-auth/providers/email";
import type { AccountPages } from "@/server/account/owner/account-pages";
import { emailAddress } from "@/server/account/owner/email";
import type { SignInClient } from "@/server/account/sessions/start-session";
import { type GitHubApp, githubProvider } from "@/server/account/sign-in/github-provider";
import { safeReturnPath } from "@/server/account/sign-in/safe-return-path";
import { sessionLifeSeconds } from "@/server/account/sign-in/session-life";
import type { Reservation, SpentLimit, Uses } from "@/server/account/sign-in/sign-in-limits";
import { confirmationUrl, signInLinkLifeSeconds } from "@/server/account/sign-in/sign-in-tokens";
import type { RareLog } from "@/server/log-rarely";
import { loggableError } from "@/server/loggable-error";

type AuthConfig = {
  readonly baseUrl: string;
  readonly mailFrom: string;
  readonly github: GitHubApp | undefined;
};

type Deps = {
  readonly config: AuthConfig;
  readonly accountPages: AccountPages;
  /** Logs errors that clients can cause at will, but each message at most once per minute. */
  readonly logRarely: RareLog;
  /** The hourly limits toward which a sign-in email counts. Empty if the requested route sends no email. */
  readonly mailUses: Uses;
  /** Called when an email is not sent because a limit other than `mailToAddress` is spent. */
  readonly onSpent: (spent: SpentLimit) => void;
  readonly client: SignInClient;
};

const confirmationLink = (baseUrl: string, nextAuthLink: string): string => {
  const { searchParams } = new URL(nextAuthLink);
  return confirmationUrl(baseUrl, {
    email: searchParams.get("email") ?? "",
    token: searchParams.get("token") ?? "",
    callbackUrl: safeReturnPath(searchParams.get("callbackUrl"), baseUrl),
  });
};

/**
 * Why a GitHub user may not sign in. The primary, verified address at GitHub must be the account's address at each sign-in: an identity that
 * was linked once, while somebody else read the mailbox, must not open the account later.
 * @param reported the verified address; empty if GitHub reports none.
 * @param ofAccount the address of the linked account, or `reported` if the identity is not linked.
 */
const gitHubProblem = (
  reported: string | undefined,
  ofAccount: string | null | undefined,
): "GitHubWithoutEmail" | "GitHubOtherEmail" | undefined => {
  if (reported === undefined || reported === "") return "GitHubWithoutEmail";
  return reported === ofAccount ? undefined : "GitHubOtherEmail";
};

/** NextAuth's options for one request: sign-in by email link, and with GitHub if it is configured. */
export const createAuthOptions = async (deps: Deps): Promise<AuthOptions> => {
  const { config, accountPages, logRarely, mailUses, onSpent, client } = deps;
  const { baseUrl } = config;
  let reservation: Reservation | undefined;

  /** Returns undefined if a link may be sent, else the URL to redirect to. */
  const redirectInsteadOfMail = async (): Promise<string | undefined> => {
    try {
      const outcome = await accountPages.reserve(mailUses);
      if ("id" in outcome) {
        reservation = outcome;
        return undefined;
      }
      // The response is the same as for a sent link, so that it reveals nothing about the address.
      if (outcome.spent === "mailToAddress") return `${baseUrl}/signin/check-mail`;
      onSpent(outcome);
      return `${baseUrl}/signin?error=TooManyMails`;
    } catch (error) {
      // An email that cannot be counted is not sent. The error is not rethrown, because NextAuth would put the error's text into the URL.
      logRarely("a sign-in email could not be counted", { err: loggableError(error) });
      return `${baseUrl}/signin?error=Unavailable`;
    }
  };

  const mailLink = async (recipient: string, link: string): Promise<void> => {
    try {
      await accountPages.sendSignInMail(recipient, link);
    } catch (error) {
      // A failed email still counts toward the limits of the client's network and range of networks. Otherwise a client could try an
      // unlimited number of addresses that the mail server rejects.
      const { mailFromNetwork: _network, mailFromRange: _range, ...released } = mailUses;
      if (reservation !== undefined) await accountPages.release(reservation, released);
      throw error;
    }
  };

  const email = EmailProvider({
    // NextAuth appends this secret to a link's token and stores only the hash of the resulting text. Because the secret is empty,
    // sign-in-tokens.ts can compute the same hash from the token alone. Such a hash is safe, because a token is 32 random bytes.
    secret: "",
    from: config.mailFrom,
    maxAge: signInLinkLifeSeconds,
    normalizeIdentifier: (identifier) => emailAddress.parse(identifier),
    sendVerificationRequest: ({ identifier, url }) => mailLink(identifier, confirmationLink(baseUrl, url)),
  });
  return {
    secret: await accountPages.authSecret(),
    // Keeps NextAuth from linking a GitHub identity to the account that is currently signed in.
    adapter: { ...accountPages.adapterFor(client), getSessionAndUser: () => null },
    providers: config.github === undefined ? [email] : [email, githubProvider(config.github)],
    session: { strategy: "database", maxAge: sessionLifeSeconds, updateAge: sessionLifeSeconds },
    pages: { signIn: "/signin", error: "/signin", verifyRequest: "/signin/check-mail" },
    callbacks: {
      redirect: ({ url }) => `${new URL(baseUrl).origin}${safeReturnPath(url, baseUrl)}`,
      signIn: async ({ user, account, profile, email: mail }) => {
        if (account?.provider === "github") {
          // `user` is the linked account, if the identity is linked. `profile` is what GitHub reports now.
          const problem = gitHubProblem(profile?.email, user.email);
          return problem === undefined ? true : `${baseUrl}/signin?error=${problem}`;
        }
        if (mail?.verificationRequest !== true) return true;
        return (await redirectInsteadOfMail()) ?? true;
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
