import { type FakeGitHub, type GitHubUser, startFakeGitHub } from "@/e2e/browser/testing/fake-github";
import { test as base, expect } from "@/e2e/browser/testing/test";
import { createSeededDir } from "@/e2e/testing/seed-once";
import { cookieHeader, type Reply, sameOrigin, send } from "@/e2e/testing/send-request";
import { maxStartMs, startService } from "@/e2e/testing/start-service";

const email = (address: string, primary = true, verified = true) => ({ email: address, primary, verified });
const person = (id: number, ...emails: unknown[]): GitHubUser => ({ id, emails });

const hasSession = ({ setCookies }: Reply): boolean => setCookies.join().includes("session-token=");

type Callback = { readonly cookie: string; readonly url: URL };

/** The OAuth flow as a browser goes through it. */
type Flow = {
  /** Starts a sign-in at the site. @returns GitHub's redirect back to the site, which is not followed. */
  readonly goToGitHub: () => Promise<Callback>;
  readonly returnToSite: (url: URL, cookie: string) => Promise<Reply>;
  /** Goes to GitHub as `user` and returns to the site. */
  readonly signIn: (user: GitHubUser) => Promise<Reply>;
  /** Opens the account page with the session cookie of a reply. @returns the email address on the page. */
  readonly accountOf: (reply: Reply) => Promise<string | undefined>;
  /** Expects that a sign-in failed. @returns the message on the sign-in page. */
  readonly failureOf: (reply: Reply) => Promise<string | undefined>;
};

/** Adds a service whose visitors sign in with a fake GitHub. */
const test = base.extend<{ readonly flow: Flow }, { readonly github: FakeGitHub }>({
  github: [
    async ({ browserName: _ }, use) => {
      const github = await startFakeGitHub();
      await use(github);
      await github.stop();
    },
    { scope: "worker" },
  ],
  service: [
    async ({ github }, use) => {
      const { dataDir, remove } = await createSeededDir();
      const service = await startService(dataDir, { ...github.environment, FEEDS: "none" });
      await use({ url: service.url, dataDir, key: "" });
      await service.stop();
      await remove();
    },
    { scope: "worker", timeout: maxStartMs },
  ],
  allowedOrigins: ({ github }, use) => use([github.url]),
  flow: async ({ service, github }, use) => {
    const goToGitHub: Flow["goToGitHub"] = async () => {
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
      const authorized = await send((JSON.parse(started.text) as { url: string }).url);
      return { cookie: cookieHeader(started.setCookies), url: new URL(authorized.location ?? "") };
    };
    const returnToSite: Flow["returnToSite"] = (url, cookie) =>
      send(url.href, { headers: { Cookie: cookie } });
    await use({
      goToGitHub,
      returnToSite,
      signIn: async (user) => {
        github.become(user);
        const { cookie, url } = await goToGitHub();
        return returnToSite(url, cookie);
      },
      accountOf: async ({ setCookies }) => {
        const page = await send(`${service.url}/account`, { headers: { Cookie: cookieHeader(setCookies) } });
        return /[\w-]+@example\.com/.exec(page.text)?.[0];
      },
      failureOf: async (reply) => {
        expect(hasSession(reply)).toBe(false);
        const page = await fetch(reply.location ?? "");
        expect(new URL(page.url).pathname).toBe("/signin");
        const alert =
          /role="alert".*?(The sign-in did not work\.|(?:Your )?GitHub (?:did|account|user)[^<]*)/s;
        return alert.exec(await page.text())?.[1];
      },
    });
  },
});

test("A visitor signs in with the GitHub button and gets a free account for the primary verified email address", async ({
  page,
  github,
  accounts,
}) => {
  github.become(person(11, email("second@example.com", false), email("First@Example.com")));
  await page.goto("/signin");
  await Promise.all([
    page.waitForURL("**/account"),
    page.getByRole("button", { name: "Continue with GitHub" }).click(),
  ]);
  await expect(page.getByText("free plan")).toBeVisible();
  expect(await accounts.find("first@example.com")).toMatchObject({ plan: "free" });
  for (const other of ["second@example.com", "shown@example.com"])
    expect(await accounts.find(other)).toBeUndefined();
});

test("A linked GitHub user reaches the account only while its verified primary address is the account's", async ({
  accounts,
  flow,
}) => {
  expect(await flow.accountOf(await flow.signIn(person(13, email("linked@example.com"))))).toBe(
    "linked@example.com",
  );
  for (const [emails, message] of [
    [[email("renamed@example.com")], "Your GitHub user is linked to an account with another email address"],
    [[email("linked@example.com", false), email("other@example.com")], "Your GitHub user is linked"],
    [[email("linked@example.com", true, false)], "Your GitHub account has no primary, verified email"],
  ] as const)
    expect(await flow.failureOf(await flow.signIn(person(13, ...emails)))).toContain(message);
  expect(await accounts.find("renamed@example.com")).toBeUndefined();
  expect(await flow.accountOf(await flow.signIn(person(13, email("linked@example.com"))))).toBe(
    "linked@example.com",
  );
});

