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
        The book is named instead. <code>unmatched_bookmakers</code> is on every response with odds or props.
        It lists the books that had a price which may have meant this fixture, but could not be joined to it
        safely. It also names a book whose event was joined and whose prices cannot be trusted: they look
        exchanged between the teams, or may be of a game in play.
      </p>
      <CodeSample language="json" label="One book had a price that could not be joined" code={example} />

      <h2 id="what-it-is-not">What it does not say</h2>
      <ul>
        <li>It is not a list of books without a price: those are simply absent.</li>
        <li>It is not an outage, and never a book that we left out for another reason.</li>
        <li>
          A book that has prices in <code>bookmakers</code> or <code>props</code> of the same fixture is never
          named. History is the one exception: <a href="#looks-inverted">inverted sides</a>.
        </li>
      </ul>

      <h2 id="typical">Typical reasons</h2>
      <ul>
        <li>A name that two teams share, such as a city with two clubs in the league.</li>
        <li>The same two teams meet twice within a day or two, and the book's start time fits neither.</li>
        <li>A team name that is known for no team of the league.</li>
        <li>
          Prices that look exchanged between the teams: <a href="#looks-inverted">inverted sides</a>.
        </li>
        <li>
          A stated start that has passed: <a href="#start-contradicted">contradicted starts</a>.
        </li>
      </ul>

      <h2 id="looks-inverted">Inverted sides</h2>
      <p>
        A source can exchange the prices of the two teams under the right names. No check of names finds that,
        so the service compares each book with the others. A book looks inverted when its prices fit the
        mirror image of the market. The service takes the odds between the two teams, without margin and draw,
        and compares them with the median of the other books. A book is withheld when all of this is true:
      </p>
      <ul>
        <li>At least four others quote the fixture, each checked within its usual rhythm.</li>
        <li>At least four of the others, and three quarters of them, do not favour the other team.</li>
        <li>The median favourite of the others is 0.60 or more.</li>
        <li>The book is at least four times nearer to the mirrored median (in log-odds).</li>
        <li>The book has its own favourite at 1.39 to 1 or more.</li>
        <li>
          The book's spread does not contradict. Where there is no moneyline, the main spread is judged.
        </li>
      </ul>
      <p>
        In 150,000 recorded prices beside such favourites, the rule withholds no correct book. It finds 99.99
        % of those with swapped sides. A book that moves from 0.60 to 0.42 before the others stays served.
      </p>
      <p>
        A withheld book is not served for the fixture in any market. It returns after two consecutive checks
        that fit. Recording continues meanwhile. History leaves out what was recorded while the book was
        withheld, and names the book even where it has other points.
      </p>

      <h2 id="start-contradicted">Contradicted starts</h2>
      <p>
        When books state different starts, <code>commence_time</code> is the one that most of them state. A
        book that states an earlier start is served until that time. Afterwards its prices may be of a game in
        play, so the book is named instead. It returns when it states a start that lies ahead.
      </p>

      <h2 id="what-to-do">What to do about it</h2>
      <p>
        Mostly nothing: use the books that are there. If you compare books, show the named ones as "not
        matched" rather than as "no price". A name leaves the list when a later price of that book can be
        matched, or when the note is as old as that book's prices may get.
      </p>
      <p>
        The list follows the <code>bookmakers</code> parameter as the rest of the answer does. In history it
        names the books that were noted or withheld for the fixture at any time.
      </p>
    </DocPage>
  );
}
