"use client";

import classes from "@/app/(site)/docs/reference/reference.module.css";
import type { ConsoleResponse } from "@/app/(site)/docs/reference/send-call";
import { CodeBlock } from "@/app/ui/code-block";
import { formatNumber } from "@/app/ui/format";

/** The response to a console call: status, main headers and body. */
export const ConsoleResult = ({ response }: { readonly response: ConsoleResponse }) => {
  const { status, durationMs, headers, body, omittedCharacters } = response;
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
      {body !== "" && <CodeBlock label="response" caption="Response" code={body} />}
      {omittedCharacters > 0 && <p>{formatNumber(omittedCharacters)} more characters not shown.</p>}
    </div>
  );
};
