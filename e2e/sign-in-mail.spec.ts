import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { launchBrowser } from "@/e2e/testing/browser";
import { confirm, postSignIn } from "@/e2e/testing/call-with-cookie";
import { linkIn } from "@/e2e/testing/sign-in";
import { type SmtpManner, type SmtpSink, startSmtpSink } from "@/e2e/testing/smtp-sink";
import { makeDataDir, type RunningService, startService } from "@/e2e/testing/start-service";

const from = "Oddskeeper <no-reply@odds.example.com>";

let directory: Awaited<ReturnType<typeof makeDataDir>>;
let sink: SmtpSink;
let service: RunningService;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  directory = await makeDataDir();
  sink = await startSmtpSink();
  service = await startService(directory.dataDir, { SMTP_URL: sink.url, MAIL_FROM: from, FEEDS: "none" });
  browser = await launchBrowser();
  page = await (await browser.newContext()).newPage();
});
afterAll(async () => {
  await browser.close();
  await service.stop();
  await sink.stop();
  await directory.remove();
});
beforeEach(() => sink.behave("accepts"));

const hasAccount = async (email: string): Promise<boolean> =>
  (await service.ops("account", "show", "--email", email, "--json")).code === 0;
const ask = async (email: string): Promise<void> => {
  await page.goto(`${service.url}/signin`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Mail me a link" }).click();
};
const newestMail = (): string => sink.mails().at(-1) ?? "";
const headerOf = (mail: string, name: string): string =>
  new RegExp(`^${name}: (.*)$`, "im").exec(mail)?.[1]?.trim() ?? "";
/** The part of a mail of one media type, its quoted-printable read. */
const partOf = (mail: string, type: string): string => {
  const boundary = /boundary="([^"]+)"/.exec(mail)?.[1] ?? "no boundary";
  const part = mail.split(`--${boundary}`).find((each) => each.includes(`Content-Type: ${type}`)) ?? "";
  return part.replace(/=\r?\n/g, "").replaceAll("=3D", "=");
};

describe("a sign-in mail over SMTP", () => {
  test("arrives at the one who asked, from the configured sender, as text and as HTML", async () => {
    await ask("reader@example.com");
    await page.waitForURL("**/signin/check-mail");
    expect(await page.getByText("sends no mail").count()).toBe(0);
    const mail = newestMail();
    expect(sink.lines()).toContain("MAIL FROM:<no-reply@odds.example.com>");
    expect(sink.lines().filter((line) => line.startsWith("RCPT"))).toEqual(["RCPT TO:<reader@example.com>"]);
    expect(headerOf(mail, "From")).toBe(from);
    expect(headerOf(mail, "To")).toBe("reader@example.com");
    expect(headerOf(mail, "Subject")).toBe(`Sign in to Oddskeeper (${new URL(service.url).host})`);
    const link = linkIn(mail);
    expect(partOf(mail, "text/plain")).toContain(link);
    expect(partOf(mail, "text/html")).toContain(`<a href="${link.replaceAll("&", "&#38;")}">Sign in</a>`);
  });

  test("is all that a first sign-in needs, and its link works once", async () => {
    const link = linkIn(newestMail());
    expect(await hasAccount("reader@example.com")).toBe(false);
    await page.goto(link);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/account");
    expect(await hasAccount("reader@example.com")).toBe(true);
    const again = await confirm(service, link);
    expect(again.location).toContain("error=Verification");
    expect(again.setCookies.join()).not.toContain("session-token=");
    await page.context().clearCookies();
  });

  test.each([
    "a@b.example,c@d.example",
    "a@b.example, c@d.example",
    "<a@b.example>",
    "a@b.example\r\nRCPT TO:<c@d.example>",
    "a@b.example\nBcc: c@d.example",
    "a@b.example\u0000",
  ])("is never tried for %j", async (email) => {
    const before = [...sink.lines()];
    expect((await postSignIn(service, { email })).text).toContain("error=EmailSignin");
    expect(sink.lines()).toEqual(before);
  });
});

describe("a mail server", () => {
  const patienceMs = 20_000;

  test.each<[string, SmtpManner]>([
    ["refuses the address", "refuses"],
    ["says nothing", "silent"],
    ["takes the mail and says nothing more", "stalls"],
  ])("that %s is said to the person in time, and there is no account", async (_, manner) => {
    sink.behave(manner);
    await ask(`${manner}@example.com`);
    const said = page.getByRole("alert").filter({ hasText: "No link could be mailed to this address" });
    await said.waitFor({ timeout: patienceMs });
    expect(new URL(page.url()).pathname).toBe("/signin");
    expect(await hasAccount(`${manner}@example.com`)).toBe(false);
  });

  test("that was away uses up none of the links of an address", async () => {
    sink.behave("refuses");
    for (let post = 0; post < 6; post++) await postSignIn(service, { email: "patient@example.com" });
    sink.behave("accepts");
    const before = sink.mails().length;
    expect((await postSignIn(service, { email: "patient@example.com" })).text).not.toContain("error");
    expect(sink.mails()).toHaveLength(before + 1);
    expect(headerOf(newestMail(), "To")).toBe("patient@example.com");
  });
});

test("without GitHub configured there is no button, and nothing behind it", async () => {
  await page.goto(`${service.url}/signin`);
  await page.getByRole("button", { name: "Mail me a link" }).waitFor();
  expect(await page.getByText("GitHub").count()).toBe(0);
  const providers = await fetch(`${service.url}/api/auth/providers`);
  expect(Object.keys((await providers.json()) as object)).toEqual(["email"]);
  const callback = await fetch(`${service.url}/api/auth/callback/github?code=x&state=y`, {
    redirect: "manual",
  });
  expect(callback.headers.get("set-cookie") ?? "").not.toContain("session-token=");
});
