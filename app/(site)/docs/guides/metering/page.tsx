import type { Metadata } from "next";
import Link from "next/link";
import { CodeSample } from "@/app/(site)/docs/code-sample";
import { DocPage } from "@/app/(site)/docs/doc-page";
import { DocTable } from "@/app/(site)/docs/doc-table";
import { findGuide } from "@/app/(site)/docs/guides";
import { signInBounds } from "@/server/accounts/sign-in-bounds";
import { endpoints } from "@/server/api/endpoints";
import { headerComponents } from "@/server/api/openapi-responses";
import { addressRequestsPerSecond } from "@/server/http/address-limit";
import { planNames, plans } from "@/server/plans/plans";

const guide = findGuide("/docs/guides/metering");
export const metadata: Metadata = { title: guide.title, description: guide.summary };

const specified = Object.entries(headerComponents).filter(([name]) => name !== "ETag");

const example = `x-requests-used: 1235
x-requests-remaining: 98765
x-requests-last: 1
x-ratelimit-limit: 10
x-ratelimit-remaining: 9
x-ratelimit-reset: 1
x-request-id: 0b5f8a5c-2b1e-4a5d-9f63-6f0e6d1f2a77`;

const waiting = `const call = async (url: string, key: string): Promise<Response> => {
  for (;;) {
    const response = await fetch(url, { headers: { "X-API-Key": key } });
    const retryAfterSeconds = response.headers.get("Retry-After");
    // ALLOWANCE_SPENT is a 429 as well, but it has no Retry-After: waiting a second does not help.
    if (response.status !== 429 || retryAfterSeconds === null) return response;
    await new Promise((resolve) => setTimeout(resolve, Number(retryAfterSeconds) * 1000));
  }
};`;

export default function Metering() {
  return (
    <DocPage title={guide.title} lede={guide.summary}>
      <h2 id="what-counts">What counts</h2>
      <p>
        Only a call that returns prices counts against the month's allowance, and it counts one request,
        however many fixtures, books or markets come back. Everything else is free, and goes on working when
        the allowance is used up.
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
        <li>A call that ends in an error costs nothing, whatever the error is.</li>
        <li>
          A counted call that is answered with 200 costs one request even when it holds no fixture or no
          price.
        </li>
        <li>
          <code>HEAD</code>, and an answer of <code>304 Not Modified</code>, cost nothing. They need one
          request to be left.
        </li>
      </ul>

      <h2 id="limits">Two limits</h2>
      <p>
        The <strong>allowance</strong> is a number of counted requests in a billing period. A period is a
        month from the moment the account was made, and <code>period_resets_at</code> in{" "}
        <code>GET /v1/account/usage</code> says when the next one begins. The <strong>speed limit</strong> is
        a number of requests in one second, free ones included. Both belong to the account: a second key does
        not add to them.
      </p>
      <DocTable
        label="Limits of each plan"
        head={["Plan", "Requests a second", "Requests a month"]}
        rows={planNames.map((name) => [
          <code key="name">{name}</code>,
          plans[name].requestsPerSecond,
          plans[name].requestsPerPeriod.toLocaleString("en-US"),
        ])}
      />

      <h2 id="without-an-account">Limits without an account</h2>
      <p>
        A network is an IPv4 address or an IPv6 /64. Over a limit the answer is a 429 with{" "}
        <code>Retry-After</code>. What an address is mailed beyond its limit is left out without a word, so
        that nobody learns who signs in.
      </p>
      <DocTable
        label="Limits without an account"
        head={["What", "At most"]}
        rows={[
          ["Calls without a valid key or session, from one network", `${addressRequestsPerSecond} a second`],
          ["Sign-in emails to one address", `${signInBounds.mailToAddress} an hour`],
          ["Sign-in emails asked for from one network", `${signInBounds.mailFromNetwork} an hour`],
          ["Sign-in emails in all", `${signInBounds.mail} an hour`],
          ["Sign-ins that fail, from one network", `${signInBounds.wrongSecretFromNetwork} an hour`],
        ]}
      />

      <h2 id="headers">Headers on every answer</h2>
      <p>Errors have them too. Where no account is known the request figures are 0.</p>
      <DocTable
        label="Response headers"
        head={["Header", "Meaning"]}
        rows={specified.map(([name, header]) => [<code key="name">{name}</code>, String(header.description)])}
      />
      <CodeSample language="http" label="Headers of a counted call" code={example} />

      <h2 id="waiting">Waiting well</h2>
      <p>
        Over the speed limit the answer is <Link href="/docs/errors#speed-limit">SPEED_LIMIT</Link> with{" "}
        <code>Retry-After</code> in whole seconds. A used-up allowance is{" "}
        <Link href="/docs/errors#allowance-spent">ALLOWANCE_SPENT</Link>, also a 429, without that header.
      </p>
      <CodeSample language="typescript" label="Waits out the speed limit" code={waiting} />

      <h2 id="unchanged">Asking only for what changed</h2>
      <p>
        Answers carry an <code>ETag</code>. Send it back in <code>If-None-Match</code>: where nothing has
        changed the answer is an empty 304 that costs nothing. It still counts for the speed limit.
      </p>
    </DocPage>
  );
}
