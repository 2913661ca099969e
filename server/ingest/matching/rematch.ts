import { hourMs } from "@/server/domain/durations";
import type { KnownFixture } from "@/server/ingest/matching/match-input";
import type { HomeAwayOrder } from "@/server/ingest/matching/matchup";
import {
  eventOf,
  hasOtherRef,
  type Matchup,
  type MatchupEvent,
  type Placements,
  startGapMs,
} from "@/server/ingest/matching/matchup";
import { oneMatchMs } from "@/server/ingest/matching/windows";

/**
 * If a sport's `sameMs` is below this minimum, only starts distinguish two matches of the same two teams. `isRematch` then ignores all
 * other evidence.
 */
const minSameMs = 24 * hourMs;

type HomeTeams = { readonly home: string; readonly fixtureHome: string };

/**
 * Whether the event reverses the fixture's home and away. If a book reverses most other events, an event in the fixture's order counts as
 * reversed. If the book reverses some other events but not most of them, the order proves nothing.
 */
const isReversed = ({ home, fixtureHome }: HomeTeams, { kept, reversed }: HomeAwayOrder): boolean => {
  if (reversed > kept) return home === fixtureHome;
  return reversed === 0 && home !== fixtureHome;
};

/**
 * Whether the event and a known fixture of the same two teams are different matches. They are different if another event of the snapshot
 * was placed on the fixture, and the two events start at least `separateMs` apart.
 *
 * In sports where two teams meet again only after weeks, there is other evidence. It counts if the event and the fixture start more than
 * `sameMs` (36 hours) and less than `otherMs` (96 hours) apart. Each of the following then proves that they are different matches:
 *
 * - home and away are reversed;
 * - the book listed the fixture under another reference, and does not use the event's reference for several matches (`refRecurs`);
 * - the snapshot was recorded at least 3 hours after the fixture's start, and the event starts later than the fixture.
 *
 * If a book lists a postponed match under a new reference or without a reference, the match may get a second fixture. But no event joins a
 * wrong fixture.
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
    isReversed({ home: event.home, fixtureHome: fixture.homeTeam }, matchup.homeAwayOrder()) ||
    (!event.refRecurs && hasOtherRef(event, fixture, matchup)) ||
    (event.start > fixture.commenceTime && matchup.recordedAt - fixture.commenceTime >= oneMatchMs)
  );
};
