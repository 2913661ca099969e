import type { Metadata } from "next";
import { CodeSample } from "@/app/(site)/docs/code-sample";
import { DocPage } from "@/app/(site)/docs/doc-page";
import { findGuide } from "@/app/(site)/docs/guides";
import { priceLifeMs } from "@/server/prices/freshness";

const guide = findGuide("/docs/guides/freshness");
export const metadata: Metadata = { title: guide.title, description: guide.summary };

const example = `{
  "key": "marigold",
  "title": "Marigold",
  "last_update": null,
  "markets": [
    {
      "key": "h2h",
      "last_update": null,
      "outcomes": [
        { "name": "Buffalo Bills", "price": -135 },
        { "name": "Kansas City Chiefs", "price": 115 }
      ]
    }
  ]
}`;

const minuteBookSeconds = 60;
const seconds = (ms: number): number => ms / 1000;

export default function Freshness() {
  return (
    <DocPage title={guide.title} lede={guide.summary}>
      <h2 id="last-update">What last_update says</h2>
      <p>
        It is the time at which the price was fetched from its book: measured, never computed. Every price has
        it. A market's own time stands on the market, and a book's is the newest of its markets'.
      </p>

      <h2 id="null">Why it may be null</h2>
      <p>
        For some books no fetch time is measured. Their prices are as current as the others', but there is no
        time that we could state honestly, so <code>last_update</code> is <code>null</code>.{" "}
        <code>GET /v1/bookmakers</code> marks them with <code>last_update_measured: false</code>. Treat null
        as "not known", not as "old": those prices age out like all others.
      </p>
      <CodeSample language="json" label="A book without measured fetch times" code={example} />

      <h2 id="removal">When a price disappears</h2>
      <p>
        A price that was not checked lately is removed rather than shown as if it still stood. Each book has a
        rhythm, <code>update_interval_seconds</code>; a price is served for three of its intervals after the
        last check, and for at least {seconds(priceLifeMs(0))} seconds. A book that is checked every{" "}
        {minuteBookSeconds} seconds therefore disappears {seconds(priceLifeMs(minuteBookSeconds)) / 60}{" "}
        minutes after we last reached it. Where the rhythm is not characterised yet (<code>null</code>), it is{" "}
        {seconds(priceLifeMs(null)) / 60} minutes.
      </p>
      <p>
        So a book that is missing from an answer has no current price there. It may have withdrawn the market,
        or it may not have been reached. The interval describes the usual rhythm and is no guarantee.
      </p>

      <h2 id="pre-match">Before the start only</h2>
      <p>
        Prices are pre-match. Once a fixture has started it leaves the list of odds; by its id it still
        answers, with empty <code>bookmakers</code>. Nothing recorded at or after the start is served
        anywhere, in history included.
      </p>

      <h2 id="client">In your client</h2>
      <ul>
        <li>
          Judge age by the market's <code>last_update</code> where there is one, against the clock of the{" "}
          <code>Date</code> header.
        </li>
        <li>Do not keep a price that a later answer no longer holds.</li>
        <li>Polling faster than a book's interval gives you the same price again.</li>
      </ul>
    </DocPage>
  );
}
