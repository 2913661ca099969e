import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { linkIn, readMails } from "@/e2e/testing/read-mail";
import { createSeededDir, type DataDir } from "@/e2e/testing/seed-once";
import {
  confirm,
  newClient,
  postSignIn,
  type Reply,
  type RequestOptions,
  sameOrigin,
  send,
  trustedProxies,
} from "@/e2e/testing/send-request";
import { type RunningService, startService } from "@/e2e/testing/start-service";
import { authRoutes } from "@/server/account/sign-in/auth-routes";
import { signInLimits } from "@/server/account/sign-in/sign-in-limits";
import { endpoints } from "@/server/web/api/endpoints";
import { toolCall } from "@/server/web/mcp/testing/tool-call";

/** Tests the limits on outsiders: how many emails and log lines they can cause, and how many secrets they can guess. */

let directory: DataDir;
let service: RunningService;
beforeAll(async () => {
  directory = await createSeededDir(inject("seededDir"));
  service = await startService(directory.dataDir, {
    ...trustedProxies,
    FEEDS: "none",
    GITHUB_ID: "an app of the tests",
    GITHUB_SECRET: "its secret",
    GITHUB_BASE_URL: "http://localhost:1",
  });
});
afterAll(async () => {
  await service.stop();
  await directory.remove();
});

const newestMail = async () => (await readMails(service)).at(-1) ?? "";

