import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openAccounts, type ServiceAccounts } from "@/e2e/testing/accounts";
import { linkIn, readMails } from "@/e2e/testing/read-mail";
import { createSeededDir, type DataDir } from "@/e2e/testing/seed-once";
import {
  callProcedure,
  confirm,
  cookieHeader,
  newClient,
  postSignIn,
  type Reply,
  sameOrigin,
  send,
  signInWithCookie,
  trustedProxies,
} from "@/e2e/testing/send-request";
import { type RunningService, startService } from "@/e2e/testing/start-service";

let directory: DataDir;
let service: RunningService;
let accounts: ServiceAccounts;
let cookie: string;
beforeAll(async () => {
  directory = await createSeededDir(inject("seededDir"));
  service = await startService(directory.dataDir, { ...trustedProxies, FEEDS: "none" });
  accounts = openAccounts(service);
  cookie = await signInToNewAccount("owner@example.com");
});
afterAll(async () => {
  await accounts?.close();
  await service?.stop();
  await directory?.remove();
});

const signInToNewAccount = async (email: string): Promise<string> => {
  await accounts.create(email, { speedLimit: 1_000, withoutKey: true });
  return signInWithCookie(service, email);
};

type Key = { id: string; key: string; label: string; test: boolean };

const callAsPage = (path: string, input?: unknown, as = cookie): Promise<Reply> =>
  callProcedure(service, path, { cookie: as, input });
const dataOf = (reply: Reply) => (JSON.parse(reply.text) as { result: { data: unknown } }).result.data;
const codeOf = (reply: Reply) =>
  (JSON.parse(reply.text) as { error: { data: { code: string } } }).error.data.code;
/** Without `last_used_at`, because the service writes it up to ten seconds after a call. */
const listKeys = async (as = cookie): Promise<Key[]> => {
  const keys = dataOf(await callAsPage("keys.list", undefined, as)) as (Key & { last_used_at: unknown })[];
  return keys.map(({ last_used_at: _, ...key }) => key);
};
const createKey = async (label = "some key", as = cookie) =>
  dataOf(await callAsPage("keys.create", { label }, as)) as Key;
const newestLink = async () => linkIn((await readMails(service)).at(-1) ?? "");

