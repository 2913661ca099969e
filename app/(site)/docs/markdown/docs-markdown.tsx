import type { ComponentProps } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { CodeSample } from "@/app/(site)/docs/code-sample";
import { type CodeLanguage, isCodeLanguage } from "@/app/(site)/docs/highlight-code";
import { CodeTabs } from "@/app/(site)/docs/markdown/code-tabs";
import { remarkDocs } from "@/app/(site)/docs/markdown/remark-docs";
import { splitCodeInfo } from "@/app/(site)/docs/markdown/split-code-info";
import { BreakableText } from "@/app/ui/breakable-text";
import { SiteLink } from "@/app/ui/site-link";

/** An element of an HTML syntax tree (https://github.com/syntax-tree/hast), with only the fields that this file reads. */
type Element = {
  readonly type: string;
  readonly value?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly data?: { readonly meta?: string | null };
  readonly children?: readonly Element[];
};

type Block = {
  readonly code: string;
  readonly language: CodeLanguage;
  readonly title: string | undefined;
  readonly tab: string | undefined;
};

const names: Readonly<Record<CodeLanguage, string>> = {
  bash: "Shell",
  http: "HTTP",
  json: "JSON",
  python: "Python",
  typescript: "TypeScript",
};

const readBlock = (pre: Element): Block => {
  const code = pre.children?.[0];
  const [className] = Array.isArray(code?.properties?.className) ? code.properties.className : [];
  const language = String(className ?? "").replace("language-", "");
  if (!isCodeLanguage(language)) throw new Error(`the docs cannot highlight code in "${language}"`);
  const text = (code?.children ?? []).map(({ value }) => value ?? "").join("");
  return { code: text.trimEnd(), language, ...splitCodeInfo(code?.data?.meta ?? "") };
};

const CodeBlock = ({ code, language, title, tab }: Block) => (
  <CodeSample code={code} language={language} label={title ?? tab ?? names[language]} />
);

const DocsLink = ({ href = "", children }: ComponentProps<"a">) =>
  href.startsWith("/docs") ||
  href.startsWith("/pricing") ||
  href.startsWith("/account") ||
  href === "/signin" ? (
    <SiteLink href={href}>{children}</SiteLink>
  ) : (
    <a href={href}>{children}</a>
  );

type TabsProps = { readonly node?: Element; readonly initialTab: string | undefined };

const Tabs = ({ node, initialTab }: TabsProps) => {
  const blocks = (node?.children ?? []).map(readBlock);
  return (
    <CodeTabs
      names={blocks.map(({ tab }) => tab ?? "")}
      initialName={initialTab}
      panels={blocks.map((block) => <CodeBlock key={block.tab} {...block} />)}
    />
  );
};

const componentsWith = (initialTab: string | undefined): Components =>
  ({
    a: DocsLink,
    code: ({ children }: ComponentProps<"code">) => (
      <code>
        {typeof children === "string" && children.length >= 20 ? (
          <BreakableText>{children}</BreakableText>
        ) : (
          children
        )}
      </code>
    ),
    pre: ({ node }: { readonly node?: Element }) => node && <CodeBlock {...readBlock(node)} />,
    "code-tabs": ({ node }: { readonly node?: Element }) => (
      <Tabs {...(node && { node })} initialTab={initialTab} />
    ),
  }) as Components;

type DocsMarkdownProps = {
  readonly text: string;
  /** The tab that the reader chose last. */
  readonly initialTab?: string | undefined;
};

/** Renders Markdown with highlighted code. */
export const DocsMarkdown = ({ text, initialTab }: DocsMarkdownProps) => (
  <Markdown remarkPlugins={[remarkGfm, remarkDocs]} components={componentsWith(initialTab)}>
    {text}
  </Markdown>
);
