import type { SignInLimit } from "@/server/account/sign-in/sign-in-limits";

type Method = "GET" | "POST";

/** A route below /api/auth. `limits` are the hourly limits on the route's emails or failed sign-ins (see `signInLimits`). */
export type AuthRoute = {
  readonly method: Method;
  /** The path below /api/auth, such as `callback/email` (with a provider) or `csrf` (without one). */
  readonly path: string;
} & (
  | { readonly does: "neither" }
  | { readonly does: "mails" | "checks a secret"; readonly limits: readonly SignInLimit[] }
);

/** All routes below /api/auth. Any other path is not found. */
export const authRoutes = [
  { method: "GET", path: "csrf", does: "neither" },
  { method: "GET", path: "providers", does: "neither" },
  { method: "GET", path: "signin", does: "neither" },
  { method: "GET", path: "error", does: "neither" },
  { method: "GET", path: "verify-request", does: "neither" },
  // Redirects to the confirmation page and checks nothing.
  { method: "GET", path: "callback/email", does: "neither" },
  {
    method: "POST",
    path: "signin/email",
    does: "mails",
    limits: ["mail", "mailFromRange", "mailFromNetwork", "mailToAddress"],
  },
  {
    method: "POST",
    path: "callback/email",
    does: "checks a secret",
    limits: ["wrongSecretFromNetwork"],
  },
  { method: "POST", path: "signin/github", does: "neither" },
  {
    method: "GET",
    path: "callback/github",
    does: "checks a secret",
    limits: ["wrongSecretFromNetwork"],
  },
  // Deletes the session that the request's cookie identifies. The response does not reveal whether this session existed.
  { method: "POST", path: "signout", does: "neither" },
] as const satisfies readonly AuthRoute[];

/**
 * Finds the route of a request, or returns undefined.
 * @param segments the decoded path after /api/auth.
 */
export const findAuthRoute = (method: string, segments: readonly string[]): AuthRoute | undefined => {
  const path = segments.join("/");
  return authRoutes.find((route) => route.method === method && route.path === path);
};
