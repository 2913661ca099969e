import { readHeading } from "@/app/(site)/docs/markdown/headings";
import changelog from "@/CHANGELOG.md";

export type Release = {
  readonly version: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Markdown. */
  readonly body: string;
};

/** Removes links: they lead to other files of the repository. */
const withoutLinks = (markdown: string): string => markdown.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1");

/** Joins the indented lines of each list item into one line. */
const unwrapped = (markdown: string): string => markdown.replaceAll(/\n +(?=\S)/g, " ");

/** Removes the entries that concern only operators, and headings without an entry. Expects unwrapped text. */
const forCustomers = (markdown: string): string =>
  markdown.replaceAll(/^- Operators: .*\n?/gm, "").replaceAll(/^### .+\n+(?=### |(?![\s\S]))/gm, "");

/** The releases in the text of CHANGELOG.md, newest first, without what concerns only operators. Changes that are not released yet are left out. */
export const readReleases = (text: string): readonly Release[] =>
  text
    .split(/^## /m)
    .slice(1)
    .flatMap((part) => {
      const [, version, date, body] = /^(\d\S*) - (\d{4}-\d\d-\d\d)\n([\s\S]*)$/.exec(part) ?? [];
      return version === undefined || date === undefined || body === undefined
        ? []
        : [{ version, date, body: forCustomers(withoutLinks(unwrapped(body))).trim() }];
    });

export const releases = readReleases(changelog);

/** The anchor of a release on the changelog's page. */
export const releaseAnchor = (version: string): string => readHeading(`v${version}`).id;

const intro =
  "What's new in the API, the data and the website. v1 only ever adds: see [Versioning](/docs/versioning). This page is also an [RSS feed](/docs/changelog.xml).";

/** The changelog in Markdown. */
export const changelogText = (): string =>
  [
    intro,
    ...releases.flatMap(({ version, date, body }) => [
      `## ${version} {#${releaseAnchor(version)}}`,
      `Released on ${date}.`,
      body.replaceAll(
        /^### (.+)$/gm,
        (_, title: string) => `### ${title} {#${releaseAnchor(version)}-${readHeading(title).id}}`,
      ),
    ]),
  ].join("\n\n");
