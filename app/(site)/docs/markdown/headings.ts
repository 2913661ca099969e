export type Heading = { readonly level: 2 | 3; readonly text: string; readonly id: string };

/** The default anchor of a heading. A heading can state another anchor: `## Title {#anchor}`. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

/** `{#anchor}` at the end of a heading. */
const explicitAnchor = /\s*\{#([\w-]+)\}$/;

/** Splits a heading into its text and its anchor. */
export const readHeading = (line: string): { readonly text: string; readonly id: string } => {
  const text = line.replace(explicitAnchor, "").replaceAll("`", "");
  return { text, id: explicitAnchor.exec(line)?.[1] ?? slugOf(text) };
};

export type Section = {
  /** Undefined before the first heading. */
  readonly heading: Heading | undefined;
  readonly body: string;
};

const headingLine = /^(##|###) (.+)$/;

/** The sections of a page in Markdown. A `#` in code is not a heading. */
export const splitSections = (markdown: string): readonly Section[] => {
  const sections: { heading: Heading | undefined; lines: string[] }[] = [{ heading: undefined, lines: [] }];
  let inCode = false;
  for (const line of markdown.split("\n")) {
    if (line.startsWith("```")) inCode = !inCode;
    const [, marks, title] = (inCode ? null : headingLine.exec(line)) ?? [];
    if (marks === undefined || title === undefined) sections.at(-1)?.lines.push(line);
    else {
      const level = marks.length === 2 ? 2 : 3;
      sections.push({ heading: { level, ...readHeading(title) }, lines: [] });
    }
  }
  return sections.map(({ heading, lines }) => ({ heading, body: lines.join("\n").trim() }));
};

/** The headings of a page, for its table of contents. */
export const listHeadings = (markdown: string): readonly Heading[] =>
  splitSections(markdown).flatMap(({ heading }) => heading ?? []);

/** Removes stated anchors (`{#anchor}`), which only the site understands. */
export const withoutAnchors = (markdown: string): string =>
  markdown.replaceAll(/^(#{2,3} .+?)\s*\{#[\w-]+\}$/gm, "$1");
