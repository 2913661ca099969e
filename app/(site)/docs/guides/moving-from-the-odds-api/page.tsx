import type { Metadata } from "next";
import Link from "next/link";
import { CodeSample } from "@/app/(site)/docs/code-sample";
import { DocPage } from "@/app/(site)/docs/doc-page";
import { DocTable } from "@/app/(site)/docs/doc-table";
import { findGuide } from "@/app/(site)/docs/guides";
import { getShared } from "@/server/http/shared";

const guide = findGuide("/docs/guides/moving-from-the-odds-api");
export const metadata: Metadata = { title: guide.title, description: guide.summary };

const code = (text: string) => <code key={text}>{text}</code>;

export default async function Moving() {
  const { services } = await getShared();
  const { baseUrl } = services.config;
  const before = `curl 'https://api.the-odds-api.com/v4/sports/basketball_nba/odds?apiKey=YOUR_KEY&regions=us&markets=h2h,spreads'`;
  const after = `curl -H 'X-API-Key: YOUR_KEY' \\
  '${baseUrl}/v1/sports/basketball_nba/odds?markets=h2h,spreads&oddsFormat=decimal'`;
  return (
    <DocPage title={guide.title} lede={guide.summary}>
      <p>
        The shape of an answer is the one you know: <code>bookmakers</code>, <code>markets</code>,{" "}
        <code>outcomes</code> with <code>name</code>, <code>price</code> and <code>point</code>, and{" "}
        <code>home_team</code> and <code>away_team</code> on the fixture. Sport keys, market keys and team
        names follow the same scheme. A client mostly needs a new address and a header.
      </p>
      <CodeSample language="bash" label="Before" code={before} />
      <CodeSample language="bash" label="After" code={after} />

      <h2 id="breaks">What breaks</h2>
      <DocTable
        label="Changes that a client must make"
        head={["There", "Here", "Why it matters"]}
        rows={[
          [
            code("?apiKey="),
            code("X-API-Key"),
            "The key goes in a header. In the query it is ignored, and the answer is MISSING_KEY.",
          ],
          [
            <>{code("oddsFormat")} defaults to decimal</>,
            <>defaults to {code("american")}</>,
            "Send oddsFormat=decimal to keep decimal prices.",
          ],
          [
            <>{code("markets")} defaults to h2h</>,
            <>defaults to {code("h2h,spreads,totals")}</>,
            "Send markets=h2h to get moneylines alone.",
          ],
          [
            <>{code("last_update")} is always a time</>,
            <>a time or {code("null")}</>,
            "null means that no fetch time is measured. Read it as not known.",
          ],
          [
            code("h2h_1st_5_innings"),
            code("h2h_f5"),
            "Halves and quarters keep their suffixes, h1 to q4. Other innings and hockey periods are not served.",
          ],
          [
            "32 hexadecimal characters as event id",
            "a readable id",
            "Ids do not carry over. Treat them as opaque, and URL-encode them in paths.",
          ],
          [
            <>
              an object with {code("data")} and {code("timestamp")} for history
            </>,
            "one fixture with its whole series",
            "There is no date parameter: a series, openers and closing lines take its place.",
          ],
          [
            <>
              {code("message")} and {code("error_code")}
            </>,
            <>
              {code("error.code")} with {code("docs_url")}
            </>,
            "Branch on the code. Its page says what happened and how to fix it.",
          ],
          [
            "player props among the markets of an event",
            <>{code("…/props")}, one row a line</>,
            "They also come as outcomes of the fixture's odds, with the player as description.",
          ],
        ]}
      />

      <h2 id="differs">What differs without breaking</h2>
      <ul>
        <li>
          <strong>No regions.</strong> Every book is on every plan and comes in one answer. A{" "}
          <code>regions</code> parameter is ignored; narrow with <code>bookmakers</code> where you want to.
        </li>
        <li>
          <strong>One call, one request.</strong> The cost is not multiplied by markets or regions.{" "}
          <Link href="/docs/guides/metering">Metering</Link> has the details.
        </li>
        <li>
          <strong>unmatched_bookmakers</strong> on every answer names the books that could not be joined to
          the fixture safely. <Link href="/docs/guides/unmatched-books">Unmatched books</Link> says more.
        </li>
        <li>
          <strong>size</strong> on an outcome, where the book publishes one: a posted limit, the depth of an
          exchange, or contracts.
        </li>
        <li>
          <strong>Before the start only.</strong> There are no in-play prices and no scores.
        </li>
        <li>
          <strong>No outrights and no lay markets.</strong> <code>has_outrights</code> is always false, and{" "}
          <code>h2h_lay</code> is no market key here.
        </li>
        <li>
          <strong>Every sport in one list.</strong> Sports out of season are listed too, with{" "}
          <code>active: false</code>; there is no <code>all</code> parameter.
        </li>
        <li>
          <strong>Headers.</strong> <code>x-requests-used</code>, <code>x-requests-remaining</code> and{" "}
          <code>x-requests-last</code> have the names you know, and stand on every answer, errors included.
        </li>
      </ul>

      <h2 id="checklist">A checklist</h2>
      <ol>
        <li>
          Replace the address by <code>{baseUrl}/v1</code> and send the key in <code>X-API-Key</code>.
        </li>
        <li>
          Set <code>oddsFormat</code> and <code>markets</code> explicitly.
        </li>
        <li>
          Let <code>last_update</code> be null in your types.
        </li>
        <li>
          Rename period suffixes; <code>GET /v1/markets</code> lists every key.
        </li>
        <li>
          Take fixture ids from <code>GET /v1/sports/&#123;sport&#125;/events</code>, which is free.
        </li>
        <li>
          Handle <Link href="/docs/errors">errors by code</Link>.
        </li>
      </ol>
    </DocPage>
  );
}
