import { describe, expect, test } from "vitest";
import { bookPage } from "@/app/(site)/docs/coverage-now-text";
import { docsPages, findDocsPage, wholeText } from "@/app/(site)/docs/list-pages";
import { listHeadings, splitSections, withoutAnchors } from "@/app/(site)/docs/markdown/headings";
import { docsFacts } from "@/app/(site)/docs/testing/docs-facts";
import type { Book } from "@/server/domain/catalogue/books";
import { errorAnchor, errorCodes } from "@/server/domain/errors/errors";
import { endpoints } from "@/server/web/api/endpoints";

const anchorsOf = new Map(
  docsPages.map((page) => [page.path, listHeadings(page.text(docsFacts)).map(({ id }) => id)] as const),
);
const anchorsAt = (path: string): readonly string[] => {
  const page = findDocsPage(path);
  return page === undefined ? [] : (anchorsOf.get(page.path) ?? []);
};

describe.each(docsPages.map((page) => [page.path, page] as const))("%s", (path, page) => {
  const text = page.text(docsFacts);

  test("has a title, a summary and unique anchors", () => {
    expect(page.title).toMatch(/\S/);
    expect(page.summary).toMatch(/^[^`]{10,}\.$/);
    const ids = anchorsAt(path);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("links only to pages and anchors that exist", () => {
    for (const [, target = ""] of text.matchAll(/\]\(((?:\/docs|#)[^)]*)\)/g)) {
      const [linked = "", anchor] = target.split("#");
      if (/\.(xml|json)$/.test(linked)) continue;
      expect(linked === "" || findDocsPage(linked) !== undefined, target).toBe(true);
      if (anchor !== undefined) expect(anchorsAt(linked === "" ? path : linked), target).toContain(anchor);
    }
  });

  test("has no unfilled placeholder, and uses only languages that the highlighter supports", () => {
    expect(text).not.toMatch(/\{\{|undefined/);
    const languages = [...text.matchAll(/^```(.+)$/gm)].map(([, info = ""]) => info.split(" ")[0]);
    for (const language of languages)
      expect(["bash", "http", "json", "python", "typescript"]).toContain(language);
  });
});

test("the docs describe every endpoint and every error code", () => {
  for (const { operationId, path } of endpoints) {
    const page = docsPages.find((candidate) => candidate.operationId === operationId);
    expect(page?.text(docsFacts), operationId).toContain(path);
    expect(anchorsAt("/docs/reference")).toContain(operationId);
  }
  expect(anchorsAt("/docs/errors")).toEqual(expect.arrayContaining(errorCodes.map(errorAnchor)));
  expect(anchorsAt("/docs/errors").at(-1)).toBe("unavailable");
});

test("the docs still have the anchors of earlier releases", () => {
  for (const [path, anchors] of [
    ["/docs", ["key", "curl", "typescript", "python", "next"]],
    ["/docs/reference", ["credentials", "order-of-checks", "catalogue", "odds", "history", "account"]],
    [
      "/docs/guides/metering",
      ["what-counts", "limits", "without-an-account", "headers", "waiting", "unchanged"],
    ],
    ["/docs/guides/freshness", ["last-update", "null", "removal", "pre-match", "client"]],
    ["/docs/guides/fixtures-and-starts", ["id", "start", "again", "replaced"]],
    [
      "/docs/guides/unmatched-books",
      ["why", "typical", "looks-inverted", "start-contradicted", "what-to-do"],
    ],
    ["/docs/guides/history", ["three-views", "finding-ids", "reach", "movement"]],
    ["/docs/guides/moving-from-the-odds-api", ["breaks", "checklist"]],
  ] as const)
    expect(anchorsAt(path), path).toEqual(expect.arrayContaining([...anchors]));
});

test("a docs page in Markdown begins with its title and shows no anchors", () => {
  const page = findDocsPage("/docs/guides/freshness");
  if (page === undefined) throw new Error("there is no page about freshness");
  const text = withoutAnchors(wholeText(page, docsFacts));
  expect(text).toMatch(/^# Freshness\n\nWhat last_update means/);
  expect(text).toContain("\n## When a price disappears\n");
});

/** Models count about one token for three or four characters of such a text; three is the careful estimate. */
const tokensOf = (text: string): number => Math.ceil(text.length / 3);

test("each page in Markdown has at most 10,000 tokens, so that a model can read it whole", () => {
  const pages = [...docsPages, ...docsFacts.books.map(bookPage)];
  for (const page of pages) {
    const tokens = tokensOf(withoutAnchors(wholeText(page, docsFacts)));
    expect(tokens, `${page.path} has ${tokens} tokens`).toBeLessThanOrEqual(10_000);
  }
});

test("every book of the catalogue has a page with its update interval, its checks, the share of matched events and its state", () => {
  const page = findDocsPage("/docs/coverage/books/draftkings");
  const text = page?.text(docsFacts) ?? "";
  expect(text).toContain("- Update interval: each price should be checked every");
  expect(text).toContain("| NFL | 15 | 42 | 60 | 12 s / 41 s | 97.5 % | on time |");
  expect(text).toContain("`fanduel`");
  expect(findDocsPage("/docs/coverage/books/made_up")).toBeUndefined();
});

test("what is not measured is said to be not measured, never shown as zero", () => {
  const late = {
    ...docsFacts,
    checks: undefined,
    books: [{ ...docsFacts.books[0], key: "harbour" } as Book],
  };
  const text = late.books.map((book) => bookPage(book).text(late)).join();
  expect(text).toContain("| NFL | 0 | 0 | not measured | not measured | not measured | **late** |");
});

test("splitSections does not treat a `##` comment in a code sample as a heading", () => {
  const sections = splitSections("a\n\n```bash\n## no heading\n```\n\n## Yes {#no}\nb");
  expect(sections.map(({ heading }) => heading)).toEqual([undefined, { level: 2, text: "Yes", id: "no" }]);
});

test("for a signed-in reader, a comment in each sample names one of the reader's API keys", () => {
  const page = findDocsPage("/docs/reference/list-odds");
  const text = page?.text({ ...docsFacts, readerKeyName: "laptop (…9sKd)" }) ?? "";
  expect(text.match(/(#|\/\/) ODDSKEEPER_KEY is your key "laptop \(…9sKd\)"/g)).toHaveLength(3);
});
