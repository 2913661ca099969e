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
  ["Tie", "The start that a book stated first wins."],
  [
    "Date without a time",
    "Midnight UTC is often a date without a time. It has no vote if all starts in that snapshot are midnight and another book states a later time within 36 hours. It also has no vote if at least as many books state other times within 36 hours as state this midnight.",
  ],
  ["Only dates", "If no book states a time, the dates vote."],
];

const startEffects = [
  ["States the chosen start or a later one", "Served until the chosen start."],
  ["States an earlier start, still in the future", "Served until its own start."],
  ["States an earlier start, which has passed", "Not served. Listed in unmatched_bookmakers."],
];

const meetingRules = [
  ["Up to 36 hours", "The same fixture. The books state different starts."],
  [
    "36 to 96 hours",
    "A second fixture if there is evidence. Otherwise the book is listed in unmatched_bookmakers.",
  ],
  ["More than 96 hours", "A second fixture."],
];

const meetingEvidence = [
  ["Listed at once", "The book lists both meetings in one snapshot."],
  ["Other event id", "The book uses different event ids for the two meetings."],
  ["Home and away reversed", "The book reverses the teams of this event and of no other event."],
  ["First meeting over", "The book listed the second meeting after the first meeting had ended."],
  ["Single source", "Only one other book lists the first meeting, so its date may be wrong."],
];

export default function FixturesAndStarts() {
  return (
    <DocPage title={guide.title} summary={guide.summary}>
      <h2 id="id">A fixture's id</h2>
      <p>
        An id contains the sport, both teams and the UTC date of the first start that we recorded. It never
        changes, even if the start moves to another day. The id of a second fixture of the same teams on the
        same day ends in <code>-2</code>.
      </p>

      <h2 id="start">When books state different starts</h2>
      <p>
        Books disagree about starts: a match moves, a date has no time, or a book treats a local time as UTC.{" "}
        <code>commence_time</code> is the start that most books state. The order in which their snapshots
        arrive does not matter.
      </p>
      <DocTable label="How we choose the start" head={["Rule", "Effect"]} rows={startRules} />
      <p>A wrong start therefore affects only the book that states it:</p>
      <DocTable label="Effect of a book's own start" head={["The book", "Its prices"]} rows={startEffects} />
      <p>
        History uses the same start. If the start moves, history shows or hides the recorded prices
        accordingly. No price is lost.
      </p>

      <h2 id="again">When two teams meet again</h2>
      <p>
        Two-legged ties and replays bring the same teams together within days. In sports where the same teams
        usually meet weeks apart, such as soccer, the time between two starts decides:
      </p>
      <DocTable
        label="The same two teams again"
        head={["Time between the starts", "Result"]}
        rows={meetingRules}
      />
      <p>Each of these is evidence of a second meeting:</p>
      <DocTable label="Evidence of a second meeting" head={["Evidence", "Meaning"]} rows={meetingEvidence} />
      <p>
        In leagues that play on consecutive days (NBA, NHL), starts up to 8 hours apart are one game. In
        baseball, where two teams can play twice a day, the limit is 90 minutes.
      </p>

      <h2 id="replaced">When an opponent is replaced</h2>
      <p>
        If a fighter withdraws and another replaces them, the new pairing is a new fixture. Each book votes
        for the pairing that it listed last. When the new pairing has as many votes as the old one, the old
        fixture disappears from all lists. A call with its id still returns it, with empty{" "}
        <code>bookmakers</code>. Bouts that the same books list at the same time all stay.
      </p>

      <h2 id="see-also">See also</h2>
      <ul>
        <li>
          <Link href="/docs/guides/unmatched-books">Unmatched books</Link>: why a book is listed instead of
          served.
        </li>
        <li>
          <Link href="/docs/guides/history">History</Link>: opening and closing lines.
        </li>
      </ul>
    </DocPage>
  );
}
