import type { DocsFacts, DocsPage } from "@/app/(site)/docs/docs-page";
import { splitSections } from "@/app/(site)/docs/markdown/headings";

/** A section of a page, as the search indexes it. */
export type SearchSection = {
  /** The page and the anchor. */
  readonly path: string;
  readonly page: string;
  /** The section's heading, or the page's title. */
  readonly title: string;
  readonly text: string;
};

/** The words of a Markdown text. Code samples are left out: they repeat the same words on every page. */
const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/^```[\s\S]*?^```$/gm, "") // code blocks
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1") // links
    .replaceAll(/^\|[\s|:-]+\|$/gm, "") // rules of tables
    .replaceAll(/(?<![\p{L}\p{N}])_([^_\n]+)_(?![\p{L}\p{N}])/gu, "$1") // emphasis
    .replaceAll(/[`*|]|^ *[-\d.]+ /gm, " ") // marks of code, tables and lists
    .replaceAll(/\s+/g, " ") // runs of spaces
    .replaceAll(/ (?=[.,;:!?)])/g, "") // spaces before punctuation
    .trim();

/** Every section of a page. The first section also contains the page's summary. */
export const searchSections = (page: DocsPage, facts: DocsFacts): readonly SearchSection[] =>
  splitSections(page.text(facts)).map(({ heading, body }) => ({
    path: heading === undefined ? page.path : `${page.path}#${heading.id}`,
    page: page.title,
    title: heading?.text ?? page.title,
    text: heading === undefined ? `${page.summary} ${plainText(body)}` : plainText(body),
  }));
