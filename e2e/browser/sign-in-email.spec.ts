import { confirmSignIn, requestSignInLink } from "@/e2e/browser/testing/actions";
import { type SmtpSink, startSmtpSink } from "@/e2e/browser/testing/smtp-sink";
import { test as base, expect } from "@/e2e/browser/testing/test";
import { linkIn } from "@/e2e/testing/read-mail";
import { createSeededDir } from "@/e2e/testing/seed-once";
import { confirm, postSignIn, send, trustedProxies } from "@/e2e/testing/send-request";
import { maxStartMs, startService } from "@/e2e/testing/start-service";

const sender = "Oddskeeper <no-reply@odds.example.com>";

const test = base.extend<object, { readonly sink: SmtpSink }>({
  sink: [
    async ({ browserName: _ }, use) => {
      const sink = await startSmtpSink();
      await use(sink);
      await sink.stop();
    },
    { scope: "worker" },
  ],
  service: [
    async ({ sink }, use) => {
      const { dataDir, remove } = await createSeededDir();
      const environment = { ...trustedProxies, SMTP_URL: sink.url, MAIL_FROM: sender, FEEDS: "none" };
      const service = await startService(dataDir, environment);
      await use({ url: service.url, dataDir, key: "" });
      await service.stop();
      await remove();
    },
    { scope: "worker", timeout: maxStartMs },
  ],
});
test.beforeEach(({ sink }) => sink.behave("accepts"));

const headerOf = (mail: string, name: string): string =>
  new RegExp(`^${name}: (.*)$`, "im").exec(mail)?.[1]?.trim() ?? "";

/** The part of an email that has a given media type, decoded from quoted-printable. */
const partOf = (mail: string, type: string): string => {
  const boundary = /boundary="([^"]+)"/.exec(mail)?.[1] ?? "no boundary";
  const part = mail.split(`--${boundary}`).find((each) => each.includes(`Content-Type: ${type}`)) ?? "";
  return part.replace(/=\r?\n/g, "").replaceAll("=3D", "=");
};

test("A sign-in email has text and HTML, and its link creates the account and works once", async ({
  page,
  service,
  accounts,
  sink,
}) => {
  const email = "reader@example.com";
  await requestSignInLink(page, email);
  await page.waitForURL("**/signin/check-mail");
  await expect(page.getByText("sends no email")).toHaveCount(0);
  const mail = sink.mails().at(-1) ?? "";
  const link = linkIn(mail);

  await test.step("The email goes from the configured sender to the visitor alone", async () => {
    expect(sink.lines()).toContain("MAIL FROM:<no-reply@odds.example.com>");
    expect(sink.lines().filter((line) => line.startsWith("RCPT"))).toEqual([`RCPT TO:<${email}>`]);
    expect(headerOf(mail, "From")).toBe(sender);
    expect(headerOf(mail, "To")).toBe(email);
    expect(headerOf(mail, "Subject")).toBe(`Sign in to Oddskeeper (${new URL(service.url).host})`);
    expect(partOf(mail, "text/plain")).toContain(link);
    expect(partOf(mail, "text/html")).toContain(`<a href="${link.replaceAll("&", "&#38;")}">Sign in</a>`);
  });

  await test.step("Opening the link by GET, as mail scanners do, changes nothing", async () => {
    const callback = link.replace("/signin/confirm", "/api/auth/callback/email");
    for (const opened of [link, link, callback])
      for (const method of ["GET", "HEAD"]) {
        const { setCookies } = await send(opened, { method });
        expect(setCookies.join()).not.toContain("session-token=");
      }
    expect(await accounts.find(email)).toBeUndefined();
  });

  await test.step("The link creates the account, and works only once", async () => {
    expect(await accounts.find(email)).toBeUndefined();
    await confirmSignIn(page, link);
    expect(await accounts.find(email)).toBeDefined();
    const again = await confirm(service, link);
    expect(again.location).toContain("error=Verification");
    expect(again.setCookies.join()).not.toContain("session-token=");
  });
});

test("A visitor sees what is wrong with an email address, can request the sign-in link again, and returns to the page that required the sign-in", async ({
  page,
  sink,
}) => {
  await page.clock.install();
  await page.goto("/account/keys");
  await page.waitForURL("**/signin?callbackUrl=%2Faccount%2Fkeys");
  const before = sink.mails().length;
  const submit = async (email: string): Promise<void> => {
    await page.getByLabel("Email address").fill(email);
    await page.getByRole("button", { name: "Email me a link" }).click();
  };
  for (const [email, problem] of [
    ["", "Enter your email address."],
    ["foo", "Enter a whole email address, such as you@example.com."],
    ["a@b", "Enter a whole email address, such as you@example.com."],
    ["a@b.example, c@d.example", "Enter one email address only."],
  ] as const) {
    await submit(email);
    await expect(page.getByRole("alert").filter({ hasText: problem })).toBeVisible();
  }
  expect(sink.mails()).toHaveLength(before);

  await submit("returns@example.com");
  await expect(page.getByText("We sent a sign-in link to returns@example.com.")).toBeVisible();
  const again = page.getByRole("button", { name: /^Send again/ });
  await expect(again).toBeDisabled();
  await page.clock.fastForward("00:31");
  await again.click();
  await expect(page.getByText("Requested again.")).toBeVisible();
  expect(sink.mails()).toHaveLength(before + 2);
  await page.goto(linkIn(sink.mails().at(-1) ?? ""));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/account/keys");
});

test("An email address with several recipients, angle brackets or control characters never reaches the mail server", async ({
  service,
  sink,
}) => {
  for (const email of [
    "a@b.example,c@d.example",
    "a@b.example, c@d.example",
    "<a@b.example>",
    "a@b.example\r\nRCPT TO:<c@d.example>",
    "a@b.example\nBcc: c@d.example",
    "a@b.example\u0000",
  ]) {
    const before = [...sink.lines()];
    expect((await postSignIn(service, { email })).text, JSON.stringify(email)).toContain("error=EmailSignin");
    expect(sink.lines(), JSON.stringify(email)).toEqual(before);
  }
});

for (const [problem, behavior] of [
  ["rejects the email address", "refuses"],
  ["never greets", "silent"],
  ["never confirms the email", "stalls"],
] as const)
  test(`A visitor sees an error when the mail server ${problem}, and no account is created`, async ({
    page,
    accounts,
    sink,
  }) => {
    sink.behave(behavior);
    const email = `${behavior}@example.com`;
    await requestSignInLink(page, email);
    const alert = page.getByRole("alert").filter({ hasText: "We couldn't email a link to this address" });
    await expect(alert).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/signin");
    expect(await accounts.find(email)).toBeUndefined();
  });

test("Emails that the mail server rejected do not count toward the hourly limit of an email address", async ({
  service,
  sink,
}) => {
  const email = "patient@example.com";
  sink.behave("refuses");
  for (let attempt = 0; attempt < 6; attempt++) await postSignIn(service, { email });
  sink.behave("accepts");
  const before = sink.mails().length;
  expect((await postSignIn(service, { email })).text).not.toContain("error");
  expect(sink.mails()).toHaveLength(before + 1);
  expect(headerOf(sink.mails().at(-1) ?? "", "To")).toBe(email);
});
