/** The part of a Markdown syntax tree that is read here: https://github.com/syntax-tree/mdast */
export type Node = {
  type: string;
  value?: string;
  meta?: string | null;
  children?: Node[];
  data?: { hName?: string; hProperties?: Record<string, string> };
};

export const textOf = ({ value, children }: Node): string => value ?? (children ?? []).map(textOf).join("");

/** Columns whose cells need no label on a phone. */
const plainColumns: ReadonlySet<string> = new Set(["Description", "Meaning", "Note", "Effect", "Advice"]);

/** Adds the column heading to each cell, except in `plainColumns`. On a phone, each row is a block, and its cells show these headings. */
export const labelCells = (table: Node): void => {
  const [head, ...rows] = table.children ?? [];
  const names = (head?.children ?? []).map(textOf);
  table.data = { hProperties: { "data-columns": String(names.length) } };
  for (const row of rows)
    for (const [column, cell] of (row.children ?? []).entries()) {
      const name = names[column] ?? "";
      if (!plainColumns.has(name)) cell.data = { hProperties: { "data-name": name } };
    }
};

/** A Markdown plugin that labels the cells of top-level tables. */
export const remarkTables = () => (tree: Node) => {
  for (const node of tree.children ?? []) if (node.type === "table") labelCells(node);
};
