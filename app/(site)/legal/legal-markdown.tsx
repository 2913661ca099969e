import type { ComponentProps } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { remarkTables } from "@/app/(site)/docs/markdown/label-cells";

const components: Components = {
  // The Markdown library empties URLs that could run code. Such a link becomes plain text.
  a: ({ href, children }: ComponentProps<"a">) => (href ? <a href={href}>{children}</a> : children),
  // The page has its own first-level heading.
  h1: ({ children }: ComponentProps<"h1">) => <h2>{children}</h2>,
  // Images are not loaded: they would reveal visitors to other hosts.
  img: ({ alt }: ComponentProps<"img">) => <>{alt}</>,
};

/** Renders an operator's Markdown text without the HTML in it. */
export const LegalMarkdown = ({ text }: { readonly text: string }) => (
  <Markdown remarkPlugins={[remarkGfm, remarkTables]} skipHtml components={components}>
    {text}
  </Markdown>
);
