import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openAccounts, type ServiceAccounts } from "@/e2e/testing/accounts";
import { linkIn, readMails } from "@/e2e/testing/read-mail";
import { createSeededDir, type DataDir } from "@/e2e/testing/seed-once";
import {
  callProcedure,
  confirm,
  postSignIn,
  type Reply,
  sameOrigin,
  send,
  signInWithCookie,
  trustedProxies,
} from "@/e2e/testing/send-request";
import { type RunningService, startService } from "@/e2e/testing/start-service";
import { signInLimits } from "@/server/account/sign-in/sign-in-limits";

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

const callAsPage = (path: string, input?: unknown, as = cookie): Promise<Reply> =>
  callProcedure(service, path, { cookie: as, input });
const newestLink = async () => linkIn((await readMails(service)).at(-1) ?? "");

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
  ])("No sign-in email is sent to %j", async (email) => {
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
  ])("A sign-in never redirects to %j", async (callbackUrl) => {
    const email = `redirect-${randomUUID()}@example.com`;
    await postSignIn(service, { email, callbackUrl });
    const link = await newestLink();
    const tampered = new URL(link);
    tampered.searchParams.set("callbackUrl", callbackUrl);
    const page = await fetch(tampered);
    const action = /<form [^>]*action="([^"]*)"/.exec(await page.text())?.[1] ?? "";
    expect(action).toMatch(/^\/api\/auth\/callback\/email\?.*callbackUrl=%2Faccount$/);
    const reply = await confirm(service, tampered.href);
    expect(reply.location).toBe(`${service.url}/account`);
  });

  test("A sign-in ends on the page that asked the visitor to sign in", async () => {
    await postSignIn(service, { email: "back@example.com", callbackUrl: "/explore?sport=basketball_nba" });
    const reply = await confirm(service, await newestLink());
    expect(reply.location).toBe(`${service.url}/explore?sport=basketball_nba`);
  });

  test("A sign-in link has the configured origin, regardless of a request's Host and forwarding headers", async () => {
    const forgedHeaders = {
      Host: "evil.example",
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Proto": "https",
      Forwarded: "host=evil.example",
    };
    await postSignIn(service, { email: "host@example.com" }, { ...sameOrigin(service), ...forgedHeaders });
    const link = await newestLink();
    expect(new URL(link).origin).toBe(service.url);
    const page = await send(`${service.url}/account`, { headers: forgedHeaders });
    expect(page.location ?? "").not.toContain("evil");
  });

  test("An email address gets at most five sign-in links per hour, and further requests get no error", async () => {
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

  test("If a form has several email addresses, the sign-in link counts toward the limit of the address that receives it", async () => {
    const before = (await readMails(service)).length;
    for (let post = 0; post < 7; post++)
      await postSignIn(service, [
        ["email", `decoy-${post}@example.com`],
        ["email", "victim@example.com"],
      ]);
    expect(await readMails(service)).toHaveLength(before + signInLimits.mailToAddress);
  });

  test("Opening or previewing a sign-in link does not use it up, but confirming the sign-in does", async () => {
    await postSignIn(service, { email: "once@example.com" });
    const link = await newestLink();
    await fetch(link);
    await fetch(link, { method: "HEAD" });
    const preview = await send(`${service.url}/api/auth/callback/email${new URL(link).search}`);
    expect(preview.setCookies.join()).not.toContain("session-token");
    expect((await confirm(service, link)).location).toBe(`${service.url}/account`);
    expect((await confirm(service, link)).location).toContain("error=Verification");
  });

  test("A sign-in link works only for the email address to which it was sent", async () => {
    await postSignIn(service, { email: "mine@example.com" });
    const link = new URL(await newestLink());
    link.searchParams.set("email", "owner@example.com");
    const reply = await confirm(service, link.href);
    expect(reply.location).toContain("error=Verification");
    expect(reply.setCookies.join()).not.toContain("session-token");
  });

  test("A foreign page can neither start nor confirm a sign-in, nor sign the user out", async () => {
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

  test("The session's cookie is sent to all pages of the site, cannot be read by scripts, and has SameSite=Lax", async () => {
    await postSignIn(service, { email: "flags@example.com" });
    const { setCookies } = await confirm(service, await newestLink());
    const session = setCookies.find((line) => line.startsWith("next-auth.session-token=")) ?? "";
    expect(session).toMatch(/; HttpOnly/i);
    expect(session).toMatch(/; SameSite=Lax/i);
    expect(session).toMatch(/; Path=\//i);
  });
});