describe("session cookies on the website's procedures", () => {
  test("A page of the site can make a call with the session's cookie", async () => {
    const created = await createKey("control");
    expect((await listKeys()).map(({ id }) => id)).toContain(created.id);
  });

  test.each<[string, Record<string, string>]>([
    ["a foreign page", { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" }],
    ["a foreign page in an old browser", { Origin: "https://evil.example" }],
    ["another port of the same host", { Origin: "http://localhost:1", "Sec-Fetch-Site": "same-site" }],
    ["a sandboxed frame", { Origin: "null" }],
    ["a client that sends neither Origin nor Sec-Fetch-Site", {}],
    ["a URL typed by hand", { "Sec-Fetch-Site": "none" }],
  ])("With the session's cookie, a call from %s is rejected and changes nothing", async (_, headers) => {
    const before = await listKeys();
    for (const path of ["keys.create", "tokens.create", "odds.list"]) {
      const reply = await callProcedure(service, path, { cookie, input: { label: "planted" }, headers });
      expect([reply.status, codeOf(reply)]).toEqual([401, "MISSING_SESSION"]);
    }
    expect(await listKeys()).toEqual(before);
  });

  test("A GET request to create a key is rejected even with the session's cookie, because a link or an image can send a GET request", async () => {
    const url = `${service.url}/api/trpc/keys.create?input=${encodeURIComponent('{"label":"planted"}')}`;
    const reply = await send(url, { headers: { Cookie: cookie, ...sameOrigin(service) } });
    expect(reply.status).toBe(405);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
    "A call with the session's cookie is rejected if its body type is %s, which a form can send",
    async (type) => {
      const reply = await send(`${service.url}/api/trpc/keys.create`, {
        method: "POST",
        headers: { Cookie: cookie, ...sameOrigin(service), "Content-Type": type },
        body: '{"label":"planted"}',
      });
      expect([reply.status, codeOf(reply)]).toEqual([400, "BAD_REQUEST"]);
    },
  );

  test("A call without a cookie or with an unknown cookie is rejected", async () => {
    for (const unknown of ["", "next-auth.session-token=", "next-auth.session-token=00000000-0000"]) {
      const reply = await callProcedure(service, "keys.list", { cookie: unknown });
      expect([reply.status, codeOf(reply)]).toEqual([401, "MISSING_SESSION"]);
    }
  });

  test("GET and POST /v1/account/keys accept neither the session's cookie nor an API key", async () => {
    const { key } = await createKey("of the API");
    for (const headers of [{ Cookie: cookie }, { Cookie: cookie, "X-API-Key": key }, { "X-API-Key": key }])
      for (const method of ["GET", "POST"]) {
        const reply = await send(`${service.url}/v1/account/keys`, {
          method,
          headers: { ...headers, ...sameOrigin(service), "Content-Type": "application/json" },
          ...(method === "POST" && { body: '{"label":"planted"}' }),
        });
        expect(reply.status).toBe(401);
        expect(JSON.parse(reply.text)).toMatchObject({ error: { code: "MISSING_SESSION" } });
      }
    expect((await listKeys()).map(({ label }) => label)).not.toContain("planted");
  });
});

describe("creating and revoking keys on the website", () => {
  test.each([
    ["a missing label", {}],
    ["an empty label", { label: "" }],
    ["a label of spaces", { label: "   " }],
    ["a label of invisible characters", { label: "\u200b\u2060\u00ad" }],
    ["a label of 65 code points", { label: "é".repeat(65) }],
    ["a control character in the label", { label: "a\u0007b" }],
    ["a line break in the label", { label: "a\nb" }],
    ["a line separator in the label", { label: "a\u2028b" }],
    ["a label that overrides the direction of its text", { label: "gnp\u202eexe" }],
    ["a label that sets another direction for a part of its text", { label: "a\u2067b\u2069" }],
    ["a label that is a number", { label: 7 }],
    ["a `test` field that is a string", { label: "x", test: "false" }],
    ["a `test` field that is a number", { label: "x", test: 1 }],
    ["a `test` field that is null", { label: "x", test: null }],
  ])("No key is created with %s", async (_, input) => {
    const reply = await callAsPage("keys.create", input);
    expect([reply.status, codeOf(reply)]).toEqual([400, "BAD_REQUEST"]);
  });

  test.each(["x", "é".repeat(64), "🏀".repeat(64), "👨\u200d👩", "\u05e9\u05dc\u05d5\u05dd"])(
    "A key is created with the label %s",
    async (label) => {
      expect(await createKey(label)).toMatchObject({ label, test: false });
    },
  );

  test("A stranger gets 404 for revoking another account's key, and the key keeps working", async () => {
    const stranger = await signInToNewAccount("stranger@example.com");
    const { id, key } = await createKey("mine");
    const reply = await callAsPage("keys.revoke", { keyId: id }, stranger);
    expect([reply.status, codeOf(reply)]).toEqual([404, "KEY_NOT_FOUND"]);
    const { access_token: token } = dataOf(await callAsPage("tokens.create", undefined, stranger)) as {
      access_token: string;
    };
    const byBearer = await fetch(`${service.url}/v1/account/keys/${id}`, {
      method: "DELETE",
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(byBearer.status).toBe(404);
    const used = await fetch(`${service.url}/v1/account/usage`, { headers: { "X-API-Key": key } });
    expect(used.status).toBe(200);
    expect((await listKeys(stranger)).map((record) => record.id)).not.toContain(id);
  });

  test("A stranger gets 404 for revoking another account's access token, and the token keeps working", async () => {
    const stranger = await signInToNewAccount("stranger2@example.com");
    const created = dataOf(await callAsPage("tokens.create")) as { id: string; access_token: string };
    const reply = await callAsPage("tokens.revoke", { tokenId: created.id }, stranger);
    expect(reply.status).toBe(404);
    const still = await fetch(`${service.url}/v1/account/keys`, {
      headers: { Authorization: `Bearer ${created.access_token}` },
    });
    expect(still.status).toBe(200);
  });
});

describe("changes of keys on the website", () => {
  const rotate = (keyId: unknown, overlapHours: unknown = 24, as = cookie) =>
    callAsPage("keyChanges.rotate", { keyId, overlapHours }, as);
  const rename = (keyId: unknown, label: unknown, as = cookie) =>
    callAsPage("keyChanges.rename", { keyId, label }, as);
  const errorOf = (reply: Reply) => [reply.status, codeOf(reply)];

  test("A key of another account can be neither renamed nor rotated", async () => {
    const stranger = await signInToNewAccount("stranger3@example.com");
    const { id } = await createKey("mine");
    expect(errorOf(await rename(id, "theirs", stranger))).toEqual([404, "KEY_NOT_FOUND"]);
    expect(errorOf(await rotate(id, 0, stranger))).toEqual([404, "KEY_NOT_FOUND"]);
    expect((await listKeys()).find((key) => key.id === id)).toMatchObject({
      label: "mine",
      expires_at: null,
    });
    expect(await listKeys(stranger)).toEqual([]);
  });

  test("A foreign page can neither rename nor rotate a key", async () => {
    const { id } = await createKey("mine");
    const before = await listKeys();
    const headers = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
    for (const [path, input] of [
      ["keyChanges.rename", { keyId: id, label: "planted" }],
      ["keyChanges.rotate", { keyId: id, overlapHours: 0 }],
    ] as const)
      expect(errorOf(await callProcedure(service, path, { cookie, input, headers }))).toEqual([
        401,
        "MISSING_SESSION",
      ]);
    expect(await listKeys()).toEqual(before);
  });

  test.each([
    [undefined, 24],
    ["not a uuid", 24],
    ["' or true --", 24],
    ["valid", 169],
    ["valid", -1],
    ["valid", 0.5],
    ["valid", "24"],
    ["valid", null],
    ["valid", Number.MAX_SAFE_INTEGER],
  ])("A rotation is rejected if the key id is %j and the overlap in hours is %j", async (keyId, hours) => {
    const before = await listKeys();
    const reply = await rotate(keyId === "valid" ? before[0]?.id : keyId, hours);
    expect(errorOf(reply)).toEqual([400, "BAD_REQUEST"]);
    expect(await listKeys()).toEqual(before);
  });

  test("Of two simultaneous rotations of a key, exactly one succeeds, and a revoked key can be neither renamed nor rotated", async () => {
    const { id } = await createKey("raced");
    const statuses = (await Promise.all([rotate(id), rotate(id)])).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 400]);
    expect((await listKeys()).filter(({ label }) => label === "raced")).toHaveLength(2);
    await callAsPage("keys.revoke", { keyId: id });
    expect(errorOf(await rename(id, "revived"))).toEqual([400, "BAD_REQUEST"]);
    expect(errorOf(await rotate(id))).toEqual([400, "BAD_REQUEST"]);
  });
});

describe("the owner's account on the website", () => {
  const errorOf = (reply: Reply) => [reply.status, codeOf(reply)];

  test("A foreign page can neither end sessions, nor delete the account, nor request a plan", async () => {
    const headers = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
    for (const [path, input] of [
      ["account.endSession", { sessionId: randomUUID() }],
      ["account.endAllSessions", { unlinksIdentities: true }],
      ["account.unlinkIdentity", { provider: "github", userId: "1" }],
      ["account.delete", { email: "owner@example.com" }],
      ["account.requestPlan", { plan: "scale" }],
    ] as const)
      expect(errorOf(await callProcedure(service, path, { cookie, input, headers })), path).toEqual([
        401,
        "MISSING_SESSION",
      ]);
    expect((await callAsPage("keys.list")).status).toBe(200);
  });

  test("Ending a session of another account returns NOT_FOUND, and a malformed session id is rejected", async () => {
    const stranger = await signInToNewAccount("stranger4@example.com");
    const page = await fetch(`${service.url}/account/security`, { headers: { Cookie: cookie } });
    const ids = new Set((await page.text()).match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g));
    expect(ids.size).toBeGreaterThan(0);
    for (const sessionId of ids)
      expect(errorOf(await callAsPage("account.endSession", { sessionId }, stranger))).toEqual([
        404,
        "NOT_FOUND",
      ]);
    for (const sessionId of ["", "x", null, { $ne: "" }])
      expect(errorOf(await callAsPage("account.endSession", { sessionId }))).toEqual([400, "BAD_REQUEST"]);
    expect((await callAsPage("keys.list")).status).toBe(200);
  });

  test("The security page shows a hostile User-Agent header of a sign-in as short plain text or not at all", async () => {
    const email = "agent@example.com";
    await accounts.create(email, { speedLimit: 1_000, withoutKey: true });
    for (const agent of ["<script>alert(1)</script>/1.0 (Linux)", "a/1 ".repeat(2_000)]) {
      await postSignIn(service, { email });
      const reply = await confirm(service, await newestLink(), { ...newClient(), "User-Agent": agent });
      expect(reply.location).toBe(`${service.url}/account`);
      const page = await fetch(`${service.url}/account/security`, {
        headers: { Cookie: cookieHeader(reply.setCookies) },
      });
      const html = await page.text();
      expect(html).not.toContain("alert(1)");
      expect(html).not.toContain("a/1 a/1");
    }
  });

  test("On a service without a support address, a plan request returns NOT_FOUND, and a malformed plan request returns BAD_REQUEST", async () => {
    expect(errorOf(await callAsPage("account.requestPlan", { plan: "growth" }))).toEqual([404, "NOT_FOUND"]);
    for (const input of [
      { plan: "platinum" },
      { plan: "growth", note: "x".repeat(1_001) },
      { plan: "growth", note: "a\u0000b" },
    ])
      expect(errorOf(await callAsPage("account.requestPlan", input))).toEqual([400, "BAD_REQUEST"]);
  });
});

test("Every script of a page has the nonce of the page's response, and no page can be framed", async () => {
  for (const route of ["/signin", "/account", "/account/keys", "/no-such-page"]) {
    const page = await fetch(`${service.url}${route}`, { headers: { Cookie: cookie } });
    const policy = page.headers.get("content-security-policy") ?? "";
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "no nonce";
    expect(policy).toContain("frame-ancestors 'none'");
    expect(/script-src [^;]*/.exec(policy)?.[0]).not.toContain("unsafe");
    const scripts = (await page.text()).match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
  }
});

test("After the operator changes an account's plan, the account and pricing pages show the new plan", async () => {
  const email = "upgraded@example.com";
  const ownCookie = await signInToNewAccount(email);
  const page = async (path: string) =>
    (await send(`${service.url}${path}`, { headers: { Cookie: ownCookie } })).text.replaceAll(
      /<!--.*?-->/g,
      "",
    );
  expect(await page("/account")).not.toContain("Growth plan");
  await page("/pricing");
  const changed = await service.ops("account", "plan", "--email", email, "--plan", "growth", "--json");
  expect(changed.code).toBe(0);
  expect(await page("/account")).toContain("Growth plan");
  expect(await page("/pricing")).toContain("Your plan");
});
