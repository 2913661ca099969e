import type { KnownFixture } from "@/server/matching/match-input";
import {
  apart,
  boundToAnother,
  holderOf,
  type Listing,
  type Meeting,
  type Verdicts,
} from "@/server/matching/meeting";
import { hourMs, oneMatchMs } from "@/server/matching/windows";

/** Where starts less than a day apart are already two matches, no evidence is needed. */
const shortestLegsMs = 24 * hourMs;

/** How the book's other events in the snapshot stand to the known fixtures: home and away as they have them, or turned round. */
export type BookOrder = { readonly kept: number; readonly turned: number };

type HomeTeams = { readonly home: string; readonly other: string };

/** Whether home and away are reversed. A book that turns most matches round turns this one too; one that turns some says nothing. */
const isReversed = ({ home, other }: HomeTeams, { kept, turned }: BookOrder): boolean => {
  if (turned > kept) return home === other;
  return turned === 0 && home !== other;
};

/**
 * Whether an event of a pair is another match than a known fixture of the pair that starts more than `sameMs` (36 hours) and less than
 * `otherMs` (96 hours) away, in sports in which a pair meets once in weeks:
 *
 * | Evidence                                                              | Verdict         |
 * | --------------------------------------------------------------------- | --------------- |
 * | the event's reference is bound to the fixture                         | the fixture     |
 * | the snapshot lists the fixture too                                    | another match   |
 * | home and away are reversed                                            | another match   |
 * | the book knows the fixture under another reference                    | another match   |
 * | the fixture is over, and the event starts later                       | another match   |
 * | one other book alone states the fixture                               | another match   |
 * | none of these                                                         | uncertain       |
 * | two known fixtures of the pair are that near                          | uncertain       |
 *
 * A postponed match that a book lists under a new reference, or none, becomes a fixture of its own: never a wrong join. The book's order
 * counts: where it turns most of its other matches round, the fixture's own order is the reversed one, and where it turns some, the order
 * says nothing. A fixture is over 3 hours after its start.
 */
export const isSecondMeeting = (
  listing: Listing,
  fixture: KnownFixture,
  meeting: Meeting,
  verdicts: Verdicts,
): boolean => {
  const { besideMs, sameMs, otherMs } = meeting.windows;
  const holder = holderOf(fixture, verdicts);
  const gap = holder === undefined ? 0 : Math.abs(holder.start - listing.start);
  if (holder !== undefined && gap >= besideMs) return true;
  const distance = apart(listing, fixture);
  if (sameMs < shortestLegsMs || distance <= sameMs || distance >= otherMs) return false;
  return (
    gap > sameMs ||
    isReversed({ home: listing.home, other: fixture.homeTeam }, meeting.orderOfBook()) ||
    (!listing.refRecurs && boundToAnother(listing, fixture, meeting)) ||
    (listing.start > fixture.commenceTime && meeting.recordedAt - fixture.commenceTime >= oneMatchMs)
  );
};

/** Whether two events of one snapshot, less than `besideMs` apart, are two matches: by reversed teams or by references of their own. */
export const areTwoMeetings = (listing: Listing, other: Listing, meeting: Meeting): boolean => {
  const { sameMs } = meeting.windows;
  if (sameMs < shortestLegsMs || Math.abs(listing.start - other.start) <= sameMs) return false;
  if (listing.home !== other.home) return true;
  const hasOwnRef = ({ ref, refRecurs }: Listing): boolean => ref !== undefined && !refRecurs;
  return hasOwnRef(listing) && hasOwnRef(other) && listing.ref !== other.ref;
};
