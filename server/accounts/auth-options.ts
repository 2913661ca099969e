import type { AuthOptions } from "next-auth";
import EmailProvider from "next-auth/providers/email";
import type { Logger } from "pino";
import { emailAddress } from "@/server/accounts/email";
import { type GitHubApp, githubProvider } from "@/server/accounts/github-provider";
import { safeReturnPath } from "@/server/accounts/safe-return-path";
import { sessionLifeSeconds } from "@/server/accounts/session-life";
import { confirmationAddress, signInLinkLifeSeconds } from "@/server/accounts/sign-in-tokens";
import type { Website } from "@/server/accounts/website";

type AuthConfig = {
  readonly baseUrl: string;
  readonly mailFrom: string;
  readonly github: GitHubApp | undefined;
};

type Rooms = {
  readonly config: AuthConfig;
  readonly website: Website;
  readonly log: Pick<Logger, "error" | "warn">;
};

const confirmationLink = (baseUrl: string, nextAuthLink: string): string => {
  const { searchParams } = new URL(nextAuthLink);
  return confirmationAddress(baseUrl, {
    email: searchParams.get("email") ?? "",
    token: searchParams.get("token") ?? "",
    callbackUrl: safeReturnPath(searchParams.get("callbackUrl"), baseUrl),
  });
};

/** How NextAuth signs people in here: by a mailed link, and with GitHub where it is configured. */
export const createAuthOptions = async ({ config, website, log }: Rooms): Promise<AuthOptions> => {
  const { baseUrl } = config;
  const email = EmailProvider({
    // Links carry 32 random bytes; without a second secret a link can be made without NextAuth too (sign-in-tokens.ts).
    secret: "",
    from: config.mailFrom,
    maxAge: signInLinkLifeSeconds,
    normalizeIdentifier: (identifier) => emailAddress.parse(identifier),
    sendVerificationRequest: ({ identifier, url }) =>
      website.sendSignInMail(identifier, confirmationLink(baseUrl, url)),
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
        // Over the limit the answer is the same: whoever asks learns nothing about the address.
        try {
          const mayBeSent = await website.reserveSignInMail(emailAddress.parse(user.email));
          return mayBeSent ? true : `${baseUrl}/signin/check-mail`;
        } catch (error) {
          // NextAuth would put the error's text into the address.
          log.error({ err: error }, "a sign-in mail could not be counted");
          return `${baseUrl}/signin?error=Unavailable`;
        }
      },
    },
    logger: {
      error: (code, details) =>
        log.error({ code, err: details instanceof Error ? details : details.error }, "sign-in failed"),
      warn: (code) => log.warn({ code }, "sign-in"),
      debug: () => undefined,
    },
  };
};
