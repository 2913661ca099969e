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
    <DocPage title={guide.title} summary={guide.summary}>
      <h2 id="last-update">What last_update means</h2>
      <p>
        <code>last_update</code> is the time at which we fetched the price from the book. It is measured,
        never estimated. Each market has its own time. A book's time is the newest time of its markets.
      </p>

      <h2 id="null">Why it can be null</h2>
      <p>
        For some books we can't measure when prices were fetched, so <code>last_update</code> is{" "}
        <code>null</code>. These prices are just as current, and expire like all others. Treat{" "}
        <code>null</code> as "unknown", not as "old". <code>GET /v1/bookmakers</code> marks these books with{" "}
        <code>last_update_measured: false</code>.
      </p>
      <CodeSample language="json" label="A book without measured fetch times" code={example} />

      <h2 id="removal">When a price disappears</h2>
      <p>
        We remove prices that we haven't checked recently instead of showing stale ones. Each book has an
        update interval, <code>update_interval_seconds</code>. A price expires after three intervals without a
        check, with a minimum of {seconds(priceLifeMs(0))} seconds. The prices of a book with an interval of{" "}
        {minuteBookSeconds} seconds therefore expire {seconds(priceLifeMs(minuteBookSeconds)) / 60} minutes
        after the last check. If the interval is unknown (<code>null</code>), prices expire after{" "}
        {seconds(priceLifeMs(null)) / 60} minutes.
      </p>
      <p>
        A book that is missing from a response has no current price. It may have withdrawn the market, or we
        could not reach it. The interval is typical, not guaranteed.
      </p>

      <h2 id="pre-match">Pre-match only</h2>
      <p>
        Once a fixture has started, it is no longer listed. A call with its id still returns it, with empty{" "}
        <code>bookmakers</code>. We never serve a price recorded at or after the start, and history contains
        none either.
      </p>

      <h2 id="client">In your client</h2>
      <ul>
        <li>
          To get a price's age, compare the market's <code>last_update</code> with the <code>Date</code>{" "}
          response header, not with your own clock.
        </li>
        <li>Discard a price when a later response no longer contains it.</li>
        <li>Polling faster than a book's interval returns the same prices.</li>
      </ul>
    </DocPage>
  );
}
