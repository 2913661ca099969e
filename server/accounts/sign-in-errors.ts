import { ownValue } from "@/server/catalogue/own-value";

const explanations: Readonly<Record<string, string>> = {
  Verification: "This link has expired or has been used. Ask for a new one.",
  EmailSignin:
    "No link could be mailed to this address. Check that it is a single one; if it is, try again in a minute.",
  GitHubWithoutEmail:
    "GitHub reports no primary, verified address for you. Verify one there, or sign in by mail.",
  OAuthCallback: "GitHub did not sign you in. Try again, or sign in by mail.",
  TooManyMails:
    "Too many sign-in links were asked for within an hour. Use one that you have, or try again later.",
  TooManyAttempts: "Too many sign-ins from your network failed within an hour. Try again later.",
  Unavailable: "Signing in does not work at the moment. Try again in a minute.",
};

/** What an `error` in the sign-in page's address means; a sentence for every code, nothing of the code itself. */
export const explainSignInError = (code: unknown): string | undefined => {
  if (code === undefined || code === "") return undefined;
  const known = typeof code === "string" ? ownValue(explanations, code) : undefined;
  return known ?? "The sign-in did not work. Try again.";
};
