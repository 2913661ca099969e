import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { createAuthOptions } from "@/server/accounts/auth-options";
import { safeReturnPath } from "@/server/accounts/safe-return-path";
import { ownValue } from "@/server/catalogue/own-value";
import { isSameOrigin } from "@/server/http/same-origin";
import { getShared } from "@/server/http/shared";

type Context = { readonly params: Promise<{ readonly nextauth: string[] }> };

const allowed: Readonly<Record<string, readonly string[]>> = {
  GET: ["signin", "callback", "csrf", "providers", "error", "verify-request"],
  POST: ["signin", "signout", "callback"],
};

const mostBodyBytes = 8 * 1024;

const plain = (status: number, text: string): Response =>
  new Response(`${text}\n`, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });

const redirectTo = (address: string): Response =>
  new Response(null, { status: 303, headers: { Location: address, "Cache-Control": "no-store" } });

const answer = async (request: NextRequest, context: Context): Promise<Response> => {
  const [{ services }, { nextauth }] = await Promise.all([getShared(), context.params]);
  const { config, website, log } = services;
  const [action = "", provider = ""] = nextauth;
  if (!ownValue(allowed, request.method)?.includes(action)) return plain(404, "There is no such page.");
  if (request.method === "POST" && !isSameOrigin(request.headers, config.baseUrl))
    return plain(403, "Only pages of this site may post here.");
  if (
    request.method === "POST" &&
    !(Number(request.headers.get("content-length") ?? Number.NaN) <= mostBodyBytes)
  )
    return plain(413, "The form is too large.");

  const address = new URL(`${request.nextUrl.pathname}${request.nextUrl.search}`, config.baseUrl);
  const wanted = address.searchParams.get("callbackUrl");
  if (wanted !== null) address.searchParams.set("callbackUrl", safeReturnPath(wanted, config.baseUrl));
  // Following a link must not use it up: the page asks first, and posts.
  if (request.method === "GET" && action === "callback" && provider === "email")
    return redirectTo(`${config.baseUrl}/signin/confirm${address.search}`);

  // NextAuth reads its own address from here alone, never from a Host header.
  process.env.NEXTAUTH_URL = new URL(config.baseUrl).origin;
  const options = await createAuthOptions({ config, website, log });
  const passed = new NextRequest(address, {
    method: request.method,
    headers: request.headers,
    ...(request.method === "POST" && { body: await request.text() }),
  });
  return NextAuth(passed, context, options);
};

export { answer as GET, answer as POST };
