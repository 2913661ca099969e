import type { BookOrder } from "@/server/matching/book-order";
import type { KnownFixture } from "@/server/matching/match-input";
import {
  eventOf,
  hasOtherRef,
  type Matchup,
  type MatchupEvent,
  type Placements,
  startGapMs,
} from "@/server/matching/matchup";
import { hourMs, oneMatchMs } from "@/server/matching/windows";

/** The evidence in `isRematch` counts only in sports with a `sameMs` of at least a day. In other sports, only starts distinguish two matches. */
const minSameMs = 24 * hourMs;

type HomeTeams = { readonly home: string; readonly fixtureHome: string };

/**
 * Whether the event reverses the fixture's home and away. If a book reverses most other events, an event in the fixture's order counts as
 * reversed. If it reverses some but not most, the order proves nothing.
 */
const isReversed = ({ home, fixtureHome }: HomeTeams, { kept, reversed }: BookOrder): boolean => {
  if (reversed > kept) return home === fixtureHome;
  return reversed === 0 && home !== fixtureHome;
};

/**
 * Whether the event and a known fixture of the pair are different matches. They are if the snapshot lists the fixture as another event, at
 * least `separateMs` away. Otherwise the pair must be one that meets weeks apart. The starts must also be more than `sameMs` (36 hours)
 * and less than `otherMs` (96 hours) apart. Then any of these proves another match:
 *
 * - home and away are reversed;
 * - the event has a reference that does not recur, and the book knows the fixture under another reference;
 * - the fixture is over (3 hours after its start), and the event starts later.
 *
 * A postponed match that a book lists under a new reference, or none, may become a second fixture. This duplicates the match, but joins
 * nothing wrongly.
 */
export const isRematch = (
  event: MatchupEvent,
  fixture: KnownFixture,
  matchup: Matchup,
  placements: Placements,
): boolean => {
  const { separateMs, sameMs, otherMs } = matchup.windows;
  const other = eventOf(fixture, placements);
  if (other !== undefined && Math.abs(other.start - event.start) >= separateMs) return true;
  const distance = startGapMs(event, fixture);
  if (sameMs < minSameMs || distance <= sameMs || distance >= otherMs) return false;
  return (
    isReversed({ home: event.home, fixtureHome: fixture.homeTeam }, matchup.orderOfBook()) ||
    (!event.refRecurs && hasOtherRef(event, fixture, matchup)) ||
    (event.start > fixture.commenceTime && matchup.recordedAt - fixture.commenceTime >= oneMatchMs)
  );
};
