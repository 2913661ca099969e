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
import { exampleOdds } from "@/server/api/examples";
import { getShared } from "@/server/http/shared";

const title = "Quickstart";
const lede = "From nothing to every book's prices of one fixture: a key, a free call, a counted call.";
export const metadata: Metadata = { title, description: lede };

export default async function Quickstart() {
  const { services } = await getShared();
  const { baseUrl } = services.config;
  const sample = sampleCall(services.board, services.now());
  return (
    <DocPage title={title} lede={lede}>
      <h2 id="key">1. Make a key</h2>
      <p>
        <Link href="/signin">Sign in</Link> and make a key on the <Link href="/account/keys">keys page</Link>.
        A first sign-in makes an account on the free plan. The key is shown once; it goes in the{" "}
        <code>X-API-Key</code> header and nowhere else, least of all in an address.
      </p>
      <CodeSample
        language="bash"
        label="Keep the key in the environment"
        code="export ODDSKEEPER_KEY='ok_live_…'"
      />

      <h2 id="curl">2. Call it with curl</h2>
      <p>Listing sports, books, markets and fixtures is free. It tells you which keys and ids there are.</p>
      <CodeSample
        language="bash"
        label="Free: fixtures of one league"
        code={curlFirstCall(baseUrl, sample)}
      />
      <p>
        A call that returns prices costs one request, however many books come back. This one asks for one
        fixture{sample.live ? ", which is on the board right now" : ""}.
      </p>
      <CodeSample
        language="bash"
        label="One request: one fixture's prices"
        code={curlFixturePrices(baseUrl, sample)}
      />
      <p>The answer has one shape everywhere: books, their markets, the outcomes of each.</p>
      <CodeSample language="json" label="The answer, shortened" code={compactJson(exampleOdds)} />

      <h2 id="typescript">TypeScript</h2>
      <p>
        The API is described by <a href="/v1/openapi.json">one OpenAPI 3.1 document</a>. Types made from it
        know every parameter and every field.
      </p>
      <CodeSample
        language="bash"
        label="Install the client and make the types"
        code={typescriptTypes(baseUrl)}
      />
      <CodeSample language="typescript" label="best-price.ts" code={typescriptExample(baseUrl, sample)} />

      <p>
        Run it with <code>npx tsx best-price.ts</code>.
      </p>

      <h2 id="python">Python</h2>
      <p>Nothing but the standard library:</p>
      <CodeSample language="python" label="best_price.py" code={pythonExample(baseUrl, sample)} />

      <h2 id="next">Next</h2>
      <ul>
        <li>
          <Link href="/docs/reference">API reference</Link>: every endpoint, with a console that calls it.
        </li>
        <li>
          <Link href="/docs/guides/metering">Metering and headers</Link>: what a call costs and where you
          stand.
        </li>
        <li>
          <Link href="/docs/guides/freshness">Freshness</Link>: why <code>last_update</code> may be null.
        </li>
        <li>
          <Link href="/docs/errors">Errors</Link>: every code, and how to fix it.
        </li>
      </ul>
    </DocPage>
  );
}
