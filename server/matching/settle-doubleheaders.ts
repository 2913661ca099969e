import type { KnownFixture } from "@/server/matching/match-input";
import {
  apart,
  boundToAnother,
  byDistance,
  holderOf,
  isLoneClaim,
  type Listing,
  type Meeting,
  meantByBareDate,
  placedListings,
  repeated,
  uncertain,
  type Verdicts,
} from "@/server/matching/meeting";
import { hourMs, oneMatchMs, samePointMs, standsOut } from "@/server/matching/windows";

/** An unannounced second game carries a placeholder of the following morning in some sources. */
const farthestPlaceholderMs = 12 * hourMs;

const gap = (a: Listing, b: Listing): number => Math.abs(a.start - b.start);

/** Two listings at one time may be one game or two: which is which cannot be told. */
const dropTwins = (meeting: Meeting, verdicts: Verdicts): Listing[] => {
  const kept = placedListings(verdicts);
  const remaining = meeting.listings.filter((listing) => !verdicts.has(listing));
  const isTwin = (listing: Listing): boolean =>
    [...kept, ...remaining].some((other) => other !== listing && gap(other, listing) < samePointMs);
  const twins = remaining.filter(isTwin);
  for (const listing of twins) verdicts.set(listing, repeated());
  return remaining.filter((listing) => !twins.includes(listing));
};

/** Whether the start alone says that the fixture is meant: no other fixture and no other event of the pair comes close. */
const pointsTo = (
  listing: Listing,
  { fixture, distance }: { fixture: KnownFixture; distance: number },
  rivals: readonly Listing[],
  meeting: Meeting,
): boolean => {
  const { windows } = meeting;
  if (distance > windows.sameMs || meantByBareDate(listing, meeting).length > 0) return false;
  const second = byDistance(listing, meeting.fixtures)[1];
  if (second !== undefined && !standsOut(distance, second.distance, windows)) return false;
  const clearOfRivals = rivals.every(
    (rival) => rival === listing || standsOut(distance, apart(rival, fixture), windows),
  );
  return clearOfRivals && (distance <= samePointMs || !boundToAnother(listing, fixture, meeting));
};

type Day = { readonly listings: readonly Listing[]; readonly fixtures: readonly KnownFixture[] };

/** All that is known of the games within one day of the listing, in order of time. */
const dayOf = (listing: Listing, meeting: Meeting): Day => {
  const { otherMs } = meeting.windows;
  const listings = meeting.listings.filter((other) => gap(other, listing) < otherMs);
  const fixtures = meeting.fixtures
    .filter((fixture) => listings.some((other) => apart(other, fixture) < otherMs))
    .sort((a, b) => a.commenceTime - b.commenceTime);
  return { listings, fixtures };
};

/** Two events and two fixtures on one day: the first is the first and the second the second, if nothing speaks against it. */
const settleInOrder = (remaining: readonly Listing[], meeting: Meeting, verdicts: Verdicts): void => {
  for (const listing of remaining) {
    const { listings, fixtures } = dayOf(listing, meeting);
    const [first, second] = listings;
    const [firstFixture, secondFixture] = fixtures;
    if (listings.length !== 2 || fixtures.length !== 2) continue;
    if (!first || !second || !firstFixture || !secondFixture) continue;
    const pairs = [
      { of: first, fixture: firstFixture },
      { of: second, fixture: secondFixture },
    ];
    const open = pairs.filter(({ of }) => !verdicts.has(of));
    const agrees = pairs.every(({ of, fixture }) => {
      const verdict = verdicts.get(of);
      return verdict === undefined || (verdict.kind === "fixture" && verdict.fixture.id === fixture.id);
    });
    const reach = open.length === 1 ? farthestPlaceholderMs : meeting.windows.sameMs;
    const sound = open.every(
      ({ of, fixture }) =>
        apart(of, fixture) <= reach &&
        holderOf(fixture, verdicts) === undefined &&
        !boundToAnother(of, fixture, meeting) &&
        meantByBareDate(of, meeting).length === 0,
    );
    if (agrees && sound) for (const { of, fixture } of open) verdicts.set(of, { kind: "fixture", fixture });
  }
};

/** Whether the book itself tells the two events apart: by reference, or by starts that one game cannot have. */
const toldApart = (listing: Listing, other: Listing, meeting: Meeting): boolean => {
  if (gap(listing, other) >= meeting.windows.besideMs) return true;
  return listing.ref !== undefined && other.ref !== undefined && gap(listing, other) >= samePointMs;
};

const verdictBesides = (listing: Listing, meeting: Meeting, verdicts: Verdicts) => {
  const { sameMs, otherMs } = meeting.windows;
  const byDate = meantByBareDate(listing, meeting);
  const around = meeting.fixtures.filter(
    (fixture) => apart(listing, fixture) < otherMs || byDate.includes(fixture),
  );
  const sameDay = placedListings(verdicts).filter((other) => gap(other, listing) < otherMs);
  if (sameDay.some((other) => !toldApart(listing, other, meeting))) return repeated(around);
  // Nearer than a match, the other start may be the same game, delayed.
  const isOnlyClaimed = around.every(
    (fixture) => isLoneClaim(fixture, meeting) && apart(listing, fixture) >= oneMatchMs,
  );
  if (isOnlyClaimed && sameDay.length === 0 && byDate.length === 0) return { kind: "new" } as const;
  const [only] = around;
  if (sameDay.length > 1 || around.length > 1) return uncertain(around);
  if (only === undefined) return { kind: "new" } as const;
  if (holderOf(only, verdicts) !== undefined && sameDay.length === 1) return { kind: "new" } as const;
  const anotherGame =
    sameDay.length === 0 && boundToAnother(listing, only, meeting) && apart(listing, only) > sameMs;
  return anotherGame && byDate.length === 0 ? ({ kind: "new" } as const) : uncertain(around);
};

/**
 * Decides by time, for sports in which a pair may play twice a day and again on the next, what references left open.
 * Adds a verdict for every listing of the meeting.
 */
export const settleDoubleheaders = (meeting: Meeting, verdicts: Verdicts): void => {
  const remaining = dropTwins(meeting, verdicts);
  const claims = remaining.flatMap((listing) => {
    const [nearest] = byDistance(listing, meeting.fixtures);
    if (nearest === undefined || holderOf(nearest.fixture, verdicts) !== undefined) return [];
    const rivals = remaining.filter((other) => !verdicts.has(other));
    return pointsTo(listing, nearest, rivals, meeting) ? [{ listing, fixture: nearest.fixture }] : [];
  });
  for (const { listing, fixture } of claims) verdicts.set(listing, { kind: "fixture", fixture });
  settleInOrder(remaining, meeting, verdicts);
  for (const listing of remaining)
    if (!verdicts.has(listing)) verdicts.set(listing, verdictBesides(listing, meeting, verdicts));
};
