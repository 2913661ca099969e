import type { Metadata } from "next";
import { CodeSample } from "@/app/(site)/docs/code-sample";
import { DocPage } from "@/app/(site)/docs/doc-page";
import { findGuide } from "@/app/(site)/docs/guides";

const guide = findGuide("/docs/guides/unmatched-books");
export const metadata: Metadata = { title: guide.title, description: guide.summary };

const example = `{
  "home_team": "Los Angeles Lakers",
  "away_team": "Boston Celtics",
  "bookmakers": [{ "key": "northline", "title": "Northline", "…": "…" }],
  "unmatched_bookmakers": ["redfern"]
}`;

export default function UnmatchedBooks() {
  return (
    <DocPage title={guide.title} lede={guide.summary}>
      <h2 id="why">Why it exists</h2>
      <p>
        Every book names teams, players and start times in its own way. Joining them is where odds data goes
        wrong quietly: a price lands on the wrong side, or on tomorrow's game of the same two teams. A price
        on the wrong fixture is worse than a missing one, so what cannot be matched safely is not guessed.
      </p>
      <p>
        The book is named instead. <code>unmatched_bookmakers</code> is on every answer with odds or props,
        and lists the books that had a price which may have meant this fixture, but could not be joined to it
        safely.
      </p>
      <CodeSample language="json" label="One book had a price that could not be joined" code={example} />

      <h2 id="what-it-is-not">What it does not say</h2>
      <ul>
        <li>It is not a list of books without a price: those are simply absent.</li>
        <li>It is not an outage, and never a book that we left out for another reason.</li>
        <li>
          A book that is in <code>bookmakers</code> of the same fixture is never named in it.
        </li>
      </ul>

      <h2 id="typical">Typical reasons</h2>
      <ul>
        <li>A name that two teams share, such as a city with two clubs in the league.</li>
        <li>The same two teams meet twice within a day or two, and the book's start time fits neither.</li>
        <li>A team name that is known for no team of the league.</li>
      </ul>

      <h2 id="what-to-do">What to do about it</h2>
      <p>
        Mostly nothing: use the books that are there. If you compare books, show the named ones as "not
        matched" rather than as "no price". A name leaves the list when a later price of that book can be
        matched, or when the note is as old as that book's prices may get.
      </p>
      <p>
        The list follows the <code>bookmakers</code> parameter as the rest of the answer does. In history it
        names the books that were noted for the fixture at any time.
      </p>
    </DocPage>
  );
}
