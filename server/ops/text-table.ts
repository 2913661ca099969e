/** Aligns rows under a heading. The last column is not padded. */
export const textTable = (heading: readonly string[], rows: readonly (readonly string[])[]): string => {
  const lines = [heading, ...rows];
  const widths = heading.map((_, column) =>
    lines.reduce((width, line) => Math.max(width, line[column]?.length ?? 0), 0),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
};
