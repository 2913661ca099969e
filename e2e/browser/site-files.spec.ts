import { sitePages } from "@/e2e/browser/testing/site-pages";
import { expect, test } from "@/e2e/browser/testing/test";
import { newEmail } from "@/e2e/testing/accounts";
import { signInWithCookie } from "@/e2e/testing/send-request";
import { errorCodes, errorDocsUrl } from "@/server/domain/errors/errors";
import { endpoints } from "@/server/web/api/endpoints";

// No test in this file opens a browser.

/** The paths of all public pages, from the sitemap. */
const listPages = async (url: string): Promise<readonly string[]> => {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = ""]) => loc.slice(url.length));
};

test("Every link on the site leads to an existing page and an existing anchor", async ({ service }) => {
  const links = new Map<string, string>();
  const anchors = new Map<string, ReadonlySet<string>>();
  const statuses = new Map<string, number>();
  const pages = await listPages(service.url);
  // The pages of single books are linked from the page of the coverage, and not listed one by one.
  const listed = sitePages.filter((path) => !path.startsWith("/docs/coverage/books/"));
  expect(pages).toEqual(expect.arrayContaining(listed.map((path) => path.replace(/(?<=.)\/$/, ""))));
  for (const path of pages) {
    const response = await fetch(`${service.url}${path}`);
    statuses.set(path, response.status);
    const html = await response.text();
    for (const [, href = ""] of html.matchAll(/<a\b[^>]*\shref="([^"]+)"/g))
      links.set(new URL(href.replaceAll("&amp;", "&"), `${service.url}${path}`).href, path);
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = ""]) => id);
    anchors.set(path, new Set(ids));
    expect(html, path).toContain(`<link rel="canonical" href="${service.url}${path === "/" ? "" : path}"`);
  }
  expect(links.size).toBeGreaterThan(40);
  for (const [link, from] of links) {
    const { origin, pathname, search, hash } = new URL(link);
    expect(origin, `${link} on ${from}`).toBe(service.url);
    const target = `${pathname}${search}`;
    if (!statuses.has(target)) statuses.set(target, (await fetch(link)).status);
    expect(statuses.get(target), `${link} on ${from}`).toBe(200);
    const ids = anchors.get(pathname.replace(/(?<=.)\/$/, ""));
    if (hash !== "" && ids !== undefined) expect([...ids], `${link} on ${from}`).toContain(hash.slice(1));
  }
});

test("The docs_url of an error is the URL of its section in the docs", async ({ service, callApi }) => {
  const responses = [
    await fetch(`${service.url}/v1/sports`),
    await callApi("/v1/nothing"),
    await callApi("/v1/sports/icehockey_nhl/odds?markets=moneyline"),
    await callApi("/v1/sports/icehockey_nhl/events?commenceTimeFrom=x"),
    await callApi("/v1/sports/nothing/odds"),
    await callApi("/v1/account/keys"),
  ];
  for (const response of responses) {
    const { error } = (await response.json()) as {
      error: { code: (typeof errorCodes)[number]; docs_url: string };
    };
    expect(error.docs_url).toBe(errorDocsUrl(`${service.url}/docs`, error.code));
  }
});

test("llms.txt names every endpoint and error, and links to every page of the docs as Markdown; llms-full.txt has these pages, without the tables of coverage", async ({
  service,
}) => {
  const response = await fetch(`${service.url}/llms.txt`);
  const text = await response.text();
  expect(response.headers.get("content-type")).toContain("text/plain");
  for (const { method, path } of endpoints) expect(text).toContain(`${method} ${path} `);
  for (const code of errorCodes) expect(text).toContain(errorDocsUrl(`${service.url}/docs`, code));
  const full = await (await fetch(`${service.url}/llms-full.txt`)).text();
  for (const path of await listPages(service.url))
    if (path.startsWith("/docs")) {
      expect(text).toContain(`(${service.url}${path}.md)`);
      expect(full.includes(`Source: ${service.url}${path}\n`)).toBe(!path.startsWith("/docs/coverage"));
    }
});

