import type { Metadata } from "next";
import Link from "next/link";
import { CodeSample } from "@/app/(site)/docs/code-sample";
import { compactJson } from "@/app/(site)/docs/compact-json";
import { DocPage } from "@/app/(site)/docs/doc-page";
import {
  curlFirstCall,
  curlFixturePrices,
  pythonExample,
  typescriptExample,
  typescriptTypes,
} from "@/app/(site)/docs/quickstart-code";
import { sampleCall } from "@/app/(site)/featured-fixture";
import { exampleOdds } from "@/server/api/openapi/examples";
import { getAppServices } from "@/server/app-services";

const title = "Quickstart";
const summary = "Create an API key, make a free call, and get every book's prices for one fixture.";
export const metadata: Metadata = { title, description: summary };

export default async function Quickstart() {
  const { services } = await getAppServices();
  const { baseUrl } = services.config;
  const sample = sampleCall(services.board, services.now());
  return (
    <DocPage title={title} summary={summary}>
      <h2 id="key">1. Create an API key</h2>
      <p>
        <Link href="/signin">Sign in</Link> and create a key on the{" "}
        <Link href="/account/keys">API keys page</Link>. Your first sign-in creates an account on the Free
        plan. The key is shown once. Send it only in the <code>X-API-Key</code> header, never in a URL.
      </p>
      <CodeSample
        language="bash"
        label="Store the key in an environment variable"
        code="export ODDSKEEPER_KEY='ok_live_…'"
      />

      <h2 id="curl">2. Make a call</h2>
      <p>
        Listing sports, books, markets and fixtures is free. The lists contain the keys and ids for other
        calls.
      </p>
      <CodeSample
        language="bash"
        label="Free: fixtures of one league"
        code={curlFirstCall(baseUrl, sample)}
      />
      <p>
        A call that returns prices costs one request, for any number of books. This call returns one fixture
        {sample.live ? " that has prices right now" : ""}.
      </p>
      <CodeSample
        language="bash"
        label="One request: one fixture's prices"
        code={curlFixturePrices(baseUrl, sample)}
      />
      <p>Every odds response has the same shape: books, their markets, and the outcomes of each market.</p>
      <CodeSample language="json" label="Response (shortened)" code={compactJson(exampleOdds)} />

      <h2 id="typescript">TypeScript</h2>
      <p>
        Generate types for every parameter and field from the{" "}
        <a href="/v1/openapi.json">OpenAPI 3.1 document</a>.
      </p>
      <CodeSample
        language="bash"
        label="Install the client and generate types"
        code={typescriptTypes(baseUrl)}
      />
      <CodeSample language="typescript" label="best-price.ts" code={typescriptExample(baseUrl, sample)} />

      <p>
        Run it with <code>npx tsx best-price.ts</code>.
      </p>

      <h2 id="python">Python</h2>
      <p>Standard library only:</p>
      <CodeSample language="python" label="best_price.py" code={pythonExample(baseUrl, sample)} />

      <h2 id="next">Next steps</h2>
      <ul>
        <li>
          <Link href="/docs/reference">API reference</Link>: every endpoint, with a console to call it.
        </li>
        <li>
          <Link href="/docs/guides/metering">Metering and headers</Link>: what a call costs and how much you
          have left.
        </li>
        <li>
          <Link href="/docs/guides/freshness">Freshness</Link>: why <code>last_update</code> can be null.
        </li>
        <li>
          <Link href="/docs/errors">Errors</Link>: every code, and how to fix it.
        </li>
      </ul>
    </DocPage>
  );
}
