import { blocksOf } from "@/app/(site)/docs/blocks";
import { changelogText } from "@/app/(site)/docs/changelog-text";
import glossary from "@/app/(site)/docs/content/glossary.md";
import apiKeys from "@/app/(site)/docs/content/guides/api-keys.md";
import assistants from "@/app/(site)/docs/content/guides/assistants.md";
import bestPrices from "@/app/(site)/docs/content/guides/best-prices.md";
import fixturesAndStarts from "@/app/(site)/docs/content/guides/fixtures-and-starts.md";
import freshness from "@/app/(site)/docs/content/guides/freshness.md";
import history from "@/app/(site)/docs/content/guides/history.md";
import metering from "@/app/(site)/docs/content/guides/metering.md";
import moving from "@/app/(site)/docs/content/guides/moving-from-the-odds-api.md";
import polling from "@/app/(site)/docs/content/guides/polling-and-caching.md";
import streaming from "@/app/(site)/docs/content/guides/streaming.md";
import unmatchedBooks from "@/app/(site)/docs/content/guides/unmatched-books.md";
import quickstart from "@/app/(site)/docs/content/quickstart.md";
import versioning from "@/app/(site)/docs/content/versioning.md";
import { bookPage, bookPath, coverageNowText } from "@/app/(site)/docs/coverage-now-text";
import { booksText, marketsText, sportsText } from "@/app/(site)/docs/coverage-text";
import type { DocsFacts, DocsGroup, DocsPage } from "@/app/(site)/docs/docs-page";
import { endpointPath } from "@/app/(site)/docs/endpoint-path";
import { endpointProse } from "@/app/(site)/docs/endpoint-prose";
import { endpointText, splitProse } from "@/app/(site)/docs/endpoint-text";
import { errorsText } from "@/app/(site)/docs/errors-text";
import { feedFaultsText } from "@/app/(site)/docs/feed-faults";
import { fillTemplate } from "@/app/(site)/docs/markdown/fill";
import { referenceText } from "@/app/(site)/docs/reference-text";
import { type Book, catalogueBooks } from "@/server/domain/catalogue/books";
import { type Endpoint, endpoints } from "@/server/web/api/endpoints";

type PageFacts = Pick<DocsPage, "path" | "title" | "summary">;

/** A page from a Markdown file. */
const written = (group: DocsGroup, page: PageFacts, template: string): DocsPage => ({
  ...page,
  group,
  text: (facts) => fillTemplate(template, blocksOf(facts)).trim(),
});

const guidePages: readonly DocsPage[] = [
  written(
    "Guides",
    {
      path: "/docs/guides/api-keys",
      title: "API keys and test keys",
      summary: "How to send, test and replace API keys, and why each program should have its own.",
    },
    apiKeys,
  ),
  written(
    "Guides",
    {
      path: "/docs/guides/metering",
      title: "Metering and headers",
      summary: "What a call costs, the limits of each plan, and the headers that show your usage.",
    },
    metering,
  ),
  written(
    "Guides",
    {
      path: "/docs/guides/polling-and-caching",
      title: "Polling and caching",
      summary: "How often to call, what to retry, and how to stay current with few requests.",
    },
    polling,
  ),
  written(
    "Guides",
    {
      path: "/docs/guides/streaming",
      title: "Streaming",
      summary: "Prices pushed as they change: how to open a stream, continue it and avoid six mistakes.",
    },
    streaming,
  ),
  written(
    "Guides",
    {
      path: "/docs/guides/freshness",
      title: "Freshness",
      summary: "What last_update means, why it may be null, and when a price disappears.",
    },
    freshness,
  ),
  written(
    "Guides",
    {
      path: "/docs/guides/fixtures-and-starts",
      title: "Fixtures and starts",
      summary: "How we choose a start time when books disagree, and what happens when teams meet again.",
    },
    fixturesAndStarts,
  ),
  written(
    "Guides",
    {
      path: "/docs/guides/best-prices",
      title: "Best prices and consensus",
      summary: "How the best prices, the consensus and the hold are computed, and which books are left out.",
    },
    bestPrices,
  ),
  written(
    "Guides",
    {
      path: "/docs/guides/unmatched-books",
      title: "Unmatched books",
      summary: "Why a book appears in unmatched_bookmakers, and how to handle it.",
    },
    unmatchedBooks,
  ),
  written(
    "Guides",
    {
      path: "/docs/guides/history",
      title: "History",
      summary: "Recorded price series, openers and closing lines, and how far back each plan goes.",
    },
    history,
  ),
  {
    path: "/docs/guides/how-feeds-go-wrong",
    title: "Ten ways other feeds go wrong",
    navTitle: "How feeds go wrong",
    summary: "Ten faults of odds feeds, what this one does about each, and the figure of our own test.",
    group: "Guides",
    text: feedFaultsText,
  },
  written(
    "Guides",
    {
      path: "/docs/guides/assistants",
      title: "Assistants (MCP)",
      summary: "How Claude, Cursor and VS Code ask for odds: set-up, tools, cost and the size of results.",
    },
    assistants,
  ),
  written(
    "Guides",
    {
      path: "/docs/guides/moving-from-the-odds-api",
      title: "Moving from The Odds API",
      summary:
        "Which endpoints, parameters, books and markets correspond to those of The Odds API, and what breaks when you migrate a client.",
    },
    moving,
  ),
];