test("A page of the docs is also served as Markdown, with a Link header that names the HTML page as canonical", async ({
  service,
}) => {
  for (const path of ["/docs", "/docs/reference/list-odds"]) {
    const response = await fetch(`${service.url}${path}.md`);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "text/markdown; charset=utf-8",
    ]);
    expect(response.headers.get("link")).toBe(`<${service.url}${path}>; rel="canonical"`);
    expect(await response.text()).toMatch(/^# \S/);
  }
  expect((await fetch(`${service.url}/docs/nothing.md`)).status).toBe(404);
});

test("Each release in the changelog's RSS feed links to its section of the changelog page", async ({
  service,
}) => {
  const response = await fetch(`${service.url}/docs/changelog.xml`);
  expect(response.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
  const feed = await response.text();
  const page = await (await fetch(`${service.url}/docs/changelog`)).text();
  const links = [...feed.matchAll(/<item>[\s\S]*?<link>([^<]+)<\/link>/g)].map(([, link = ""]) => link);
  expect(links.length).toBeGreaterThan(1);
  for (const link of links) expect(page).toContain(`id="${new URL(link).hash.slice(1)}"`);
});

test("The website's changelog is about the API, the data and the website, and its feed has valid lists", async ({
  service,
}) => {
  const feed = await (await fetch(`${service.url}/docs/changelog.xml`)).text();
  const text = await (await fetch(`${service.url}/docs/changelog.md`)).text();
  for (const words of [/\bops [a-z]/, /FEEDS=/, /PostgreSQL/, /Operators:/]) {
    expect(text).not.toMatch(words);
    expect(feed).not.toMatch(words);
  }
  expect(text).toContain("/v1");
  const items = feed.split("&#60;li&#62;").length;
  expect(items).toBeGreaterThan(10);
  expect(feed).toMatch(/&#60;ul&#62;\n&#60;li&#62;/);
});

test("Browsers may keep a public page of a visitor for the Back button, and no page of an account", async ({
  service,
  accounts,
}) => {
  const email = newEmail();
  await accounts.create(email);
  const cookie = await signInWithCookie(service, email);
  const cacheControl = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
    (await fetch(`${service.url}${path}`, { headers })).headers.get("cache-control");
  for (const path of ["/", "/pricing", "/docs/errors/", "/explore"])
    expect(await cacheControl(path), path).toBe("private, no-cache");
  expect(await cacheControl("/docs", { Cookie: cookie })).toContain("no-store");
  expect(await cacheControl("/account", { Cookie: cookie })).toContain("no-store");
  expect(await cacheControl("/signin")).toContain("no-store");
  expect(await cacheControl("/docs/changelog.xml")).toBe("public, max-age=3600");
});

test("robots.txt keeps crawlers out of the account's pages", async ({ service }) => {
  const text = await (await fetch(`${service.url}/robots.txt`)).text();
  expect(text).toMatch(/Disallow: \/account\n[\s\S]*Allow: \/\n/);
  expect(text).toContain(`Sitemap: ${service.url}/sitemap.xml\n`);
});

for (const [path, type] of [
  ["/favicon.ico", "image/x-icon"],
  ["/icon.svg", "image/svg+xml"],
  ["/icon-192.png", "image/png"],
  ["/apple-touch-icon.png", "image/png"],
  ["/link-preview.png", "image/png"],
  ["/manifest.webmanifest", "application/manifest+json"],
])
  test(`${path} is a file of type ${type}`, async ({ service }) => {
    const response = await fetch(`${service.url}${path}`);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
  });

test("A service without a contact and legal texts has no pages for them and no links to such pages", async ({
  service,
}) => {
  for (const path of ["/terms", "/privacy", "/.well-known/security.txt"])
    expect([path, (await fetch(`${service.url}${path}`)).status]).toEqual([path, 404]);
  const html = await (await fetch(`${service.url}/pricing`)).text();
  expect(html).not.toMatch(/href="(\/terms|\/privacy|mailto:|https:\/\/)/);
});

test("status.json states the health of each part and when prices were last checked, and contains no free text", async ({
  service,
}) => {
  const response = await fetch(`${service.url}/status.json`);
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
  for (const path of ["/status.json", "/llms.txt", "/llms-full.txt"])
    expect((await fetch(`${service.url}${path}`)).headers.get("access-control-allow-origin")).toBe("*");
  const report = (await response.json()) as { sports: readonly object[] };
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(report).toEqual({
    status: "ok",
    at: time,
    stores: [{ name: "database", status: "ok" }],
    feeds: [],
    failing_jobs: [],
    sports: expect.any(Array),
    incidents: [],
    incidents_complete: true,
  });
  expect(report.sports.length).toBeGreaterThan(3);
  for (const sport of report.sports)
    expect(sport).toEqual({
      key: expect.stringMatching(/^[a-z0-9_]+$/),
      games: expect.any(Number),
      books: expect.any(Number),
      last_checked_at: time,
    });
});

test("Pages have structured data for search engines, as JSON without '<'", async ({ service }) => {
  const dataOf = async (path: string): Promise<unknown> => {
    const html = await (await fetch(`${service.url}${path}`)).text();
    const [, json = ""] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html) ?? [];
    return JSON.parse(json);
  };
  expect(await dataOf("/")).toMatchObject({ "@type": "WebAPI", documentation: `${service.url}/docs` });
  expect(await dataOf("/docs/reference/list-odds")).toMatchObject({
    "@type": "BreadcrumbList",
    itemListElement: [
      { position: 1, item: `${service.url}/docs` },
      { position: 2, item: `${service.url}/docs/reference` },
      { position: 3, item: `${service.url}/docs/reference/list-odds` },
    ],
  });
});

test("A page's Content-Security-Policy allows only scripts with the nonce of its response", async ({
  service,
}) => {
  const policies = await Promise.all(
    ["/", "/docs/reference/list-odds"].map(
      async (path) => (await fetch(`${service.url}${path}`)).headers.get("content-security-policy") ?? "",
    ),
  );
  for (const policy of policies) {
    const scripts = policy.split("; ").find((part) => part.startsWith("script-src")) ?? "";
    expect(scripts).toMatch(/'nonce-[^']{22,}'/);
    expect(scripts).not.toMatch(/unsafe/);
  }
  expect(policies[0]).not.toBe(policies[1]);
});

test("A service without a GitHub app shows no GitHub button and has no sign-in route for GitHub", async ({
  service,
}) => {
  const html = await (await fetch(`${service.url}/signin`)).text();
  const content = html.replaceAll(/<script\b[\s\S]*?<\/script>/g, "");
  expect(content).toContain("Email me a link");
  expect(content).not.toContain("GitHub");
  const providers = await fetch(`${service.url}/api/auth/providers`);
  expect(Object.keys((await providers.json()) as object)).toEqual(["email"]);
  const callback = await fetch(`${service.url}/api/auth/callback/github?code=x&state=y`, {
    redirect: "manual",
  });
  expect(callback.headers.get("set-cookie") ?? "").not.toContain("session-token=");
});

/** The maximum size of a page's JavaScript, in compressed bytes. Next's own runtime takes 132,000 with gzip and 113,000 with Brotli. */
const budgets = {
  text: { gzip: 151_800, br: 131_000 },
  account: { gzip: 167_000, br: 146_000 },
  explore: { gzip: 173_700, br: 153_000 },
} as const;

/** The maximum size of a page's styles, in bytes of gzip. */
const maxStyles = 20_000;

test("No page loads more JavaScript or styles than its budget, and both are compressed", async ({
  service,
  accounts,
  game,
}) => {
  const email = newEmail();
  await accounts.create(email);
  const cookie = await signInWithCookie(service, email);
  const bytesOf = new Map<string, number>();

  const measure = async (file: string, coding: "br" | "gzip"): Promise<number> => {
    const response = await fetch(`${service.url}${file}`, { headers: { "Accept-Encoding": coding } });
    const bytes = Number(response.headers.get("content-length"));
    // The build does not compress a file that fits into one packet.
    if (bytes > 1_000) expect(response.headers.get("content-encoding"), file).toBe(coding);
    return bytes;
  };

  const expectWithin = async (
    path: string,
    budget: Readonly<Record<"br" | "gzip", number>>,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const response = await fetch(`${service.url}${path}`, { headers, redirect: "manual" });
    expect([200, 404], path).toContain(response.status);
    const html = await response.text();
    // Browsers that support modules skip a script with `nomodule`.
    const sheets = new Set(
      [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = ""]) => href),
    );
    let styles = 0;
    for (const sheet of sheets) styles += bytesOf.get(sheet) ?? (await measure(sheet, "gzip"));
    expect(sheets.size, path).toBeGreaterThan(0);
    expect(styles, `styles of ${path}`).toBeLessThanOrEqual(maxStyles);
    const tags = [...html.matchAll(/<script\b[^>]*\ssrc="([^"]+)"[^>]*>/g)];
    const scripts = new Set(tags.filter(([tag]) => !/\snomodule/i.test(tag)).map(([, src = ""]) => src));
    expect(scripts.size, path).toBeGreaterThan(3);
    for (const coding of ["br", "gzip"] as const) {
      let total = 0;
      for (const script of scripts) {
        const key = `${coding} ${script}`;
        const bytes = bytesOf.get(key) ?? (await measure(script, coding));
        bytesOf.set(key, bytes);
        total += bytes;
      }
      expect.soft(total, `${path} with ${coding}`).toBeLessThanOrEqual(budget[coding]);
    }
  };

  for (const path of [...sitePages, "/signin", "/signin/check-mail", "/nothing"])
    await expectWithin(path, budgets.text);
  for (const path of ["/account", "/account/keys", "/account/security", "/account/settings"])
    await expectWithin(path, budgets.account, { Cookie: cookie });
  await expectWithin("/explore", budgets.explore, { Cookie: cookie });
  await expectWithin(`/explore?sport=${game.sport}&event=${game.event}`, budgets.explore, { Cookie: cookie });
});

