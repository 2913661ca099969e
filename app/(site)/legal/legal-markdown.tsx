import type { ComponentProps } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";

const components: Components = {
  // A URL that could run code has been emptied.
  a: ({ href, children }: ComponentProps<"a">) => (href ? <a href={href}>{children}</a> : children),
  // The page has its own first-level heading.
  h1: ({ children }: ComponentProps<"h1">) => <h2>{children}</h2>,
  // Images of other hosts are not loaded: they would report visitors to them.
  img: ({ alt }: ComponentProps<"img">) => <>{alt}</>,
};

/** An operator's text as HTML. HTML in it is left out, and so are links that run code. */
export const LegalMarkdown = ({ text }: { readonly text: string }) => (
  <Markdown remarkPlugins={[remarkGfm]} skipHtml components={components}>
    {text}
  </Markdown>
);
