import type { Metadata } from "next";
import Link from "next/link";
import { CodeSample } from "@/app/(site)/docs/code-sample";
import { DocPage } from "@/app/(site)/docs/doc-page";
import { DocTable } from "@/app/(site)/docs/doc-table";
import { type ErrorCode, errorAnchor, errorCodes, errorDocsUrl, errors } from "@/server/errors/errors";
import { getShared } from "@/server/http/shared";

const title = "Errors";
const lede = "Every error code that the API can answer: what happened, how to fix it, and an example.";
export const metadata: Metadata = { title, description: lede };

const exampleRequestId = "0b5f8a5c-2b1e-4a5d-9f63-6f0e6d1f2a77";

const exampleAnswer = (code: ErrorCode, docsUrl: string): string => {
  const { status, example } = errors[code];
  const body = {
    error: {
      code,
      message: example.message,
      docs_url: errorDocsUrl(docsUrl, code),
      request_id: exampleRequestId,
      ...(code === "PLAN_REQUIRED" && { current_plan: "free", required_plan: "growth" }),
    },
  };
  const retry = code === "SPEED_LIMIT" ? "\nRetry-After: 1" : "";
  return `${example.request}\n\n${status}${retry}\n${JSON.stringify(body, null, 2)}`;
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
      <CodeSample language="http" label={`Example of ${code}`} code={exampleAnswer(code, docsUrl)} />
    </section>
  );
};

export default async function Errors() {
  const { services } = await getShared();
  return (
    <DocPage title={title} lede={lede}>
      <p>
        An error is JSON with one object, <code>error</code>. Branch on its <code>code</code>, which never
        changes; <code>message</code> is for people. <code>request_id</code> is also in the{" "}
        <code>X-Request-Id</code> header: quote it when you write to us. A call that ends in an error costs
        nothing. When several things are wrong, the first in the order of{" "}
        <Link href="/docs/reference#order-of-checks">checks</Link> is answered.
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
