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

/** The releases of CHANGELOG.md, newest first. Changes that are not released yet are left out. */
export const releases: readonly Release[] = changelog
  .split(/^## /m)
  .slice(1)
  .flatMap((part) => {
    const [, version, date, body] = /^(\d\S*) - (\d{4}-\d\d-\d\d)\n([\s\S]*)$/.exec(part) ?? [];
    return version === undefined || date === undefined || body === undefined
      ? []
      : [{ version, date, body: withoutLinks(unwrapped(body)).trim() }];
  });

/** The anchor of a release on the changelog's page. */
export const releaseAnchor = (version: string): string => readHeading(`v${version}`).id;

const intro =
  "Changes that API users, customers and operators notice. Within v1, every change is an addition: see [Versioning](/docs/versioning). This page is also an [RSS feed](/docs/changelog.xml).";

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
