import type { Metadata } from "next";
import Link from "next/link";
import { DocPage } from "@/app/(site)/docs/doc-page";
import { DocTable } from "@/app/(site)/docs/doc-table";
import { findGuide } from "@/app/(site)/docs/guides";

const guide = findGuide("/docs/guides/fixtures-and-starts");
export const metadata: Metadata = { title: guide.title, description: guide.summary };

const startRules = [
  ["Votes", "Each book has one vote: the start in its newest snapshot."],
  ["Groups", "Starts within five minutes of each other count as one start."],
  ["Winner", "The largest group wins, with its most common start."],
  ["Tie", "The start that was stated first wins."],
  [
    "Date without a time",
    "A start at midnight UTC has no vote if all starts in that snapshot are midnight, and another book states a later time within 36 hours. Earlier times count against it if as many books state them.",
  ],
  ["Only dates", "If no book states a time, the dates vote."],
];

const startEffects = [
  ["States the agreed start, or a later one", "Served until the agreed start."],
  ["States an earlier start, which lies ahead", "Served until its own start."],
  ["States an earlier start, which has passed", "Not served. Named in unmatched_bookmakers."],
];

const meetingRules = [
  ["Up to 36 hours", "The same fixture, with a start that books state differently."],
  [
    "36 to 96 hours",
    "A second fixture, if the evidence says so. Otherwise the book is named in unmatched_bookmakers.",
  ],
  ["More than 96 hours", "A second fixture."],
];

const meetingEvidence = [
  ["Listed at once", "The book lists both meetings in one snapshot."],
  ["Other reference", "The book knows the first meeting under another reference of its own."],
  [
    "Home and away reversed",
    "The book lists the teams the other way round, and its other events are not reversed.",
  ],
  [
    "First meeting over",
    "The first meeting had started, and its match is over, when the book listed the second.",
  ],
  ["Lone claim", "Only one other book states the first meeting, so its date may be wrong."],
];

export default function FixturesAndStarts() {
  return (
    <DocPage title={guide.title} lede={guide.summary}>
      <h2 id="id">A fixture's id</h2>
      <p>
        An id names the sport, both teams and the UTC date of the first start that we recorded. It never
        changes, even when the start moves to another day. A second fixture of the same teams on one day ends
        in <code>-2</code>.
      </p>

      <h2 id="start">When books state different starts</h2>
      <p>
        Books disagree about starts: a match is moved, a date comes without a time, a local time is read as
        UTC. <code>commence_time</code> is the start that most books state. The order in which their snapshots
        arrive makes no difference.
      </p>
      <DocTable label="How the start is agreed" head={["Rule", "What it says"]} rows={startRules} />
      <p>A wrong start therefore hides only the book that states it:</p>
      <DocTable label="What a book's own start means" head={["A book that", "is"]} rows={startEffects} />
      <p>
        History follows the same start. When it moves, recorded prices appear or disappear with it, and none
        are lost.
      </p>

      <h2 id="again">When two teams meet again</h2>
      <p>
        Two-legged ties and replays bring the same teams together within days. In sports where a pair meets
        once in weeks, such as soccer, the time between two starts decides:
      </p>
      <DocTable
        label="The same two teams again"
        head={["Time between the starts", "Result"]}
        rows={meetingRules}
      />
      <p>Any one of these is evidence of a second meeting:</p>
      <DocTable
        label="Evidence of a second meeting"
        head={["Evidence", "What it means"]}
        rows={meetingEvidence}
      />
      <p>
        In leagues that play on consecutive days (NBA, NHL), starts up to 8 hours apart are one game. In
        baseball, where a pair can play twice a day, it is 90 minutes.
      </p>

      <h2 id="replaced">When an opponent is replaced</h2>
      <p>
        A fighter withdraws, and another takes the bout. The new pairing is a fixture of its own. Each book
        votes for the pairing that it listed last. As soon as the new pairing has as many votes as the old
        one, the old fixture leaves all lists. Bouts that the same books list side by side all stay. By its id
        it still responds, with empty <code>bookmakers</code>.
      </p>

      <h2 id="see-also">See also</h2>
      <ul>
        <li>
          <Link href="/docs/guides/unmatched-books">Unmatched books</Link>: why a book is named instead of
          served.
        </li>
        <li>
          <Link href="/docs/guides/history">History</Link>: opening and closing lines.
        </li>
      </ul>
    </DocPage>
  );
}
