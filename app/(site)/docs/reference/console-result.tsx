"use client";

import classes from "@/app/(site)/docs/reference/reference.module.css";
import type { ConsoleAnswer } from "@/app/(site)/docs/reference/send-call";
import { CodeBlock } from "@/app/ui/code-block";

/** What a call was answered: status, the headers that matter, the body. */
export const ConsoleResult = ({ answer }: { readonly answer: ConsoleAnswer }) => {
  const { status, durationMs, headers, body, cut } = answer;
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
      {body !== "" && <CodeBlock label="answer" caption="Answer" code={body} />}
      {cut > 0 && <p>{cut.toLocaleString("en-US")} more characters are not shown.</p>}
    </div>
  );
};