test("The security page lists linked GitHub users and unlinks them, and signing out everywhere can unlink them @layout", async ({
  page,
  github,
  flow,
}) => {
  const linked = page.getByRole("table", { name: "Linked GitHub users" });
  const signIn = async (): Promise<void> => {
    await page.goto("/signin");
    await Promise.all([
      page.waitForURL("**/account"),
      page.getByRole("button", { name: "Continue with GitHub" }).click(),
    ]);
    await page.goto("/account/security");
    await expect(linked.getByText("14")).toBeVisible();
  };
  github.become(person(14, email("unlinking@example.com")));
  await signIn();
  await page.getByRole("button", { name: /^Unlink GitHub user .*14$/ }).click();
  await expect(page.getByText("No GitHub user is linked.")).toBeVisible();

  await test.step("An unlinked GitHub user with another address gets an account of its own", async () => {
    const reply = await flow.signIn(person(14, email("unlinked@example.com")));
    expect(await flow.accountOf(reply)).toBe("unlinked@example.com");
  });

  await test.step("Signing out everywhere unlinks GitHub unless the owner keeps it", async () => {
    github.become(person(14, email("unlinked@example.com")));
    await page.context().clearCookies();
    await signIn();
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await expect(page.getByRole("checkbox", { name: "Unlink GitHub too" })).toBeChecked();
    await Promise.all([
      page.waitForURL("**/signin"),
      page.getByRole("button", { name: "Sign out all" }).click(),
    ]);
    expect(await flow.accountOf(await flow.signIn(person(14, email("third@example.com"))))).toBe(
      "third@example.com",
    );
  });
});

test("A sign-in with GitHub reaches the existing account of the primary verified email address, and the account does not change", async ({
  service,
  accounts,
  flow,
}) => {
  await accounts.create("growing@example.com", { plan: "growth" });
  const before = await accounts.find("growing@example.com");
  const reply = await flow.signIn(person(12, email("growing@example.com")));
  expect([reply.location, hasSession(reply)]).toEqual([`${service.url}/account`, true]);
  expect(await flow.accountOf(reply)).toBe("growing@example.com");
  expect(await accounts.find("growing@example.com")).toEqual(before);
});

test("A GitHub user reaches no account through an unverified, secondary or malformed email address", async ({
  service,
  accounts,
  flow,
}) => {
  const owner = "stranger-target@example.com";
  await accounts.create(owner);
  const attempts: readonly (readonly [string, readonly unknown[]])[] = [
    ["the address is not verified", [email(owner, true, false)]],
    ["the address is not primary", [email(owner, false, true)]],
    [
      "the address is verified but secondary, and the primary address is not verified",
      [email("new@example.com", true, false), email(owner, false, true)],
    ],
    ["the address has a Cyrillic letter", [email(`stranger-t\u0430rget@example.com`)]],
    ["one entry has two addresses", [email(`${owner}, other@example.com`)]],
    ["there is no address", []],
    ["the entry lacks the flags verified and primary", [{ email: owner }]],
  ];
  for (const [index, [description, emails]] of attempts.entries())
    await test.step(description, async () => {
      const id = 101 + index;
      const reply = await flow.signIn(person(id, ...emails));
      expect(reply.location).toBe(`${service.url}/signin?error=GitHubWithoutEmail`);
      expect(await flow.failureOf(reply)).toContain(
        "Your GitHub account has no primary, verified email address",
      );
      // The failed sign-in did not connect the GitHub user to the owner's account: the user's next sign-in reaches a new account.
      const own = `stranger-${id}@example.com`;
      expect(await flow.accountOf(await flow.signIn(person(id, email(own))))).toBe(own);
    });
  expect(await accounts.find("new@example.com")).toBeUndefined();
});

const failure = "GitHub did not sign you in. Try again, or sign in by email.";

test("A callback from GitHub works once, and only with the OAuth state of the same browser", async ({
  accounts,
  github,
  flow,
}) => {
  await test.step("A callback with this browser's OAuth state works once", async () => {
    github.become(person(21, email("control@example.com")));
    const { cookie, url } = await flow.goToGitHub();
    expect(hasSession(await flow.returnToSite(url, cookie))).toBe(true);
    expect(await flow.failureOf(await flow.returnToSite(url, cookie))).toBe(failure);
  });

  await test.step("A callback for another browser, without a cookie, without a state or with a forged state fails", async () => {
    github.become(person(22, email("attacker@example.com")));
    const [theirs, own] = [await flow.goToGitHub(), await flow.goToGitHub()];
    expect(await flow.failureOf(await flow.returnToSite(theirs.url, own.cookie))).toBe(failure);
    expect(await flow.failureOf(await flow.returnToSite(theirs.url, ""))).toBe(failure);
    const stateless = new URL(theirs.url);
    stateless.searchParams.delete("state");
    expect(await flow.failureOf(await flow.returnToSite(stateless, own.cookie))).toBe(failure);
    const forged = new URL(theirs.url);
    forged.searchParams.set("state", "forged");
    expect(await flow.failureOf(await flow.returnToSite(forged, own.cookie))).toBe(failure);
    expect(await accounts.find("attacker@example.com")).toBeUndefined();
  });
});

test("A sign-in that fails at GitHub is explained on the sign-in page and creates no account", async ({
  accounts,
  flow,
}) => {
  const failures: readonly (readonly [string, Partial<GitHubUser>, RegExp])[] = [
    ["the person cancels", { cancels: true }, /did not work/],
    ["GitHub issues no token", { broken: "/login/oauth/access_token" }, /GitHub did not sign you in/],
    ["GitHub's list of emails fails", { broken: "/api/v3/user/emails" }, /GitHub did not sign you in/],
    ["GitHub returns no list", { emails: { message: "Not Found" } }, /no primary, verified email address/],
  ];
  for (const [description, fault, message] of failures)
    await test.step(description, async () => {
      const reply = await flow.signIn({ ...person(23, email("unlucky@example.com")), ...fault });
      expect(await flow.failureOf(reply)).toMatch(message);
    });
  expect(await accounts.find("unlucky@example.com")).toBeUndefined();
});

test("Neither a link nor a foreign page starts a sign-in with GitHub", async ({ service, github }) => {
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
