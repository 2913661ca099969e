import { readHeading } from "@/app/(site)/docs/markdown/headings";
import { splitCodeInfo } from "@/app/(site)/docs/markdown/split-code-info";

/** The part of a Markdown syntax tree that is read here: https://github.com/syntax-tree/mdast */
type Node = {
  type: string;
  value?: string;
  meta?: string | null;
  children?: Node[];
  data?: { hName?: string; hProperties?: Record<string, string> };
};

const textOf = ({ value, children }: Node): string => value ?? (children ?? []).map(textOf).join("");

const setAnchor = (heading: Node): void => {
  heading.data = { hProperties: { id: readHeading(textOf(heading)).id } };
  const last = heading.children?.at(-1);
  if (last?.value !== undefined) last.value = last.value.replace(/\s*\{#[\w-]+\}$/, "");
};

/** Columns whose cells need no label on a phone. */
const plainColumns: ReadonlySet<string> = new Set(["Description", "Meaning", "Note", "Effect", "Advice"]);

/** On a phone each row is a block, and its cells show their column headings. */
const labelCells = (table: Node): void => {
  const [head, ...rows] = table.children ?? [];
  const names = (head?.children ?? []).map(textOf);
  table.data = { hProperties: { "data-columns": String(names.length) } };
  for (const row of rows)
    for (const [column, cell] of (row.children ?? []).entries()) {
      const name = names[column] ?? "";
      if (!plainColumns.has(name)) cell.data = { hProperties: { "data-name": name } };
    }
};

const isAlternative = ({ type, meta }: Node): boolean =>
  type === "code" && splitCodeInfo(meta ?? "").tab !== undefined;

/** Groups consecutive code blocks that have a tab into one element. */
const gatherAlternatives = (children: readonly Node[]): Node[] => {
  const gathered: Node[] = [];
  for (const node of children) {
    const last = gathered.at(-1);
    if (!isAlternative(node)) gathered.push(node);
    else if (last?.type === "codeTabs") last.children?.push(node);
    else gathered.push({ type: "codeTabs", data: { hName: "code-tabs" }, children: [node] });
  }
  return gathered;
};

/** A Markdown plugin that sets the anchors of headings and the labels of cells, and groups code blocks into tabs. */
export const remarkDocs = () => (tree: Node) => {
  for (const node of tree.children ?? []) {
    if (node.type === "heading") setAnchor(node);
    if (node.type === "table") labelCells(node);
  }
  tree.children = gatherAlternatives(tree.children ?? []);
};
