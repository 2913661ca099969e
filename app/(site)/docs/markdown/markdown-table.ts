const cell = (text: string | number): string => String(text).replaceAll("|", "\\|").replaceAll("\n", " ");

/** A table in Markdown. */
export const markdownTable = (
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`).join("\n");
