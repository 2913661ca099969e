import type { KnownFixture } from "@/server/matching/match-input";
import {
  apart,
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
import { areTwoMeetings, isSecondMeeting } from "@/server/matching/second-meeting";
import { hourMs, samePointMs, standsOut } from "@/server/matching/windows";

/** Further off than this, a start that also fits the other leg needs the order of the teams to agree. */
const orderMattersFromMs = 2 * hourMs;

const nearestDistance = (listing: Listing, fixtures: readonly KnownFixture[]): number =>
  fixtures.reduce((least, fixture) => Math.min(least, apart(listing, fixture)), Number.POSITIVE_INFINITY);

/** A pair that is listed twice within the time of one match is listed twice: the best listing stays. */
const dropRepeats = (meeting: Meeting, verdicts: Verdicts): Listing[] => {
  const { sameMs } = meeting.windows;
  const order = meeting.listings
    .filter((listing) => !verdicts.has(listing))
    .map((listing) => ({ listing, distance: nearestDistance(listing, meeting.fixtures) }))
    .sort((a, b) => {
      if (a.listing.respelled !== b.listing.respelled) return a.listing.respelled ? 1 : -1;
      return a.distance === b.distance ? 0 : a.distance - b.distance;
    });
  const kept = placedListings(verdicts);
  const remaining: Listing[] = [];
  for (const { listing } of order) {
    if (kept.some((other) => Math.abs(other.start - listing.start) <= sameMs)) {
      verdicts.set(listing, repeated());
      continue;
    }
    kept.push(listing);
    remaining.push(listing);
  }
  return remaining;
};

const sameOrder = (listing: Listing, fixture: KnownFixture): boolean => listing.home === fixture.homeTeam;

/** Where a pair meets once in weeks, a date alone tells which match is meant. */
const bareDateMatters = ({ windows }: Meeting): boolean => windows.sameMs < windows.nearMs;

/** The fixture that a start points to, `undefined` where none is near, or `"unclear"`. */
const pointedAt = (listing: Listing, meeting: Meeting): KnownFixture | "unclear" | undefined => {
  const { sameMs, otherMs, nearMs } = meeting.windows;
  const [nearest, second] = byDistance(listing, meeting.fixtures);
  if (bareDateMatters(meeting) && meantByBareDate(listing, meeting).length > 0) return "unclear";
  if (nearest === undefined || nearest.distance >= otherMs) return undefined;
  if (nearest.distance > sameMs) return "unclear";
  if (second === undefined) return nearest.fixture;
  if (!standsOut(nearest.distance, second.distance, meeting.windows)) return "unclear";
  const orderSpeaksForSecond =
    nearest.distance > orderMattersFromMs &&
    second.distance <= Math.max(otherMs, nearMs) &&
    !sameOrder(listing, nearest.fixture);
  return orderSpeaksForSecond ? "unclear" : nearest.fixture;
};

/** Fixtures that cannot be excluded by the time alone. */
const fixturesAround = (listing: Listing, meeting: Meeting): KnownFixture[] => {
  const byDate = bareDateMatters(meeting) ? meantByBareDate(listing, meeting) : [];
  return meeting.fixtures.filter(
    (fixture) => apart(listing, fixture) < meeting.windows.otherMs || byDate.includes(fixture),
  );
};

/** The snapshot lists the fixture as another event, too far away to be the same match. */
const isListedBeside = (
  listing: Listing,
  fixture: KnownFixture,
  besideMs: number,
  verdicts: Verdicts,
): boolean => {
  const holder = holderOf(fixture, verdicts);
  return holder !== undefined && Math.abs(holder.start - listing.start) >= besideMs;
};

/**
 * Whether single other books alone state the fixtures around, and none of these is clearly meant. One book's wrong starts must not keep
 * the others from a fixture of their own, even if it states two of them.
 */
const isBesideLoneClaims = (listing: Listing, around: readonly KnownFixture[], meeting: Meeting): boolean =>
  around.every((fixture) => isLoneClaim(fixture, meeting)) &&
  ((around.length > 1 && !meeting.bareDates) ||
    around.every((fixture) => apart(listing, fixture) > meeting.windows.sameMs));

/** Each fixture goes to the one event that points to it, or to the one that stands out. */
const giveFixtures = (
  claims: ReadonlyMap<Listing, KnownFixture>,
  meeting: Meeting,
  verdicts: Verdicts,
): void => {
  for (const fixture of new Set(claims.values())) {
    if (holderOf(fixture, verdicts) !== undefined) continue;
    const claimants = [...claims]
      .filter(([, claimed]) => claimed === fixture)
      .map(([listing]) => ({ listing, distance: apart(listing, fixture) }))
      .sort((a, b) => a.distance - b.distance);
    const [best, second] = claimants;
    if (best === undefined) continue;
    if (second === undefined || standsOut(best.distance, second.distance, meeting.windows))
      verdicts.set(best.listing, { kind: "fixture", fixture });
  }
};

/**
 * The fixture for which another book states the very start of the event. While votes are split, the agreed start may be the wrong one
 * and lie farther away than any event of the match.
 */
const statedByOthers = (
  listing: Listing,
  around: readonly KnownFixture[],
  meeting: Meeting,
  verdicts: Verdicts,
): KnownFixture | undefined => {
  const [stated, ...more] = around.filter((fixture) =>
    meeting.startsOfOthers(fixture)?.some((start) => Math.abs(start - listing.start) <= samePointMs),
  );
  const isClear =
    more.length === 0 &&
    !meeting.bareDates &&
    around.every((fixture) => fixture === stated || apart(listing, fixture) > meeting.windows.sameMs);
  return stated !== undefined && isClear && holderOf(stated, verdicts) === undefined ? stated : undefined;
};

/**
 * Decides by time, for sports in which a pair plays once a day at the most, what references left open.
 * Adds a verdict for every listing of the meeting.
 */
export const settleMeetings = (meeting: Meeting, verdicts: Verdicts): void => {
  const { besideMs } = meeting.windows;
  const remaining = dropRepeats(meeting, verdicts);
  const pointers = new Map(remaining.map((listing) => [listing, pointedAt(listing, meeting)]));
  const claims = new Map(
    [...pointers].flatMap(([listing, pointer]) =>
      pointer === undefined || pointer === "unclear" ? [] : [[listing, pointer] as const],
    ),
  );
  giveFixtures(claims, meeting, verdicts);
  const open = remaining.filter((listing) => !verdicts.has(listing)).sort((a, b) => a.start - b.start);
  for (const listing of open) {
    const around = fixturesAround(listing, meeting);
    const stated = statedByOthers(listing, around, meeting, verdicts);
    if (stated !== undefined) {
      verdicts.set(listing, { kind: "fixture", fixture: stated });
      continue;
    }
    const [only, ...others] = around;
    const isOther =
      only === undefined ||
      (others.length === 0 && isSecondMeeting(listing, only, meeting, verdicts)) ||
      isBesideLoneClaims(listing, around, meeting) ||
      around.every((fixture) => isListedBeside(listing, fixture, besideMs, verdicts));
    const crowded = placedListings(verdicts).some(
      (other) => Math.abs(other.start - listing.start) < besideMs && !areTwoMeetings(listing, other, meeting),
    );
    verdicts.set(listing, isOther && !crowded ? { kind: "new" } : uncertain(around));
  }
};
