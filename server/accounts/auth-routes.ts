import type { SignInBound } from "@/server/accounts/sign-in-bounds";

type Method = "GET" | "POST";

/** A route that mails or checks a secret names what bounds it. */
export type AuthRoute = {
  readonly method: Method;
  /** `callback/email`, or `csrf` where no provider follows. */
  readonly path: string;
} & (
  | { readonly does: "neither" }
  | { readonly does: "mails" | "checks a secret"; readonly bounds: readonly SignInBound[] }
);

/** Every route below /api/auth; no other is answered. */
export const authRoutes = [
  { method: "GET", path: "csrf", does: "neither" },
  { method: "GET", path: "providers", does: "neither" },
  { method: "GET", path: "signin", does: "neither" },
  { method: "GET", path: "error", does: "neither" },
  { method: "GET", path: "verify-request", does: "neither" },
  // Leads to the page that asks to confirm, and looks at nothing.
  { method: "GET", path: "callback/email", does: "neither" },
  {
    method: "POST",
    path: "signin/email",
    does: "mails",
    bounds: ["mail", "mailFromNetwork", "mailToAddress"],
  },
  {
    method: "POST",
    path: "callback/email",
    does: "checks a secret",
    bounds: ["wrongSecretFromNetwork"],
  },
  { method: "POST", path: "signin/github", does: "neither" },
  {
    method: "GET",
    path: "callback/github",
    does: "checks a secret",
    bounds: ["wrongSecretFromNetwork"],
  },
  // Deletes the session of its cookie. The response is the same without a session.
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
