import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import {
  callProcedure,
  confirm,
  postSignIn,
  type Reply,
  sameOrigin,
  send,
  signInWithCookie,
  trustingTests,
} from "@/e2e/testing/call-with-cookie";
import { makeSeededDir } from "@/e2e/testing/seed-once";
import { linkIn, readMails } from "@/e2e/testing/sign-in";
import { type RunningService, startService } from "@/e2e/testing/start-service";
import { signInBounds } from "@/server/accounts/sign-in-bounds";

let directory: Awaited<ReturnType<typeof makeSeededDir>>;
let service: RunningService;
let cookie: string;
beforeAll(async () => {
  directory = await makeSeededDir(inject("seededDir"));
  service = await startService(directory.dataDir, trustingTests);
  cookie = await signInWithCookie(service, "owner@example.com");
});
afterAll(async () => {
  await service.stop();
  await directory.remove();
});

type Key = { id: string; key: string; label: string; test: boolean };

/** The limit on a free account is two calls a second. */
const againWhileTooFast = async (call: () => Promise<Reply>): Promise<Reply> => {
  for (;;) {
    const reply = await call();
    if (reply.status !== 429) return reply;
  }
};
const callAsPage = (path: string, input?: unknown, as = cookie): Promise<Reply> =>
  againWhileTooFast(() => callProcedure(service, path, { cookie: as, input }));
const dataOf = (reply: Reply) => (JSON.parse(reply.text) as { result: { data: unknown } }).result.data;
const codeOf = (reply: Reply) =>
  (JSON.parse(reply.text) as { error: { data: { code: string } } }).error.data.code;
const listKeys = async (as = cookie) => dataOf(await callAsPage("keys.list", undefined, as)) as Key[];
const makeKey = async (label = "some key", as = cookie) =>
  dataOf(await callAsPage("keys.create", { label }, as)) as Key;
const newestMail = async () => (await readMails(service)).at(-1) ?? "";