describe("the hourly limit of a network", () => {
  const mailsFrom = (from: Readonly<Record<string, string>>, count: number) =>
    Promise.all(
      Array.from({ length: count }, () =>
        postSignIn(service, { email: `${randomUUID()}@example.com` }, { ...sameOrigin(service), ...from }),
      ),
    );

  test("A network that has caused 20 sign-in emails within an hour gets 429 with Retry-After", async () => {
    const before = (await readMails(service)).length;
    const replies = [
      ...(await mailsFrom({ "X-Forwarded-For": "2001:db8:1:2::1" }, 12)),
      ...(await mailsFrom({ "X-Forwarded-For": "2001:db8:1:2:ffff::2" }, 12)),
    ];
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(signInLimits.mailFromNetwork);
    for (const { status, text, retryAfter } of replies.filter((reply) => reply.status !== 200)) {
      expect([status, JSON.parse(text)]).toEqual([429, { url: `${service.url}/signin?error=TooManyMails` }]);
      expect(Number(retryAfter)).toBeGreaterThan(3_000);
      expect(Number(retryAfter)).toBeLessThanOrEqual(3_600);
    }
    expect(await readMails(service)).toHaveLength(before + signInLimits.mailFromNetwork);
    const [neighbour] = await mailsFrom({ "X-Forwarded-For": "2001:db8:1:3::1" }, 1);
    expect(neighbour?.status).toBe(200);
    const page = await (await fetch(`${service.url}/signin?error=TooManyMails`)).text();
    expect(page).toContain("Too many sign-in links were requested within an hour.");
  });

  test("The networks of one IPv6 /48 together cause at most 100 sign-in emails per hour", async () => {
    const networks = Math.ceil(signInLimits.mailFromRange / signInLimits.mailFromNetwork) + 1;
    const replies = await Promise.all(
      Array.from({ length: networks }, (_, n) =>
        mailsFrom({ "X-Forwarded-For": `2001:db8:48:${n}::1` }, signInLimits.mailFromNetwork),
      ),
    );
    const accepted = replies.flat().filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(signInLimits.mailFromRange);
    const [other] = await mailsFrom({ "X-Forwarded-For": "2001:db8:49::1" }, 1);
    expect(other?.status).toBe(200);
  });

  test("A client cannot evade the hourly limit with forged X-Forwarded-For or X-Client-Address headers", async () => {
    const replies = await Promise.all(
      Array.from({ length: signInLimits.mailFromNetwork + 1 }, (_, n) =>
        postSignIn(
          service,
          { email: `${randomUUID()}@example.com` },
          {
            ...sameOrigin(service),
            "X-Forwarded-For": `198.51.100.${n}, 10.1.1.1`,
            "X-Client-Address": `${n}`,
          },
        ),
      ),
    );
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

/** For each limited route, sends a wrong secret or requests an email. `from`: the headers that identify the client. */
const sendWrongSecret: Readonly<Record<string, (from: Readonly<Record<string, string>>) => Promise<Reply>>> =
  {
    "POST signin/email": (from) =>
      postSignIn(service, { email: `${randomUUID()}@example.com` }, { ...sameOrigin(service), ...from }),
    "POST callback/email": (from) =>
      confirm(service, `${service.url}/?email=owner%40example.com&token=${randomUUID()}`, from),
    "GET callback/github": (from) =>
      send(`${service.url}/api/auth/callback/github?code=${randomUUID()}&state=x`, { headers: from }),
    "/v1 with a key": (from) =>
      send(`${service.url}/v1/sports`, { headers: { ...from, "X-API-Key": `ok_live_${"a".repeat(46)}` } }),
    "/v1 with a session": (from) =>
      send(`${service.url}/v1/account/keys`, {
        headers: { ...from, Authorization: `Bearer ok_session_${"a".repeat(43)}` },
      }),
    "/mcp with a key": async (from) => {
      const reply = await send(`${service.url}/mcp`, {
        method: "POST",
        headers: { ...from, "X-API-Key": `ok_live_${"a".repeat(46)}`, "Content-Type": "application/json" },
        body: JSON.stringify(toolCall("list_leagues")),
      });
      // The protocol requires status 200 for the error of a tool.
      return reply.text.includes("SPEED_LIMIT") ? { ...reply, status: 429 } : reply;
    },
  };
/** For each route file in `app`: its routes that check a secret or send an email. */
const routesThatCheckSecrets: Readonly<Record<string, readonly string[]>> = {
  "app/api/auth/[...nextauth]/route.ts": authRoutes
    .filter(({ does }) => does !== "neither")
    .map(({ method, path }) => `${method} ${path}`),
  // Empty, although this route checks session cookies: server/web/http/website/look-up-session.test.ts tests the limit on unknown cookies.
  "app/api/trpc/[...path]/route.ts": [],
  "app/(account)/account/usage.csv/route.ts": [],
  "app/api/docs/[[...path]]/route.ts": [],
  "app/api/screen/[view]/route.ts": [],
  "app/mcp/route.ts": ["/mcp with a key"],
  "app/v1/[[...path]]/route.ts": endpoints.map(({ access }) => `/v1 with a ${access}`),
  "app/.well-known/security.txt/route.ts": [],
  "app/server.json/route.ts": [],
  "app/status.json/route.ts": [],
  "app/(site)/docs/changelog.xml/route.ts": [],
  "app/(site)/docs/search-index.json/route.ts": [],
  "app/llms-full.txt/route.ts": [],
  "app/llms.txt/route.ts": [],
  "app/robots.txt/route.ts": [],
  "app/sitemap.xml/route.ts": [],
};

describe("guessed secrets", () => {
  test("Every route that checks a secret or sends an email is in the list of limited routes", async () => {
    const files = await readdir("app", { recursive: true });
    const routes = files.filter((file) => /(^|\/)route\.tsx?$/.test(file)).map((file) => `app/${file}`);
    expect(routes.sort()).toEqual(Object.keys(routesThatCheckSecrets).sort());
    expect([...new Set(Object.values(routesThatCheckSecrets).flat())].sort()).toEqual(
      Object.keys(sendWrongSecret).sort(),
    );
  });

  test.each(Object.keys(sendWrongSecret))(
    "Wrong secrets and email requests are limited per network on this route: %s",
    async (route) => {
      const from = newClient();
      const replies: Reply[] = [];
      const attempts = 4 * signInLimits.wrongSecretFromNetwork;
      // Repeated, because the one-second window of a limit may end during a round.
      while (!replies.some(({ status }) => status === 429))
        replies.push(
          ...(await Promise.all(
            Array.from({ length: attempts }, () => sendWrongSecret[route]?.(from) as Promise<Reply>),
          )),
        );
      const rejected = replies.filter(({ status }) => status === 429);
      expect(rejected.length).toBeGreaterThan(0);
      for (const { retryAfter } of rejected) expect(Number(retryAfter)).toBeGreaterThan(0);
      expect((await sendWrongSecret[route]?.(newClient()))?.status).not.toBe(429);
    },
  );

  test("Successful sign-ins do not count against the limit on failed sign-ins", async () => {
    const from = newClient();
    const wrong = () => confirm(service, `${service.url}/?email=a%40example.com&token=wrong`, from);
    for (let post = 0; post < signInLimits.wrongSecretFromNetwork - 1; post++) await wrong();
    for (let signIn = 0; signIn < 3; signIn++) {
      await postSignIn(service, { email: `office-${signIn}@example.com` });
      const reply = await confirm(service, linkIn(await newestMail()), from);
      expect(reply.location).toBe(`${service.url}/account`);
    }
    expect((await wrong()).status).toBe(302);
    const rejected = await wrong();
    expect([rejected.status, rejected.text]).toEqual([
      429,
      expect.stringContaining("Too many failed sign-ins from your network within an hour."),
    ]);
  });
});

describe("malformed and hostile requests", () => {
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  const multipart = { "Content-Type": "multipart/form-data; boundary=x" };
  const attacks: readonly [string, RequestOptions?][] = [
    ["/", { headers: { "Next-Action": "a".repeat(40) } }],
    ["/", { method: "POST", headers: { ...multipart, "Next-Action": "x" }, body: "--x\r\n" }],
    [
      "/signin",
      { method: "POST", headers: multipart, body: "--x\r\nContent-Disposition: form-data; name=1\r\n" },
    ],
    ["/pricing", { method: "POST", headers: { ...form }, body: "%zz&$ACTION_ID_x=1" }],
    ["/_next/image?url=%2Fv1%2Fsports&w=64&q=75"],
    ["/_next/image?url=http%3A%2F%2Fevil.example%2Fx&w=64&q=75"],
    ["/", { headers: { RSC: "1", "Next-Router-State-Tree": "%zz" } }],
    ["/", { headers: { RSC: "1", "Next-Router-State-Tree": "%5B%22%22%2C7%5D" } }],
    [
      "/docs",
      { headers: { RSC: "1", "Next-Router-Prefetch": "2", "Next-Router-Segment-Prefetch": "/../x" } },
    ],
    ["/docs", { headers: { "Next-HMR-Refresh": "1", "Next-Url": "http://[" } }],
    ["/account", { headers: { "X-Middleware-Subrequest": "middleware:middleware:middleware" } }],
    [
      "/account",
      { headers: { Cookie: "next-auth.session-token=%zz; =; ;a=%E0%A4%A; next-auth.csrf-token=|" } },
    ],
    ["/", { headers: { Accept: "*/*;q=x, ,;;", "Accept-Language": "%", "Accept-Encoding": "x;q=9" } }],
    ["/", { headers: { Host: "[" } }],
    ["/", { headers: { "X-Forwarded-Host": "[", "X-Forwarded-Proto": "%", Forwarded: "host=[" } }],
    [`/docs?${"a[]=%F0%9F&".repeat(500)}`],
    ["/docs/%C4%80/%E2%80%A8"],
    ["/_next/data/x/index.json"],
    ["/_next/static/%2e%2e/%2e%2e/package.json"],
    ["/api/auth/error?error=%F0%9F%8F%80"],
    ["/api/auth/error?error=%0d%0aX:1"],
    ["/api/auth/error/%C4%80"],
    ["/api/auth/signin?error=%F0%9F%8F%80&callbackUrl=%F0%9F%8F%80"],
    ["/api/auth/callback/%C4%80?error=%F0%9F%8F%80"],
    ["/api/auth/callback/email?token=%00&email=%F0%9F"],
    ["/api/auth/csrf", { headers: { Cookie: "next-auth.callback-url=%F0%9F; next-auth.csrf-token=x%7Cy" } }],
    ["/api/auth/providers", { headers: { Cookie: "next-auth.callback-url=javascript:x" } }],
    ["/api/trpc/keys.list"],
    ["/api/trpc/%C4%80", { method: "POST", body: "{" }],
    [
      "/api/trpc/keys.list",
      { method: "POST", headers: { Cookie: "next-auth.session-token=x%00" }, body: "{" },
    ],
    ["/api/trpc/keys.list", { method: "DELETE" }],
    ["/v1/sports", { headers: { "X-API-Key": "\u00ff".repeat(100), "If-None-Match": '"' } }],
    ["/v1/account/keys", { method: "POST", headers: { ...multipart, Authorization: "Bearer x" }, body: "{" }],
    ["/mcp", { method: "POST", headers: multipart, body: "{" }],
    ["/mcp", { method: "POST", headers: { "Content-Type": "application/json" }, body: "[null]" }],
    [
      "/mcp",
      {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-API-Key": "\u00ff".repeat(100) },
        body: '{"jsonrpc":"2.0","id":{},"method":"tools/call","params":{"name":"get_odds","arguments":7}}',
      },
    ],
  ];
  const posts: readonly [string, string][] = [
    ["signin/email", "email=not+an+address&json=true"],
    ["signin/email", "email=%00"],
    ["signin/email", `email=${"x".repeat(8_000)}`],
    ["signin/email", "email[]=a@b.example&csrfToken=x"],
    ["signin/planted", ""],
    ["signout", "csrfToken=%F0%9F&callbackUrl=%F0%9F"],
    ["callback/email", "email=%F0%9F"],
    ["callback/email?email=%00&token=x", ""],
    ["callback/email?email=a%40example.com&token=%00", ""],
  ];
  const sendAll = () => {
    const from = newClient();
    return Promise.all([
      ...attacks.map(([path, options = {}]) =>
        send(`${service.url}${path}`, { ...options, headers: { ...from, ...options.headers } }),
      ),
      ...posts.map(([path, body]) =>
        send(`${service.url}/api/auth/${path}${path.includes("?") ? "&" : "?"}callbackUrl=%F0%9F`, {
          method: "POST",
          headers: { ...from, ...sameOrigin(service), ...form },
          body,
        }),
      ),
    ]);
  };

  test("No malformed or hostile request causes a 5xx response or a log line", async () => {
    const before = service.printed().length;
    const statuses = (await sendAll()).map(({ status }, n) => [
      attacks[n]?.[0] ?? posts[n - attacks.length]?.[0],
      status,
    ]);
    expect(statuses.filter(([, status]) => Number(status) >= 500)).toEqual([]);
    expect(service.printed().slice(before)).toBe("");
  });

  test("Twenty failed sign-ins cause at most two log lines, each valid JSON", async () => {
    const before = service.printed().length;
    const fail = () =>
      send(`${service.url}/api/auth/callback/github?code=x&state=${randomUUID()}`, { headers: newClient() });
    await Promise.all(Array.from({ length: 20 }, fail));
    const lines = service
      .printed()
      .slice(before)
      .trim()
      .split("\n")
      .filter((line) => line !== "");
    expect(lines.length).toBeLessThanOrEqual(2);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) });
  });

  test("The error URL of a sign-in redirects to the sign-in page with an explanation, whatever error code the URL contains", async () => {
    for (const path of ["error?error=%F0%9F%8F%80", "error?error=%0d%0aX:1", "error?error=Callback"]) {
      const { status, location } = await send(`${service.url}/api/auth/${path}`);
      expect([status, location]).toEqual([303, expect.stringContaining(`${service.url}/signin?error=`)]);
      expect(await (await fetch(location ?? "")).text()).toContain("The sign-in did not work. Try again.");
    }
    expect((await send(`${service.url}/api/auth/error/%C4%80`)).status).toBe(404);
  });

  test("Next's image optimizer is not served, so it cannot be made to fetch a URL", async () => {
    expect((await send(`${service.url}/_next/image?url=%2Ficon.svg&w=64&q=75`)).status).toBe(404);
  });
});

test("A path outside /v1 that Next would normalize to a path of /v1 gets 404", async () => {
  for (const path of ["/./v1/sports", "/x/../v1/sports", "/%2e%2e/v1/sports", "/x%2f..%2fv1/sports"])
    for (const headers of [newClient(), { ...newClient(), RSC: "1" }]) {
      const port = new URL(service.url).port;
      const reply = await send(`http://localhost:${port}/`, { headers, path });
      expect(reply.status).toBe(404);
    }
});
