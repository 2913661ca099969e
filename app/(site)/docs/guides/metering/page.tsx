import type { Metadata } from "next";
import Link from "next/link";
import { CodeSample } from "@/app/(site)/docs/code-sample";
import { DocPage } from "@/app/(site)/docs/doc-page";
import { DocTable } from "@/app/(site)/docs/doc-table";
import { findGuide } from "@/app/(site)/docs/guides";
import { planTitle } from "@/app/describe-plan";
import { formatNumber } from "@/app/ui/format";
import { signInBounds } from "@/server/accounts/sign-in-bounds";
import { endpoints } from "@/server/api/endpoints";
import { exampleRequestId, headerComponents } from "@/server/api/openapi/openapi-responses";
import { addressRequestsPerSecond } from "@/server/http/door/address-limit";
import { planNames, plans } from "@/server/plans/plans";

const guide = findGuide("/docs/guides/metering");
export const metadata: Metadata = { title: guide.title, description: guide.summary };

const documentedHeaders = Object.entries(headerComponents).filter(([name]) => name !== "ETag");

const example = `x-requests-used: 1235
x-requests-remaining: 98765
x-requests-last: 1
x-ratelimit-limit: 10
x-ratelimit-remaining: 9
x-ratelimit-reset: 1
x-request-id: ${exampleRequestId}`;

const retryExample = `const call = async (url: string, key: string): Promise<Response> => {
  for (;;) {
    const response = await fetch(url, { headers: { "X-API-Key": key } });
    const retryAfterSeconds = response.headers.get("Retry-After");
    // ALLOWANCE_SPENT is also a 429, but has no Retry-After: a retry would not help.
    if (response.status !== 429 || retryAfterSeconds === null) return response;
    await new Promise((resolve) => setTimeout(resolve, Number(retryAfterSeconds) * 1000));
  }
};`;

export default function Metering() {
  return (
    <DocPage title={guide.title} summary={guide.summary}>
      <h2 id="what-counts">What counts</h2>
      <p>
        Only calls that return prices count against the monthly allowance. Each costs one request, for any
        number of fixtures, books or markets. All other calls are free, and keep working when the allowance is
        used up.
      </p>
      <DocTable
        label="Cost of each endpoint"
        head={["Endpoint", "Cost"]}
        rows={endpoints.map(({ method, path, counted }) => [
          <code key="path">
            {method} {path}
          </code>,
          counted ? "1 request" : "free",
        ])}
      />
      <ul>
        <li>A call that returns an error costs nothing.</li>
        <li>
          A counted call that returns 200 costs one request, even if the response contains no fixture or no
          price.
        </li>
        <li>
          <code>HEAD</code> calls and <code>304 Not Modified</code> responses cost nothing. On counted
          endpoints, they require at least one remaining request.
        </li>
      </ul>

      <h2 id="limits">Two limits</h2>
      <p>
        The <strong>allowance</strong> is the number of counted requests in a billing period. A billing period
        is one month, starting when the account was created. <code>GET /v1/account/usage</code> returns its
        end as <code>period_resets_at</code>. The <strong>speed limit</strong> is the number of calls per
        second, free calls included. Both limits apply to the account. More keys do not raise them.
      </p>
      <DocTable
        label="Limits of each plan"
        head={["Plan", "Requests per second", "Requests per month"]}
        rows={planNames.map((name) => [
          planTitle(name),
          plans[name].requestsPerSecond,
          formatNumber(plans[name].requestsPerPeriod),
        ])}
      />

      <h2 id="without-an-account">Limits without an account</h2>
      <p>
        A network is one IPv4 address or one IPv6 /64 block. Over a limit, the response is a 429 with{" "}
        <code>Retry-After</code>. Beyond its own limit, an email address silently gets no further emails, so
        that the response does not reveal who signs in.
      </p>
      <DocTable
        label="Limits without an account"
        head={["Action", "Maximum"]}
        rows={[
          [
            "Calls without a valid key or session, from one network",
            `${addressRequestsPerSecond} per second`,
          ],
          ["Sign-in emails to one address", `${signInBounds.mailToAddress} per hour`],
          ["Sign-in emails requested from one network", `${signInBounds.mailFromNetwork} per hour`],
          [
            "Sign-in emails requested from one IPv4 /24 or IPv6 /48",
            `${signInBounds.mailFromRange} per hour`,
          ],
          ["Sign-in emails in total", `${signInBounds.mail} per hour`],
          ["Failed sign-ins from one network", `${signInBounds.wrongSecretFromNetwork} per hour`],
        ]}
      />

      <h2 id="headers">Response headers</h2>
      <p>Every response has these headers, errors included. Without a valid key, the request counts are 0.</p>
      <DocTable
        label="Response headers"
        head={["Header", "Meaning"]}
        rows={documentedHeaders.map(([name, header]) => [
          <code key="name">{name}</code>,
          String(header.description),
        ])}
      />
      <CodeSample language="http" label="Headers of a counted call" code={example} />

      <h2 id="waiting">Handling rate limits</h2>
      <p>
        Over the speed limit, a call fails with <Link href="/docs/errors#speed-limit">SPEED_LIMIT</Link>, and{" "}
        <code>Retry-After</code> has the seconds to wait. When the allowance is used up, counted calls fail
        with <Link href="/docs/errors#allowance-spent">ALLOWANCE_SPENT</Link>, also a 429, without that
        header.
      </p>
      <CodeSample language="typescript" label="Retry after the speed limit" code={retryExample} />

      <h2 id="unchanged">Conditional requests</h2>
      <p>
        Responses have an <code>ETag</code>. Send it in <code>If-None-Match</code>. If nothing has changed,
        the response is an empty 304 that costs nothing. It still counts toward the speed limit.
      </p>
    </DocPage>
  );
}
