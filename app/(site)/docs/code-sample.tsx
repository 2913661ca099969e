import { Fragment } from "react";
import classes from "@/app/(site)/docs/code-sample.module.css";
import { type CodeLanguage, highlightCode } from "@/app/(site)/docs/highlight-code";
import { BreakableText } from "@/app/ui/breakable-text";
import { CodeBlock } from "@/app/ui/code-block";

/** A longer word may not fit on a line of a phone. */
const maxWord = 24;
const longWord = new RegExp(`\\S{${maxWord + 1}}`);

const Token = ({ content }: { readonly content: string }) =>
  longWord.test(content) ? <BreakableText>{content}</BreakableText> : content;

type CodeSampleProps = { readonly code: string; readonly language: CodeLanguage; readonly label: string };

/** Code with syntax highlighting. The server highlights it, so the browser loads no highlighter. */
export const CodeSample = async ({ code, language, label }: CodeSampleProps) => {
  const lines = await highlightCode(code, language);
  return (
    <CodeBlock code={code} label={label} wrap={language === "bash" || language === "http"}>
      {lines.map((tokens, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a sample never change order
        <Fragment key={line}>
          {line > 0 && "\n"}
          {tokens.map(({ offset, content, style }) =>
            style === undefined ? (
              <Token key={offset} content={content} />
            ) : (
              <span key={offset} className={classes.token} style={style}>
                <Token content={content} />
              </span>
            ),
          )}
        </Fragment>
      ))}
    </CodeBlock>
  );
};
