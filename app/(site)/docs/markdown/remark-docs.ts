import { readHeading } from "@/app/(site)/docs/markdown/headings";
import { labelCells, type Node, textOf } from "@/app/(site)/docs/markdown/label-cells";
import { splitCodeInfo } from "@/app/(site)/docs/markdown/split-code-info";

const setAnchor = (heading: Node): void => {
  heading.data = { hProperties: { id: readHeading(textOf(heading)).id } };
  const last = heading.children?.at(-1);
  if (last?.value !== undefined) last.value = last.value.replace(/\s*\{#[\w-]+\}$/, "");
};

const isAlternative = ({ type, meta }: Node): boolean =>
  type === "code" && splitCodeInfo(meta ?? "").tab !== undefined;

/** Puts consecutive code blocks with a tab name (`tab="curl"`) into one `codeTabs` node. */
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
