import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { createAuthOptions } from "@/server/accounts/auth-options";
import { findAuthRoute } from "@/server/accounts/auth-routes";
import { emailAddress } from "@/server/accounts/email";
import { safeReturnPath } from "@/server/accounts/safe-return-path";
import { returnCookieName, sessionCookieName } from "@/server/accounts/session-cookie";
import type { SignInBound, SpentBound, Uses } from "@/server/accounts/sign-in-bounds";
import { networkOf } from "@/server/http/address-limit";
import { refuseSignIn } from "@/server/http/refuse-sign-in";
import { isSameOrigin } from "@/server/http/same-origin";
import { getShared } from "@/server/http/shared";

type Context = { readonly params: Promise<{ readonly nextauth: string[] }> };

const maxBodyBytes = 8 * 1024;
const formType = "application/x-www-form-urlencoded";

const plain = (status: number, text: string): Response =>
  new Response(`${text}\n`, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });

const redirectTo = (address: string): Response =>
  new Response(null, { status: 303, headers: { Location: address, "Cache-Control": "no-store" } });

/** What is wrong with a form that was posted; undefined when nothing is. */
const refuseForm = ({ headers }: Request, baseUrl: string): Response | undefined => {
  if (!isSameOrigin(headers, baseUrl)) return plain(403, "Only pages of this site may post here.");
  if (!(Number(headers.get("content-length") ?? Number.NaN) <= maxBodyBytes))
    return plain(413, "The form is too large.");
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  return type === formType ? undefined : plain(415, `Only ${formType} is read here.`);
};

/** A malformed cookie would be a fault of the configuration to NextAuth. Undefined when it is fine. */
const refuseReturnCookie = ({ cookies }: NextRequest, baseUrl: string): Response | undefined => {
  const name = returnCookieName(baseUrl);
  const wanted = cookies.get(name)?.value;
  if (!wanted || (URL.canParse(wanted, baseUrl) && /^(https?:|\/)/.test(wanted))) return undefined;
  const response = plain(400, `The cookie ${name} is malformed, and has been removed. Try again.`);
  response.headers.set("Set-Cookie", `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`);
  return response;
};

const answer = async (request: NextRequest, context: Context): Promise<Response> => {
  const [shared, { nextauth }] = await Promise.all([getShared(), context.params]);
  const { config, website } = shared.services;
  const { baseUrl } = config;
  const route = findAuthRoute(request.method, nextauth);
  if (route === undefined || (route.path.endsWith("/github") && config.github === undefined))
    return plain(404, "There is no such page.");
  const post = request.method === "POST";
  const refused = refuseReturnCookie(request, baseUrl) ?? (post ? refuseForm(request, baseUrl) : undefined);
  if (refused !== undefined) return refused;

  const address = new URL(`${request.nextUrl.pathname}${request.nextUrl.search}`, baseUrl);
  const wanted = address.searchParams.get("callbackUrl");
  if (wanted !== null) address.searchParams.set("callbackUrl", safeReturnPath(wanted, baseUrl));
  // Following a link must not use it up: the page asks first, and posts.
  if (!post && route.path === "callback/email")
    return redirectTo(`${baseUrl}/signin/confirm${address.search}`);
  if (route.path === "error") {
    const error = address.searchParams.get("error") ?? "Unknown";
    return redirectTo(`${baseUrl}/signin?${new URLSearchParams({ error })}`);
  }

  const body = post ? await request.text() : undefined;
  // As NextAuth reads them: of a field that is there twice, the last counts.
  const form = Object.fromEntries(new URLSearchParams(body));
  const asJson = form.json === "true";
  const named = route.does === "mails" ? form : Object.fromEntries(address.searchParams);
  const email = emailAddress.safeParse(named.email).data;
  if (email === undefined && route.path.endsWith("/email"))
    return refuseSignIn({
      status: 400,
      error: route.does === "mails" ? "EmailSignin" : "Verification",
      asJson,
      baseUrl,
    });

  const network = networkOf(shared.addressOf(request.headers));
  const subjects: Record<SignInBound, string> = {
    mail: "all",
    mailFromNetwork: network,
    mailToAddress: email ?? "",
    wrongSecretFromNetwork: network,
  };
  const uses: Uses =
    route.does === "neither" ? {} : Object.fromEntries(route.bounds.map((bound) => [bound, subjects[bound]]));
  const tooMany = (error: string, { retryAfterSeconds }: SpentBound): Response =>
    refuseSignIn({ status: 429, error, retryAfterSeconds, asJson, baseUrl });
  // Counted before it is looked at, so that attempts at once are, and taken back where it signs in.
  const counted = route.does === "checks a secret" ? await website.reserve(uses) : undefined;
  if (counted !== undefined && "spent" in counted) return tooMany("TooManyAttempts", counted);

  // NextAuth reads its own address from here alone, never from a Host header.
  process.env.NEXTAUTH_URL = new URL(baseUrl).origin;
  let spent: SpentBound | undefined;
  const onSpent = (bound: SpentBound) => {
    spent = bound;
  };
  const { logRarely } = shared;
  const options = await createAuthOptions({ config, website, logRarely, mailUses: uses, onSpent });
  const passed = new NextRequest(address, {
    method: request.method,
    headers: request.headers,
    ...(body !== undefined && { body }),
  });
  const answered: Response = await NextAuth(passed, context, options);
  if (spent !== undefined) return tooMany("TooManyMails", spent);
  const signedIn = answered.headers
    .getSetCookie()
    .some((line) => line.startsWith(`${sessionCookieName(baseUrl)}=`) && !line.includes("Max-Age=0"));
  if (counted !== undefined && signedIn) await website.release(counted, uses);
  return answered;
};

export { answer as GET, answer as POST };
