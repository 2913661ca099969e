import type { Metadata } from "next";
import Link from "next/link";
import { CodeSample } from "@/app/(site)/docs/code-sample";
import { DocPage } from "@/app/(site)/docs/doc-page";
import { DocTable } from "@/app/(site)/docs/doc-table";
import { findGuide } from "@/app/(site)/docs/guides";
import { getAppServices } from "@/server/app-services";

const guide = findGuide("/docs/guides/moving-from-the-odds-api");
export const metadata: Metadata = { title: guide.title, description: guide.summary };

const code = (text: string) => <code key={text}>{text}</code>;

export default async function Moving() {
  const { services } = await getAppServices();
  const { baseUrl } = services.config;
  const before = `curl 'https://api.the-odds-api.com/v4/sports/basketball_nba/odds?apiKey=YOUR_KEY&regions=us&markets=h2h,spreads'`;
  const after = `curl -H 'X-API-Key: YOUR_KEY' \\
  '${baseUrl}/v1/sports/basketball_nba/odds?markets=h2h,spreads&oddsFormat=decimal'`;
  return (
    <DocPage title={guide.title} summary={guide.summary}>
      <p>
        Responses have the shape that you know: <code>bookmakers</code>, <code>markets</code>,{" "}
        <code>outcomes</code> with <code>name</code>, <code>price</code> and <code>point</code>, and{" "}
        <code>home_team</code> and <code>away_team</code> on the fixture. Sport keys, market keys and team
        names follow the same scheme. Most clients need only a new base URL and a header.
      </p>
      <CodeSample language="bash" label="Before" code={before} />
      <CodeSample language="bash" label="After" code={after} />

      <h2 id="breaks">What breaks</h2>
      <DocTable
        label="Required client changes"
        head={["The Odds API", "Oddskeeper", "What to do"]}
        rows={[
          [
            code("?apiKey="),
            code("X-API-Key"),
            "Send the key in a header. A key in the query is ignored, and the call fails with MISSING_KEY.",
          ],
          [
            <>{code("oddsFormat")} defaults to decimal</>,
            <>defaults to {code("american")}</>,
            "Send oddsFormat=decimal to keep decimal prices.",
          ],
          [
            <>{code("markets")} defaults to h2h</>,
            <>defaults to {code("h2h,spreads,totals")}</>,
            "Send markets=h2h to get only moneylines.",
          ],
          [
            <>{code("last_update")} is always a time</>,
            <>a time or {code("null")}</>,
            "Treat null as unknown: no fetch time is measured.",
          ],
          [
            code("h2h_1st_5_innings"),
            code("h2h_f5"),
            "Halves and quarters keep their suffixes, h1 to q4. Other innings and hockey periods are not available.",
          ],
          [
            "32 hexadecimal characters as event id",
            "a readable id",
            "Get new ids. Treat them as opaque, and URL-encode them in paths.",
          ],
          [
            <>
              an object with {code("data")} and {code("timestamp")} for history
            </>,
            "one fixture with its full series",
            "There is no date parameter. Use a series, openers or closing lines.",
          ],
          [
            <>
              {code("message")} and {code("error_code")}
            </>,
            <>
              {code("error.code")} with {code("docs_url")}
            </>,
            "Handle errors by code. The docs page of each code explains how to fix it.",
          ],
          [
            "player props among the markets of an event",
            <>{code("…/props")}, one row per line</>,
            "They are also outcomes in the fixture's odds, with the player as description.",
          ],
        ]}
      />

      <h2 id="differs">Other differences</h2>
      <ul>
        <li>
          <strong>No regions.</strong> Every plan includes every book, in one response. A <code>regions</code>{" "}
          parameter is ignored. Use <code>bookmakers</code> to select books.
        </li>
        <li>
          <strong>One call, one request.</strong> The cost does not depend on markets or regions. See{" "}
          <Link href="/docs/guides/metering">Metering and headers</Link>.
        </li>
        <li>
          <strong>unmatched_bookmakers</strong> in every odds response lists the books that could not be
          matched to the fixture safely. See <Link href="/docs/guides/unmatched-books">Unmatched books</Link>.
        </li>
        <li>
          <strong>size</strong> on an outcome, if the book publishes it: a posted limit, the depth of an
          exchange, or contracts.
        </li>
        <li>
          <strong>Pre-match only.</strong> There are no in-play prices and no scores.
        </li>
        <li>
          <strong>No outrights and no lay markets.</strong> <code>has_outrights</code> is always false, and{" "}
          <code>h2h_lay</code> is not a market key.
        </li>
        <li>
          <strong>Every sport in one list.</strong> Sports out of season are listed with{" "}
          <code>active: false</code>. There is no <code>all</code> parameter.
        </li>
        <li>
          <strong>Headers.</strong> <code>x-requests-used</code>, <code>x-requests-remaining</code> and{" "}
          <code>x-requests-last</code> keep the same names and are on every response, errors included.
        </li>
      </ul>

      <h2 id="checklist">Checklist</h2>
      <ol>
        <li>
          Change the base URL to <code>{baseUrl}/v1</code>, and send the key in <code>X-API-Key</code>.
        </li>
        <li>
          Set <code>oddsFormat</code> and <code>markets</code> explicitly.
        </li>
        <li>
          Make <code>last_update</code> nullable in your types.
        </li>
        <li>
          Rename period suffixes. <code>GET /v1/markets</code> lists every market key.
        </li>
        <li>
          Get fixture ids from <code>GET /v1/sports/&#123;sport&#125;/events</code>, which is free.
        </li>
        <li>
          Handle <Link href="/docs/errors">errors by code</Link>.
        </li>
      </ol>
    </DocPage>
  );
}
