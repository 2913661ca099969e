"use client";

import classes from "@/app/(site)/docs/reference/console.module.css";
import type { ConsoleResponse } from "@/app/(site)/docs/reference/send-call";
import { CodeBlock } from "@/app/ui/code-block";
import { formatNumber } from "@/app/ui/format";

// Browsers become slow with a text element of several megabytes.
const maxCharacters = 60_000;

/** The response to a console call: status, main headers and body. */
export const ConsoleResult = ({ response }: { readonly response: ConsoleResponse }) => {
  const { status, durationMs, headers, body } = response;
  const omitted = Math.max(0, body.length - maxCharacters);
  return (
    <div className={classes.result}>
      <p>
        <span className={classes.status} data-failed={status >= 400}>
          {status}
        </span>{" "}
        in {durationMs} ms
      </p>
      <dl className={classes.headers}>
        {headers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {body !== "" && (
        <CodeBlock label="response" caption="Response" code={body}>
          {body.slice(0, maxCharacters)}
        </CodeBlock>
      )}
      {omitted > 0 && (
        <p>{formatNumber(omitted)} more characters not shown. The copy button copies the whole response.</p>
      )}
    </div>
  );
};
