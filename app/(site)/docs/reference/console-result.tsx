"use client";

import { endpointPath } from "@/app/(site)/docs/endpoint-path";
import classes from "@/app/(site)/docs/reference/console.module.css";
import type { ConsoleResponse } from "@/app/(site)/docs/reference/send-call";
import { CodeBlock } from "@/app/ui/code-block";
import { formatNumber } from "@/app/ui/format-number";
import { SiteLink } from "@/app/ui/site-link";

// Browsers become slow with a text element of several megabytes.
const maxCharacters = 60_000;

/** The page that calls a fixture of the response, with its id filled in. Undefined if the response lists no fixtures. */
const nextCall = (body: string): string | undefined => {
  const [, id, sport] = /^\[\s*\{\s*"id":\s*"([\w-]+)",\s*"sport_key":\s*"(\w+)"/.exec(body) ?? [];
  return id === undefined || sport === undefined
    ? undefined
    : `${endpointPath("getEventOdds")}?${new URLSearchParams({ sport, eventId: id })}#try-it`;
};

/** The response to a console call: status, body and main headers. */
export const ConsoleResult = ({ response }: { readonly response: ConsoleResponse }) => {
  const { status, durationMs, headers, body } = response;
  const next = nextCall(body);
  const omitted = Math.max(0, body.length - maxCharacters);
  return (
    <div className={classes.result}>
      <p>
        <span className={classes.status} data-failed={status >= 400}>
          {status}
        </span>{" "}
        in {durationMs} ms
      </p>
      {body !== "" && (
        <CodeBlock label="response" caption="Response" code={body}>
          {body.slice(0, maxCharacters)}
        </CodeBlock>
      )}
      {omitted > 0 && (
        <p>{formatNumber(omitted)} more characters not shown. The copy button copies the whole response.</p>
      )}
      {next !== undefined && (
        <p>
          <SiteLink href={next}>Use the first fixture in Get a fixture's odds</SiteLink>
        </p>
      )}
      <details className={classes.headers}>
        <summary>{headers.length === 1 ? "1 header" : `${headers.length} headers`}</summary>
        <dl>
          {headers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
};
