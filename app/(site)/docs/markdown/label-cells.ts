/** A node of a Markdown syntax tree (https://github.com/syntax-tree/mdast), with only the fields that this folder reads. */
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

/** Labels each cell with the heading of its column, except in `plainColumns`. On a phone, each row is a block that shows these labels. */
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