describe("a call with the session's cookie", () => {
  test("from a page of the site is answered: the positive control", async () => {
    const made = await makeKey("control");
    expect((await listKeys()).map(({ id }) => id)).toContain(made.id);
  });

  test.each<[string, Record<string, string>]>([
    ["a foreign page", { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" }],
    ["a foreign page of an old browser", { Origin: "https://evil.example" }],
    ["another port of the same host", { Origin: "http://localhost:1", "Sec-Fetch-Site": "same-site" }],
    ["a sandboxed frame", { Origin: "null" }],
    ["nothing that states where it comes from", {}],
    ["an address typed by hand", { "Sec-Fetch-Site": "none" }],
  ])("from %s does nothing", async (_, headers) => {
    const before = await listKeys();
    for (const path of ["keys.create", "tokens.create", "odds.list"]) {
      const reply = await callProcedure(service, path, { cookie, input: { label: "planted" }, headers });
      expect([reply.status, codeOf(reply)]).toEqual([401, "MISSING_SESSION"]);
    }
    expect(await listKeys()).toEqual(before);
  });

  test("by GET, as a link or an image makes it, is not answered", async () => {
    const address = `${service.url}/api/trpc/keys.create?input=${encodeURIComponent('{"label":"planted"}')}`;
    const reply = await send(address, { headers: { Cookie: cookie, ...sameOrigin(service) } });
    expect(reply.status).toBe(405);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
    "of media type %s, as a form makes it, is refused",
    async (type) => {
      const reply = await againWhileTooFast(() =>
        send(`${service.url}/api/trpc/keys.create`, {
          method: "POST",
          headers: { Cookie: cookie, ...sameOrigin(service), "Content-Type": type },
          body: '{"label":"planted"}',
        }),
      );
      expect([reply.status, codeOf(reply)]).toEqual([400, "BAD_REQUEST"]);
    },
  );

  test("without a session, or with a cookie that is none, is refused", async () => {
    for (const none of ["", "next-auth.session-token=", "next-auth.session-token=00000000-0000"]) {
      const reply = await callProcedure(service, "keys.list", { cookie: none });
      expect([reply.status, codeOf(reply)]).toEqual([401, "MISSING_SESSION"]);
    }
  });

  test("is nothing to /v1: neither the cookie nor a key stands for a session there", async () => {
    const { key } = await makeKey("of the API");
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

describe("keys over the website", () => {
  test.each([
    ["no label", {}],
    ["an empty label", { label: "" }],
    ["a label of spaces", { label: "   " }],
    ["a label of which nothing is seen", { label: "\u200b\u2060\u00ad" }],
    ["a label of 65 code points", { label: "é".repeat(65) }],
    ["a control character in the label", { label: "a\u0007b" }],
    ["a line break in the label", { label: "a\nb" }],
    ["a line separator in the label", { label: "a\u2028b" }],
    ["a label that turns the direction of its text", { label: "gnp\u202eexe" }],
    ["a label that isolates a part of its text", { label: "a\u2067b\u2069" }],
    ["a label that is a number", { label: 7 }],
    ["test as text", { label: "x", test: "false" }],
    ["test as a number", { label: "x", test: 1 }],
    ["test as null", { label: "x", test: null }],
  ])("are not made with %s", async (_, input) => {
    const reply = await callAsPage("keys.create", input);
    expect([reply.status, codeOf(reply)]).toEqual([400, "BAD_REQUEST"]);
  });

  test.each(["x", "é".repeat(64), "🏀".repeat(64), "👨\u200d👩", "\u05e9\u05dc\u05d5\u05dd"])(
    "are made with the label %s",
    async (label) => {
      expect(await makeKey(label)).toMatchObject({ label, test: false });
    },
  );

  test("of another account are not found and go on working, by page and by bearer", async () => {
    const stranger = await signInWithCookie(service, "stranger@example.com");
    const { id, key } = await makeKey("mine");
    const reply = await callAsPage("keys.revoke", { keyId: id }, stranger);
    expect([reply.status, codeOf(reply)]).toEqual([404, "KEY_NOT_FOUND"]);
    const { access_token: token } = dataOf(await callAsPage("tokens.create", undefined, stranger)) as {
      access_token: string;
    };
    const byBearer = await fetch(`${service.url}/v1/account/keys/${id}`, {
      method: "DELETE",
      headers: { Authorization: `Bearer ${token}` },
    });
    expect([404, 429]).toContain(byBearer.status);
    const used = await fetch(`${service.url}/v1/account/usage`, { headers: { "X-API-Key": key } });
    expect([200, 429]).toContain(used.status);
    expect((await listKeys(stranger)).map((record) => record.id)).not.toContain(id);
  });

  test("an access token of another account is not revoked", async () => {
    const stranger = await signInWithCookie(service, "stranger2@example.com");
    const made = dataOf(await callAsPage("tokens.create")) as { id: string; access_token: string };
    const reply = await callAsPage("tokens.revoke", { tokenId: made.id }, stranger);
    expect(reply.status).toBe(404);
    const still = await fetch(`${service.url}/v1/account/keys`, {
      headers: { Authorization: `Bearer ${made.access_token}` },
    });
    expect(still.status).not.toBe(401);
  });
});

describe("signing in", () => {
  test.each([
    "",
    "a",
    "a@b",
    "a@b.example,c@d.example",
    "a@b.example c@d.example",
    "a@b.example;c@d.example",
    '"a@b.example"@c.example',
    "a@b.example\r\nBcc: c@d.example",
    "\u212Aim@example.com",
    "\u0430dmin@example.com",
    "owner@ex\u0430mple.com",
    "owner\u0000@example.com",
    `${"x".repeat(250)}@b.example`,
  ])("mails nothing to %j", async (email) => {
    const before = (await readMails(service)).length;
    const reply = await postSignIn(service, { email });
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining("error=EmailSignin")]);
    expect(await readMails(service)).toHaveLength(before);
  });

  test.each([
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example/",
    "/\t/evil.example/",
    "javascript:alert(1)",
    "data:text/html,x",
    "http://localhost:1/",
    "https://localhost@evil.example/",
    "/.//evil.example/",
  ])("never leads to %j", async (callbackUrl) => {
    const email = `redirect-${randomUUID()}@example.com`;
    await postSignIn(service, { email, callbackUrl });
    const link = linkIn(await newestMail());
    const tampered = new URL(link);
    tampered.searchParams.set("callbackUrl", callbackUrl);
    const page = await fetch(tampered);
    const action = /<form [^>]*action="([^"]*)"/.exec(await page.text())?.[1] ?? "";
    expect(action).toMatch(/^\/api\/auth\/callback\/email\?.*callbackUrl=%2Faccount$/);
    const reply = await confirm(service, tampered.href);
    expect(reply.location).toBe(`${service.url}/account`);
  });

  test("leads back to the page that asked for it", async () => {
    await postSignIn(service, { email: "back@example.com", callbackUrl: "/explore?sport=basketball_nba" });
    const reply = await confirm(service, linkIn(await newestMail()));
    expect(reply.location).toBe(`${service.url}/explore?sport=basketball_nba`);
  });

  test("trusts no header about its own address", async () => {
    const tricks = {
      Host: "evil.example",
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Proto": "https",
      Forwarded: "host=evil.example",
    };
    await postSignIn(service, { email: "host@example.com" }, { ...sameOrigin(service), ...tricks });
    const link = linkIn(await newestMail());
    expect(new URL(link).origin).toBe(service.url);
    const page = await send(`${service.url}/account`, { headers: tricks });
    expect(page.location ?? "").not.toContain("evil");
  });

  test("mails an address five links an hour, and answers the sixth request as the others", async () => {
    const before = (await readMails(service)).length;
    const replies = [];
    for (let post = 0; post < 7; post++)
      replies.push(await postSignIn(service, { email: "many@example.com" }));
    expect(await readMails(service)).toHaveLength(before + 5);
    const statuses = new Set(
      replies.map(({ status, text }) => `${status} ${new URL(JSON.parse(text).url).pathname}`),
    );
    for (const reply of replies) expect(reply.text).not.toContain("error");
    expect(statuses.size).toBeLessThanOrEqual(2);
  });

  test("counts the address that is mailed, where a form names several", async () => {
    const before = (await readMails(service)).length;
    for (let post = 0; post < 7; post++)
      await postSignIn(service, [
        ["email", `decoy-${post}@example.com`],
        ["email", "victim@example.com"],
      ]);
    expect(await readMails(service)).toHaveLength(before + signInBounds.mailToAddress);
  });

  test("takes a link once, and opening or previewing it uses nothing up", async () => {
    await postSignIn(service, { email: "once@example.com" });
    const link = linkIn(await newestMail());
    await fetch(link);
    await fetch(link, { method: "HEAD" });
    const preview = await send(`${service.url}/api/auth/callback/email${new URL(link).search}`);
    expect(preview.setCookies.join()).not.toContain("session-token");
    expect((await confirm(service, link)).location).toBe(`${service.url}/account`);
    expect((await confirm(service, link)).location).toContain("error=Verification");
  });

  test("takes a link for its own address only", async () => {
    await postSignIn(service, { email: "mine@example.com" });
    const link = new URL(linkIn(await newestMail()));
    link.searchParams.set("email", "owner@example.com");
    const reply = await confirm(service, link.href);
    expect(reply.location).toContain("error=Verification");
    expect(reply.setCookies.join()).not.toContain("session-token");
  });

  test("cannot be started, confirmed or ended by a foreign page", async () => {
    const foreign = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site", Cookie: cookie };
    for (const route of ["signin/email", "callback/email", "signout"]) {
      const reply = await send(`${service.url}/api/auth/${route}`, {
        method: "POST",
        headers: { ...foreign, "Content-Type": "application/x-www-form-urlencoded" },
        body: "email=planted%40example.com",
      });
      expect(reply.status).toBe(403);
    }
    expect((await callAsPage("keys.list")).status).toBe(200);
  });

  test("sets a cookie that scripts cannot read and foreign pages do not send", async () => {
    await postSignIn(service, { email: "flags@example.com" });
    const { setCookies } = await confirm(service, linkIn(await newestMail()));
    const session = setCookies.find((line) => line.startsWith("next-auth.session-token=")) ?? "";
    expect(session).toMatch(/; HttpOnly/i);
    expect(session).toMatch(/; SameSite=Lax/i);
    expect(session).toMatch(/; Path=\//i);
  });
});

test("pages run no script without this answer's own nonce, and stand in no frame", async () => {
  for (const route of ["/signin", "/account", "/account/keys", "/no-such-page"]) {
    const page = await fetch(`${service.url}${route}`, { headers: { Cookie: cookie } });
    const policy = page.headers.get("content-security-policy") ?? "";
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "none";
    expect(policy).toContain("frame-ancestors 'none'");
    expect(/script-src [^;]*/.exec(policy)?.[0]).not.toContain("unsafe");
    const scripts = (await page.text()).match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
  }
});
