import { randomInt } from "node:crypto";
import { request } from "node:http";
import { linkIn, readMails } from "@/e2e/testing/sign-in";
import type { RunningService } from "@/e2e/testing/start-service";

export type Reply = {
  readonly status: number;
  readonly location: string | undefined;
  readonly setCookies: readonly string[];
  readonly retryAfter: string | undefined;
  readonly text: string;
};

type Ask = {
  readonly method?: string;
  /** `Host` included, which fetch would not send. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The path as it goes out; an address would resolve its dots. */
  readonly path?: string;
};

/** One request as it is written here, with no redirect followed. */
export const send = (
  address: string,
  { method = "GET", headers = {}, body, path }: Ask = {},
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
    const sent = request(
      address,
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

/** What a browser states about a request that a page of the site makes. */
export const sameOrigin = (service: RunningService) => ({
  Origin: service.url,
  "Sec-Fetch-Site": "same-origin",
});

/** Lets a service on this machine take `from` for the address of a client. */
export const trustingTests = { TRUSTED_PROXIES: "127.0.0.1,::1" };

/** The address of a client that has asked for nothing yet, for a service that is `trustingTests`. */
export const newClient = (): Readonly<Record<string, string>> => ({
  "X-Forwarded-For": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
});

/** Asks for a sign-in mail as the form does. */
export const postSignIn = async (
  service: RunningService,
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

/** Confirms a mailed link as its page's button does. */
export const confirm = (service: RunningService, link: string, from = newClient()): Promise<Reply> =>
  send(`${service.url}/api/auth/callback/email${new URL(link).search}`, {
    method: "POST",
    headers: { ...sameOrigin(service), "Content-Type": "application/x-www-form-urlencoded", ...from },
    body: "",
  });

/** Signs in without a browser; the cookies of the session. */
export const signInWithCookie = async (service: RunningService, email: string): Promise<string> => {
  const before = (await readMails(service)).length;
  await postSignIn(service, { email });
  const mail = (await readMails(service))[before];
  if (mail === undefined) throw new Error("no mail was written");
  return cookieHeader((await confirm(service, linkIn(mail))).setCookies);
};

/** Calls a procedure as a page would, or with other headers. */
export const callProcedure = (
  service: RunningService,
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
