import type { KnownFixture } from "@/server/matching/match-input";
import {
  apart,
  boundToAnother,
  type Listing,
  type Meeting,
  repeated,
  uncertain,
  type Verdicts,
} from "@/server/matching/meeting";
import { samePointMs, standsOut } from "@/server/matching/windows";

type Bound = { readonly listing: Listing; readonly fixture: KnownFixture };

const boundListings = (meeting: Meeting): Bound[] =>
  meeting.listings.flatMap((listing) => {
    const id = listing.ref === undefined ? undefined : meeting.refs.get(listing.ref);
    const fixture = meeting.fixtures.find((known) => known.id === id);
    if (fixture === undefined) return [];
    const { sameMs, refReachMs } = meeting.windows;
    const reach = listing.refRecurs || listing.respelled ? sameMs : refReachMs;
    return apart(listing, fixture) <= reach ? [{ listing, fixture }] : [];
  });

/**
 * What contradicts a moved start: another fixture of the pair at the new time which the book does not list elsewhere, or another event
 * of the book at the old time.
 */
const contradictions = (
  { listing, fixture }: Bound,
  bound: readonly Bound[],
  meeting: Meeting,
  twiceADay: boolean,
): { readonly fixtures: KnownFixture[]; readonly listings: Listing[] } => {
  const { sameMs } = meeting.windows;
  if (apart(listing, fixture) <= sameMs) return { fixtures: [], listings: [] };
  const fixtures = meeting.fixtures.filter((other) => {
    if (other.id === fixture.id || apart(listing, other) > sameMs) return false;
    const elsewhere = bound.some(
      (entry) =>
        entry.fixture.id === other.id &&
        Math.abs(entry.listing.start - listing.start) > (twiceADay ? samePointMs : sameMs),
    );
    return !elsewhere && !(twiceADay && boundToAnother(listing, other, meeting));
  });
  const listings = meeting.listings.filter(
    (other) =>
      other !== listing && apart(other, fixture) <= sameMs && !bound.some((entry) => entry.listing === other),
  );
  return { fixtures, listings };
};

/**
 * The fixture that the book moved to: the only other one of the pair, at the very start that the event states now. Nobody else states
 * the fixture that it left.
 */
const joinedBy = (
  { listing, fixture }: Bound,
  against: ReturnType<typeof contradictions>,
  meeting: Meeting,
): KnownFixture | undefined => {
  const [other, ...more] = against.fixtures;
  if (other === undefined || more.length > 0 || against.listings.length > 0) return undefined;
  return meeting.startsOfOthers(fixture)?.length === 0 && apart(listing, other) <= samePointMs
    ? other
    : undefined;
};

/**
 * Gives each event to the fixture that its reference was bound to earlier, wherever its start has moved within reach. Contradicting
 * evidence makes it uncertain; two references bound to one fixture leave it to the nearer start.
 */
export const settleByRef = (meeting: Meeting, twiceADay: boolean): Verdicts => {
  const verdicts: Verdicts = new Map();
  const bound = boundListings(meeting);
  const sound: Bound[] = [];
  for (const entry of bound) {
    const against = contradictions(entry, bound, meeting, twiceADay);
    if (against.fixtures.length === 0 && against.listings.length === 0) {
      sound.push(entry);
      continue;
    }
    const joined = joinedBy(entry, against, meeting);
    if (joined !== undefined) {
      sound.push({ listing: entry.listing, fixture: joined });
      continue;
    }
    verdicts.set(entry.listing, uncertain([entry.fixture, ...against.fixtures]));
    for (const listing of against.listings) verdicts.set(listing, uncertain([entry.fixture]));
  }
  for (const fixture of meeting.fixtures) {
    const rivals = sound
      .filter((entry) => entry.fixture.id === fixture.id)
      .map(({ listing }) => ({ listing, distance: apart(listing, fixture) }))
      .sort((a, b) => a.distance - b.distance || a.listing.start - b.listing.start);
    const [best, second] = rivals;
    if (best === undefined) continue;
    const clear =
      second === undefined ||
      standsOut(best.distance, second.distance, meeting.windows) ||
      (!twiceADay && second.distance <= meeting.windows.sameMs);
    const lost = twiceADay ? uncertain([fixture]) : repeated([fixture]);
    rivals.forEach(({ listing }, position) => {
      verdicts.set(
        listing,
        position === 0 ? (clear ? { kind: "fixture", fixture } : uncertain([fixture])) : lost,
      );
    });
  }
  return verdicts;
};
