import { explainSignInError } from "@/server/account/sign-in/sign-in-errors";

type SignInRejection = {
  readonly status: number;
  /** An error code of the sign-in page. */
  readonly error: string;
  readonly retryAfterSeconds?: number;
  /** True for NextAuth's client. It expects JSON with a `url`, and reads the error from the query of this URL. */
  readonly asJson: boolean;
  readonly baseUrl: string;
};

/** Rejects a sign-in, with JSON or with a page that redirects to the sign-in page. */
export const rejectSignIn = (rejection: SignInRejection): Response => {
  const { status, error, retryAfterSeconds, asJson, baseUrl } = rejection;
  const url = `${baseUrl}/signin?error=${error}`;
  const html = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Sign in · Oddskeeper</title>
<meta http-equiv="refresh" content="0; url=${url}">
<p>${explainSignInError(error)} <a href="${url}">Sign in</a></p></html>
`;
  return new Response(asJson ? JSON.stringify({ url }) : html, {
    status,
    headers: {
      "Content-Type": asJson ? "application/json" : "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      ...(retryAfterSeconds !== undefined && { "Retry-After": String(retryAfterSeconds) }),
    },
  });
};
