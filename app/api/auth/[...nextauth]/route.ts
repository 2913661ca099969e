import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { nameNetwork } from "@/server/account/mail/name-network";
import { emailAddress } from "@/server/account/owner/email";
import { nameDevice } from "@/server/account/sessions/name-device";
import type { SignInClient } from "@/server/account/sessions/start-session";
import { createAuthOptions } from "@/server/account/sign-in/auth-options";
import { findAuthRoute } from "@/server/account/sign-in/auth-routes";
import { safeReturnPath } from "@/server/account/sign-in/safe-return-path";
import { returnCookieName, sessionCookieName } from "@/server/account/sign-in/session-cookie";
import type { SignInLimit, SpentLimit, Uses } from "@/server/account/sign-in/sign-in-limits";
import { getAppServices } from "@/server/run/app-services";
import { networkOf, rangeOf } from "@/server/web/http/door/address-limit";
import { rejectSignIn } from "@/server/web/http/door/reject-sign-in";
import { isSameOrigin } from "@/server/web/http/door/same-origin";

type Context = { readonly params: Promise<{ readonly nextauth: string[] }> };

const maxBodyBytes = 8 * 1024;
const formType = "application/x-www-form-urlencoded";

const plain = (status: number, text: string): Response =>
  new Response(`${text}\n`, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });

const redirectTo = (url: string): Response =>
  new Response(null, { status: 303, headers: { Location: url, "Cache-Control": "no-store" } });

const rejectForm = ({ headers }: Request, baseUrl: string): Response | undefined => {
  if (!isSameOrigin(headers, baseUrl)) return plain(403, "Only pages of this site can post here.");
  if (!(Number(headers.get("content-length") ?? Number.NaN) <= maxBodyBytes))
    return plain(413, "The form is too large.");
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  return type === formType ? undefined : plain(415, `Use the content type ${formType}.`);
};

/**
 * Rejects a request with a malformed return cookie, because NextAuth would report a configuration error. The response removes the cookie.
 * The return cookie states the page to open after the sign-in.
 */
const rejectReturnCookie = ({ cookies }: NextRequest, baseUrl: string): Response | undefined => {
  const name = returnCookieName(baseUrl);
  const returnTo = cookies.get(name)?.value;
  if (!returnTo || (URL.canParse(returnTo, baseUrl) && /^(https?:|\/)/.test(returnTo))) return undefined;
  const response = plain(400, `The cookie ${name} was malformed and has been removed. Try again.`);
  response.headers.set("Set-Cookie", `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`);
  return response;
};

const handle = async (request: NextRequest, context: Context): Promise<Response> => {
  const [app, { nextauth }] = await Promise.all([getAppServices(), context.params]);
  const { config, accountPages } = app.services;
  const { baseUrl } = config;
  const route = findAuthRoute(request.method, nextauth);
  if (route === undefined || (route.path.endsWith("/github") && config.github === undefined))
    return plain(404, "Page not found.");
  const post = request.method === "POST";
  const rejected = rejectReturnCookie(request, baseUrl) ?? (post ? rejectForm(request, baseUrl) : undefined);
  if (rejected !== undefined) return rejected;

  const url = new URL(`${request.nextUrl.pathname}${request.nextUrl.search}`, baseUrl);
  const returnTo = url.searchParams.get("callbackUrl");
  if (returnTo !== null) url.searchParams.set("callbackUrl", safeReturnPath(returnTo, baseUrl));
  // Mail scanners open links, so a GET must not use up a sign-in link. The GET leads to a page with a button that sends a POST.
  if (!post && route.path === "callback/email") return redirectTo(`${baseUrl}/signin/confirm${url.search}`);
  if (route.path === "error") {
    const error = url.searchParams.get("error") ?? "Unknown";
    return redirectTo(`${baseUrl}/signin?${new URLSearchParams({ error })}`);
  }

  const body = post ? await request.text() : undefined;
  // The last value of a repeated field wins, as in NextAuth.
  const form = Object.fromEntries(new URLSearchParams(body));
  const asJson = form.json === "true";
  const fields = route.does === "mails" ? form : Object.fromEntries(url.searchParams);
  const email = emailAddress.safeParse(fields.email).data;
  if (email === undefined && route.path.endsWith("/email"))
    return rejectSignIn({
      status: 400,
      error: route.does === "mails" ? "EmailSignin" : "Verification",
      asJson,
      baseUrl,
    });

  const address = app.addressOf(request.headers);
  const network = networkOf(address);
  const subjects: Partial<Record<SignInLimit, string>> = {
    mail: "all",
    mailFromRange: rangeOf(address),
    mailFromNetwork: network,
    mailToAddress: email ?? "",
    wrongSecretFromNetwork: network,
  };
  const uses: Uses =
    route.does === "neither" ? {} : Object.fromEntries(route.limits.map((limit) => [limit, subjects[limit]]));
  const tooMany = (error: string, { retryAfterSeconds }: SpentLimit): Response =>
    rejectSignIn({ status: 429, error, retryAfterSeconds, asJson, baseUrl });
  // An attempt is counted before its secret is checked, so that simultaneous attempts cannot exceed the limit on failed sign-ins.
  const counted = route.does === "checks a secret" ? await accountPages.reserve(uses) : undefined;
  if (counted !== undefined && "spent" in counted) return tooMany("TooManyAttempts", counted);

  // NextAuth reads the site's URL from this variable, never from the Host header.
  process.env.NEXTAUTH_URL = new URL(baseUrl).origin;
  let spent: SpentLimit | undefined;
  const onSpent = (limit: SpentLimit) => {
    spent = limit;
  };
  const { logRarely } = app;
  const client: SignInClient = {
    device: nameDevice(request.headers.get("user-agent")),
    network: nameNetwork(address),
    way: route.path.endsWith("/github") ? "GitHub" : "email link",
  };
  const options = await createAuthOptions({
    config,
    accountPages,
    logRarely,
    mailUses: uses,
    onSpent,
    client,
  });
  const forwarded = new NextRequest(url, {
    method: request.method,
    headers: request.headers,
    ...(body !== undefined && { body }),
  });
  const response: Response = await NextAuth(forwarded, context, options);
  if (spent !== undefined) return tooMany("TooManyMails", spent);
  const signedIn = response.headers
    .getSetCookie()
    .some((line) => line.startsWith(`${sessionCookieName(baseUrl)}=`) && !line.includes("Max-Age=0"));
  if (counted !== undefined && signedIn) await accountPages.release(counted, uses);
  return response;
};

export { handle as GET, handle as POST };
