import { explainSignInError } from "@/server/accounts/sign-in-errors";

type SignInRefusal = {
  readonly status: number;
  /** As the sign-in page knows it. */
  readonly error: string;
  readonly retryAfterSeconds?: number;
  /** Asked for by NextAuth's client, which reads the error from an address. */
  readonly asJson: boolean;
  readonly baseUrl: string;
};

/** Refuses a sign-in: for NextAuth's client in its form, for a form that a browser posts as a page that leads back to the sign-in. */
export const refuseSignIn = (refusal: SignInRefusal): Response => {
  const { status, error, retryAfterSeconds, asJson, baseUrl } = refusal;
  const address = `${baseUrl}/signin?error=${error}`;
  const html = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Sign in · Oddskeeper</title>
<meta http-equiv="refresh" content="0; url=${address}">
<p>${explainSignInError(error)} <a href="${address}">Sign in</a></p></html>
`;
  return new Response(asJson ? JSON.stringify({ url: address }) : html, {
    status,
    headers: {
      "Content-Type": asJson ? "application/json" : "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      ...(retryAfterSeconds !== undefined && { "Retry-After": String(retryAfterSeconds) }),
    },
  });
};
