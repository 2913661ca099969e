import { ownValue } from "@/server/domain/catalogue/own-value";

const explanations: Readonly<Record<string, string>> = {
  Verification: "This link has expired or was already used. Get a new one.",
  EmailSignin: "We couldn't email a link to this address. Check the address, then try again in a minute.",
  GitHubWithoutEmail:
    "Your GitHub account has no primary, verified email address. Verify one there, or sign in by email.",
  GitHubOtherEmail:
    "Your GitHub user is linked to an account with another email address than your primary one at GitHub. Sign in by email. The security page of the account can unlink GitHub.",
  OAuthCallback: "GitHub did not sign you in. Try again, or sign in by email.",
  TooManyMails:
    "Too many sign-in links were requested within an hour. Use an earlier link, or try again later.",
  TooManyAttempts: "Too many failed sign-ins from your network within an hour. Try again later.",
  Unavailable: "You can't sign in at the moment. Try again in a minute.",
};

/** The text for the sign-in page's `error` parameter. The text never contains the parameter, which a visitor can choose. */
export const explainSignInError = (code: unknown): string | undefined => {
  if (code === undefined || code === "") return undefined;
  const explanation = typeof code === "string" ? ownValue(explanations, code) : undefined;
  return explanation ?? "The sign-in did not work. Try again.";
};
