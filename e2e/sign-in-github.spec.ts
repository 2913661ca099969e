import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "@/e2e/testing/browser";
import { cookieHeader, type Reply, sameOrigin, send } from "@/e2e/testing/call-with-cookie";
import { type FakeGitHub, type GitHubUser, startFakeGitHub } from "@/e2e/testing/fake-github";
import { makeDataDir, type RunningService, startService } from "@/e2e/testing/start-service";

let directory: Awaited<ReturnType<typeof makeDataDir>>;
let github: FakeGitHub;
let service: RunningService;
let browser: Browser;
beforeAll(async () => {
  directory = await makeDataDir();
  github = await startFakeGitHub();
  service = await startService(directory.dataDir, { ...github.environment, FEEDS: "none" });
  await makeAccount("owner@example.com", "business");
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await service.stop();
  await github.stop();
  await directory.remove();
});

const address = (email: string, primary = true, verified = true) => ({ email, primary, verified });
const person = (id: number, ...emails: unknown[]): GitHubUser => ({ id, emails });

type Account = { readonly plan: string; readonly keys: readonly { readonly id: string }[] };
const accountOf = async (email: string): Promise<Account | undefined> => {
  const { code, stdout } = await service.ops("account", "show", "--email", email, "--json");
  return code === 0 ? (JSON.parse(stdout) as Account) : undefined;
};
const makeAccount = (email: string, plan: string) =>
  service.ops("account", "create", "--email", email, "--plan", plan, "--json");

const hasSession = ({ setCookies }: Reply): boolean => setCookies.join().includes("session-token=");

/** What the browser holds and where GitHub sends it, up to the callback. */
const goToGitHub = async (): Promise<{ readonly cookie: string; readonly callback: URL }> => {
  const csrf = await send(`${service.url}/api/auth/csrf`);
  const { csrfToken } = JSON.parse(csrf.text) as { csrfToken: string };
  const started = await send(`${service.url}/api/auth/signin/github`, {
    method: "POST",
    headers: {
      ...sameOrigin(service),
      "Content-Type": "application/x-www-form-urlencoded",
      Cookie: cookieHeader(csrf.setCookies),
    },
    body: new URLSearchParams({ csrfToken, json: "true" }).toString(),
  });
  const { url } = JSON.parse(started.text) as { url: string };
  const answered = await send(url);
  return { cookie: cookieHeader(started.setCookies), callback: new URL(answered.location ?? "") };
};
const comeBack = (callback: URL, cookie: string): Promise<Reply> =>
  send(callback.href, { headers: { Cookie: cookie } });
const signIn = async (user: GitHubUser): Promise<Reply> => {
  github.become(user);
  const { cookie, callback } = await goToGitHub();
  return comeBack(callback, cookie);
};
/** Whose account a session belongs to, as its page says. */
const signedInAs = async (reply: Reply): Promise<string | undefined> => {
  const page = await send(`${service.url}/account`, { headers: { Cookie: cookieHeader(reply.setCookies) } });
  return /[\w-]+@example\.com/.exec(page.text)?.[0];
};
/** What the page says to which a refused sign-in leads. */
const saidOn = async (reply: Reply): Promise<string | undefined> => {
  const page = await fetch(reply.location ?? "");
  expect(new URL(page.url).pathname).toBe("/signin");
  return /role="alert".*?(The sign-in did not work\.|GitHub (?:did|reports)[^<]*)/s.exec(
    await page.text(),
  )?.[1];
};