const guidesIndex: DocsPage = {
  path: "/docs/guides",
  title: "Guides",
  navTitle: "All guides",
  summary: "How the API works, one topic at a time: metering, freshness, fixtures, history and more.",
  group: "Guides",
  text: () => guidePages.map(({ path, title, summary }) => `- [${title}](${path}): ${summary}`).join("\n"),
};

const endpointPage = (endpoint: Endpoint): DocsPage => {
  const { operationId, procedure, summary } = endpoint;
  return {
    path: endpointPath(operationId),
    title: summary,
    summary: splitProse(endpointProse[procedure]).summary,
    group: "Endpoints",
    operationId,
    text: (facts) => {
      const operation = facts.operations.find((candidate) => candidate.operationId === operationId);
      if (operation === undefined) throw new Error(`the OpenAPI document lacks ${operationId}`);
      return endpointText(operation, endpointProse[procedure], facts);
    },
  };
};

const coveragePages: readonly DocsPage[] = [
  {
    path: "/docs/coverage",
    title: "Quoted now",
    summary: "The sports, books and markets that have prices now, and the books that are late.",
    group: "Coverage",
    isGenerated: true,
    text: coverageNowText,
  },
  {
    path: "/docs/coverage/sports",
    title: "Sports",
    summary: "Every sport key, by group, with the months of its season.",
    group: "Coverage",
    isGenerated: true,
    text: sportsText,
  },
  {
    path: "/docs/coverage/books",
    title: "Books",
    summary: "Every sportsbook, exchange and prediction market, with its key and update interval.",
    group: "Coverage",
    isGenerated: true,
    text: booksText,
  },
  {
    path: "/docs/coverage/markets",
    title: "Markets",
    summary: "Every market key, with the periods and sports in which it exists.",
    group: "Coverage",
    isGenerated: true,
    text: marketsText,
  },
];

/** Every page of the docs, in the order of the navigation. */
export const docsPages: readonly DocsPage[] = [
  written(
    "Start",
    {
      path: "/docs",
      title: "Quickstart",
      summary: "Create an API key, make a free call, and get every book's prices for one fixture.",
    },
    quickstart,
  ),
  {
    path: "/docs/errors",
    title: "Errors",
    summary: "Every error code the API returns: what happened, how to fix it, and an example.",
    group: "Start",
    text: errorsText,
  },
  guidesIndex,
  ...guidePages,
  {
    path: "/docs/reference",
    title: "API reference",
    navTitle: "Overview",
    summary: "Every endpoint, with samples in three languages and a console to call it from your browser.",
    group: "Endpoints",
    text: referenceText,
  },
  ...endpoints.map(endpointPage),
  ...coveragePages,
  written(
    "More",
    {
      path: "/docs/versioning",
      title: "Versioning",
      summary: "What can change within v1, what never changes, and how you learn about changes.",
    },
    versioning,
  ),
  {
    path: "/docs/changelog",
    title: "Changelog",
    summary: "What's new in the API, the data and the website, release by release.",
    group: "More",
    text: changelogText,
  },
  written(
    "More",
    {
      path: "/docs/glossary",
      title: "Glossary",
      summary: "The meaning of the terms used in this API, in betting and in metering.",
    },
    glossary,
  ),
];

/** The page at a path; undefined if there is no such page. @param books the books that have a page. */
export const findDocsPage = (path: string, books: readonly Book[] = catalogueBooks): DocsPage | undefined => {
  const page = docsPages.find((candidate) => candidate.path === path);
  if (page !== undefined) return page;
  const book = books.find(({ key }) => bookPath(key) === path);
  return book && bookPage(book);
};

/** The path at which a page is served as Markdown. */
export const markdownPath = (path: string): string => `${path}.md`;

/** A page in Markdown, as `/docs/….md` serves it. */
export const wholeText = ({ title, summary, text }: DocsPage, facts: DocsFacts): string =>
  `# ${title}\n\n${summary}\n\n${text(facts)}\n`;
