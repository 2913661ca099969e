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
    <DocPage title={guide.title} summary={guide.summary}>
      <h2 id="why">Why it exists</h2>
      <p>
        Every book writes teams, players and start times in its own way. A careless join puts a price on the
        wrong side, or on tomorrow's game of the same two teams. A price on the wrong fixture is worse than a
        missing price, so we never guess.
      </p>
      <p>
        Every response with odds or props has <code>unmatched_bookmakers</code>. It lists books with a price
        that may belong to this fixture but could not be matched to it safely. It also lists matched books
        whose prices we can't trust: the prices look swapped between the teams, or may be in-play prices.
      </p>
      <CodeSample language="json" label="Redfern had a price that could not be matched" code={example} />

      <h2 id="what-it-is-not">What it does not mean</h2>
      <ul>
        <li>Books without a price are not listed. They are absent from the response.</li>
        <li>Outages are not listed, and no book is listed for any other reason.</li>
        <li>
          A book with prices in <code>bookmakers</code> or <code>props</code> of the same fixture is never
          listed, except in history: see <a href="#looks-inverted">inverted sides</a>.
        </li>
      </ul>

      <h2 id="typical">Typical reasons</h2>
      <ul>
        <li>A name that fits two teams, such as a city with two clubs in the league.</li>
        <li>The same two teams meet twice within a day or two, and the book's start time fits neither.</li>
        <li>A team name we don't recognise in that league.</li>
        <li>
          Prices that look swapped between the teams: <a href="#looks-inverted">inverted sides</a>.
        </li>
        <li>
          A stated start that has passed: <a href="#start-contradicted">contradicted starts</a>.
        </li>
      </ul>

      <h2 id="looks-inverted">Inverted sides</h2>
      <p>
        A source can swap the prices of the two teams and keep the names right. Name checks can't detect that,
        so we compare each book with the others. We remove the margin and the draw from the odds, then compare
        them with the median of the other books. A book is withheld if all of this is true:
      </p>
      <ul>
        <li>At least four other books quote the fixture, each checked within its update interval.</li>
        <li>At least four of them, and at least three quarters of them, favour the same team or neither.</li>
        <li>Their median win probability of the favourite is 0.60 or more.</li>
        <li>
          The book is at least four times closer to the mirrored median than to the median, in log-odds.
        </li>
        <li>The book's own favourite is the other team, with a win probability of 0.582 or more.</li>
        <li>
          The book's spread does not contradict this. Without a moneyline, the rule uses the main spread.
        </li>
      </ul>
      <p>
        In 150,000 recorded prices with such favourites, the rule withheld no correct book and found 99.99% of
        the books with swapped sides. A book that moves from 0.60 to 0.42 before the others is still served.
      </p>
      <p>
        We serve no market of the fixture from a withheld book. The book returns after two consecutive checks
        that fit the other books. We keep recording its prices. History omits the points from that time and
        lists the book, even if it has other points.
      </p>

      <h2 id="start-contradicted">Contradicted starts</h2>
      <p>
        If books state different starts, <code>commence_time</code> is the start that most of them state. A
        book that states an earlier start is served until that time. After that, its prices may be in-play
        prices, so the book is listed instead. It returns when it states a start in the future.
      </p>

      <h2 id="what-to-do">What to do</h2>
      <p>
        Usually nothing. Use the books in the response. If you compare books, show listed books as "not
        matched" rather than "no price". A book disappears from the list when a later price can be matched, or
        when its price would have expired.
      </p>
      <p>
        The <code>bookmakers</code> parameter filters the list too. In history, the list contains every book
        that was unmatched or withheld for the fixture at any time.
      </p>
    </DocPage>
  );
}