describe("signing in with GitHub", () => {
  test("leads there from the button and back to a free account of the primary verified address", async () => {
    github.become(person(11, address("second@example.com", false), address("First@Example.com")));
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${service.url}/signin`);
    await page.getByRole("button", { name: "Continue with GitHub" }).click();
    await page.waitForURL("**/account");
    await page.getByText("free plan").waitFor();
    expect(await accountOf("first@example.com")).toMatchObject({ plan: "free" });
    for (const other of ["second@example.com", "shown@example.com"])
      expect(await accountOf(other)).toBeUndefined();
    await page.context().close();
  });

  test("is the same account again when the address at GitHub has changed since", async () => {
    const reply = await signIn(person(11, address("renamed@example.com")));
    expect(await signedInAs(reply)).toBe("first@example.com");
    expect(await accountOf("renamed@example.com")).toBeUndefined();
  });

  test("joins the account that has the primary verified address, its plan and keys kept", async () => {
    await makeAccount("growing@example.com", "growth");
    const before = await accountOf("growing@example.com");
    const reply = await signIn(person(12, address("growing@example.com")));
    expect([reply.location, hasSession(reply)]).toEqual([`${service.url}/account`, true]);
    expect(await signedInAs(reply)).toBe("growing@example.com");
    expect(await accountOf("growing@example.com")).toEqual(before);
  });

  let strangers = 100;
  test.each<[string, unknown[]]>([
    ["that is not verified", [address("owner@example.com", true, false)]],
    ["that is not the primary one", [address("owner@example.com", false, true)]],
    [
      "beside a primary one that is not verified",
      [address("new@example.com", true, false), address("owner@example.com", false, true)],
    ],
    ["that only looks like the owner's", [address("o\u0432ner@example.com")]],
    ["that is none", [address("owner@example.com, other@example.com")]],
    ["that is missing", []],
    ["of which nothing is said", [{ email: "owner@example.com" }]],
  ])("with an address %s is refused and joins nothing", async (_, emails) => {
    const stranger = ++strangers;
    const reply = await signIn(person(stranger, ...emails));
    expect(reply.location).toBe(`${service.url}/signin?error=GitHubWithoutEmail`);
    expect(hasSession(reply)).toBe(false);
    expect(await saidOn(reply)).toContain("GitHub reports no primary, verified address for you");
    // The same person comes again with a good address: nothing was linked by the way.
    const own = `stranger-${stranger}@example.com`;
    expect(await signedInAs(await signIn(person(stranger, address(own))))).toBe(own);
  });
});

test("no refused sign-in made an account", async () => {
  expect(await accountOf("new@example.com")).toBeUndefined();
});

describe("coming back from GitHub", () => {
  const refusedAs = async (reply: Reply): Promise<string | undefined> => {
    expect(hasSession(reply)).toBe(false);
    return saidOn(reply);
  };
  const said = "GitHub did not sign you in. Try again, or sign in by mail.";

  test("works with the state that this browser was given, once: the positive control", async () => {
    github.become(person(21, address("control@example.com")));
    const { cookie, callback } = await goToGitHub();
    expect(hasSession(await comeBack(callback, cookie))).toBe(true);
    expect(await refusedAs(await comeBack(callback, cookie))).toBe(said);
  });

  test("with another's code or without this browser's own state signs nobody in", async () => {
    github.become(person(22, address("attacker@example.com")));
    const [theirs, own] = [await goToGitHub(), await goToGitHub()];
    expect(await refusedAs(await comeBack(theirs.callback, own.cookie))).toBe(said);
    expect(await refusedAs(await comeBack(theirs.callback, ""))).toBe(said);
    const stateless = new URL(theirs.callback);
    stateless.searchParams.delete("state");
    expect(await refusedAs(await comeBack(stateless, own.cookie))).toBe(said);
    const forged = new URL(theirs.callback);
    forged.searchParams.set("state", "forged");
    expect(await refusedAs(await comeBack(forged, own.cookie))).toBe(said);
  });

  test.each<[string, Partial<GitHubUser>, RegExp]>([
    ["the person cancelled", { cancels: true }, /did not work/],
    ["no token is given", { broken: "/login/oauth/access_token" }, /GitHub did not sign you in/],
    ["the addresses cannot be read", { broken: "/api/v3/user/emails" }, /GitHub did not sign you in/],
    ["the addresses are no list", { emails: { message: "Not Found" } }, /no primary, verified address/],
  ])("when %s says so", async (_, fault, said) => {
    const reply = await signIn({ ...person(23, address("nobody@example.com")), ...fault });
    expect(await refusedAs(reply)).toMatch(said);
  });

  test("makes no account when it was refused", async () => {
    for (const email of ["attacker@example.com", "nobody@example.com"])
      expect(await accountOf(email)).toBeUndefined();
  });
});

test("neither a link nor a foreign page starts a sign-in with GitHub", async () => {
  const linked = await send(`${service.url}/api/auth/signin/github`);
  expect(linked.location ?? "").not.toContain(github.url);
  const posted = await send(`${service.url}/api/auth/signin/github`, {
    method: "POST",
    headers: {
      Origin: "https://evil.example",
      "Sec-Fetch-Site": "cross-site",
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: "json=true",
  });
  expect(posted.status).toBe(403);
});
