import { randomInt } from "node:crypto";
import { request } from "node:http";
import { newestLinkTo } from "@/e2e/testing/read-mail";
import type { RunningService } from "@/e2e/testing/start-service";

export type Reply = {
  readonly status: number;
  readonly location: string | undefined;
  readonly setCookies: readonly string[];
  readonly retryAfter: string | undefined;
  readonly text: string;
};

export type RequestOptions = {
  readonly method?: string;
  /** May include a `Host` header. `fetch` would ignore that header and send the host of the URL. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The path, sent exactly as given. A URL object would resolve its dot segments. */
  readonly path?: string;
};

type SiteUrl = Pick<RunningService, "url">;

/** Sends one request exactly as given, and follows no redirect. */
export const send = (
  url: string,
  { method = "GET", headers = {}, body, path }: RequestOptions = {},
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
    const sent = request(
      url,
      { method, headers: { ...headers, ...length }, ...(path && { path }) },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.once("error", reject);
        response.once("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location,
            setCookies: response.headers["set-cookie"] ?? [],
            retryAfter: response.headers["retry-after"],
            text: Buffer.concat(chunks).toString("utf8"),
          }),
        );
      },
    );
    sent.once("error", reject);
    sent.end(body);
  });

export const cookieHeader = (setCookies: readonly string[]): string =>
  setCookies.map((cookie) => cookie.split(";")[0]).join("; ");

/** The headers by which a browser marks a request from the site's own pages. */
export const sameOrigin = (service: SiteUrl) => ({
  Origin: service.url,
  "Sec-Fetch-Site": "same-origin",
});

/** Environment variables with which a service trusts the X-Forwarded-For header of requests from this machine. */
export const trustedProxies = { TRUSTED_PROXIES: "127.0.0.1,::1" };

/** A header with the IP address of a new client, for a service with `trustedProxies`. */
export const newClient = (): Readonly<Record<string, string>> => ({
  "X-Forwarded-For": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
});

/** Requests a sign-in email as the form does. */
export const postSignIn = async (
  service: SiteUrl,
  fields: Readonly<Record<string, string>> | readonly (readonly [string, string])[],
  headers: Readonly<Record<string, string>> = sameOrigin(service),
): Promise<Reply> => {
  const csrf = await send(`${service.url}/api/auth/csrf`);
  const { csrfToken } = JSON.parse(csrf.text) as { csrfToken: string };
  return send(`${service.url}/api/auth/signin/email`, {
    method: "POST",
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      Cookie: cookieHeader(csrf.setCookies),
      ...newClient(),
      ...headers,
    },
    body: `${new URLSearchParams({ csrfToken, json: "true" })}&${new URLSearchParams(fields as [string, string][])}`,
  });
};

/** Confirms a sign-in link with the request that the button on the link's page sends. */
export const confirm = (service: SiteUrl, link: string, from = newClient()): Promise<Reply> =>
  send(`${service.url}/api/auth/callback/email${new URL(link).search}`, {
    method: "POST",
    headers: { ...sameOrigin(service), "Content-Type": "application/x-www-form-urlencoded", ...from },
    body: "",
  });

/** Signs in without a browser. @returns the Cookie header of the session. */
export const signInWithCookie = async (
  service: Pick<RunningService, "url" | "dataDir">,
  email: string,
): Promise<string> => {
  const { status, text } = await postSignIn(service, { email });
  const link = await newestLinkTo(service, email).catch((cause: unknown) => {
    throw new Error(`the response to the request of a sign-in email was ${status}: ${text}`, { cause });
  });
  return cookieHeader((await confirm(service, link)).setCookies);
};

/** Calls a tRPC procedure with the headers that a page sends, or with `headers` in their place. */
export const callProcedure = (
  service: SiteUrl,
  path: string,
  options: {
    readonly cookie: string;
    readonly input?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
  },
): Promise<Reply> =>
  send(`${service.url}/api/trpc/${path}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Cookie: options.cookie,
      ...(options.headers ?? sameOrigin(service)),
    },
    ...(options.input !== undefined && { body: JSON.stringify(options.input) }),
  });