test("The HTML of the odds screen contains prices, for one game and for a league", async ({
  service,
  game,
  callApi,
}) => {
  const readText = async (path: string): Promise<string> => {
    const html = await (await fetch(`${service.url}${path}`)).text();
    return html.replaceAll(/<script\b[\s\S]*?<\/script>/g, "").replaceAll(/<[^>]*>/g, " ");
  };
  const american = /[+−]\d{3}/;
  const response = await callApi(`/v1/sports/${game.sport}/events/${game.event}/odds?markets=h2h`);
  const { bookmakers, home_team } = (await response.json()) as {
    readonly home_team: string;
    readonly bookmakers: readonly { readonly title: string }[];
  };
  const html = await readText(`/explore?sport=${game.sport}&event=${game.event}`);
  // Books may appear or disappear between the call and the page.
  const shown = bookmakers.filter(({ title }) =>
    html.split(title).some((after, place) => place > 0 && american.test(after.slice(0, 300))),
  );
  expect(shown.length).toBeGreaterThan(bookmakers.length / 2);
  const slate = await readText(`/explore?sport=${game.sport}`);
  expect(slate.slice(slate.indexOf(home_team)).slice(0, 600)).toMatch(american);
});

test("A request for the sign-in page at an IP address is redirected to the site's host name and keeps the callback URL", async ({
  service,
}) => {
  const { port } = new URL(service.url);
  const response = await fetch(
    `http://127.0.0.1:${port}/signin?callbackUrl=%2Fexplore%3Fsport%3Dicehockey_nhl`,
    {
      redirect: "manual",
    },
  );
  expect(response.headers.get("location")).toBe(
    `${service.url}/signin?callbackUrl=%2Fexplore%3Fsport%3Dicehockey_nhl`,
  );
});

test("The entry for the MCP registry names the address at which this service answers assistants", async ({
  service,
}) => {
  const entry = (await (await fetch(`${service.url}/server.json`)).json()) as {
    remotes: { type: string; url: string }[];
  };
  const [remote] = entry.remotes;
  expect(remote).toMatchObject({ type: "streamable-http", url: `${service.url}/mcp` });
  const response = await fetch(remote?.url ?? "", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  const { result } = (await response.json()) as { result: { tools: unknown[] } };
  expect(result.tools).toHaveLength(10);
});
