import type { Metadata } from "next";
import Link from "next/link";
import { CodeSample } from "@/app/(site)/docs/code-sample";
import { DocPage } from "@/app/(site)/docs/doc-page";
import { DocTable } from "@/app/(site)/docs/doc-table";
import { exampleErrorBody } from "@/server/api/openapi/openapi-responses";
import { getAppServices } from "@/server/app-services";
import { type ErrorCode, errorAnchor, errorCodes, errors } from "@/server/errors/errors";

const title = "Errors";
const summary = "Every error code the API returns: what happened, how to fix it, and an example.";
export const metadata: Metadata = { title, description: summary };

const exampleExchange = (code: ErrorCode, docsUrl: string): string => {
  const { status, example } = errors[code];
  const retryAfter = code === "SPEED_LIMIT" ? "\nRetry-After: 1" : "";
  return `${example.request}\n\n${status}${retryAfter}\n${JSON.stringify(exampleErrorBody(code, docsUrl), null, 2)}`;
};

const ErrorSection = ({ code, docsUrl }: { readonly code: ErrorCode; readonly docsUrl: string }) => {
  const { status, happened, fix, title: heading } = errors[code];
  const anchor = errorAnchor(code);
  return (
    <section aria-labelledby={anchor}>
      <h2 id={anchor}>
        <a href={`#${anchor}`}>{code}</a>
      </h2>
      <p>
        <strong>{heading}.</strong> Status {status}.
      </p>
      <h3>What happened</h3>
      <p>{happened}</p>
      <h3>How to fix it</h3>
      <p>{fix}</p>
      <CodeSample language="http" label={`${code} example`} code={exampleExchange(code, docsUrl)} />
    </section>
  );
};

export default async function Errors() {
  const { services } = await getAppServices();
  return (
    <DocPage title={title} summary={summary}>
      <p>
        An error response is JSON with one object, <code>error</code>. Handle errors by <code>code</code>,
        which never changes. <code>message</code> is for people and may change. <code>request_id</code>{" "}
        identifies the call for support and is also in the <code>X-Request-Id</code> header. Errors cost
        nothing. If several things are wrong, the response names the first in the{" "}
        <Link href="/docs/reference#order-of-checks">order of checks</Link>.
      </p>
      <DocTable
        label="Error codes"
        head={["Code", "Status", "Meaning"]}
        rows={errorCodes.map((code) => [
          <a key="code" href={`#${errorAnchor(code)}`}>
            {code}
          </a>,
          errors[code].status,
          errors[code].title,
        ])}
      />
      {errorCodes.map((code) => (
        <ErrorSection key={code} code={code} docsUrl={services.config.docsUrl} />
      ))}
    </DocPage>
  );
}
