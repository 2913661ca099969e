import type { KnownFixture } from "@/server/matching/match-input";
import type { BookOrder } from "@/server/matching/second-meeting";
import { hourMs, samePointMs, type Windows } from "@/server/matching/windows";

/** One event of a snapshot whose two teams are decided. */
export type Listing = {
  readonly index: number;
  /** ms since the epoch. */
  readonly start: number;
  /** Our team names, in the book's order. */
  readonly home: string;
  readonly away: string;
  /** The book's identifier, unless the snapshot shows that it identifies nothing. */
  readonly ref: string | undefined;
  /** The identifier could come back with the same two teams: it holds only while the start stays near. */
  readonly refRecurs: boolean;
  /** One name is a spelling that is no proof by itself. */
  readonly respelled: boolean;
};

/** What one snapshot and the known fixtures say about one pair of teams. */
export type Meeting = {
  /** By start, then reference. */
  readonly listings: readonly Listing[];
  readonly fixtures: readonly KnownFixture[];
  /** The book's references bound earlier: reference -> fixture id. */
  readonly refs: ReadonlyMap<string, string>;
  /** The same, turned round: fixture id -> references. */
  readonly refsOfFixture: ReadonlyMap<string, ReadonlySet<string>>;
  readonly windows: Windows;
  /** When the snapshot was recorded, ms since the epoch. */
  readonly recordedAt: number;
  /** Of the book's events with other teams. */
  readonly orderOfBook: () => BookOrder;
  /** Every start of the snapshot is a midnight, so that they may be dates without a time. */
  readonly bareDates: boolean;
  /** The starts (ms) that other books state for the fixture, one a book; undefined where they were not read. */
  readonly startsOfOthers: (fixture: KnownFixture) => readonly number[] | undefined;
  /** Whether the book has listed the fixture before. */
  readonly isQuoted: (fixture: KnownFixture) => boolean;
};

/**
 * Whether one other book alone vouches for the fixture. Its start may be that book's error, so it does not keep another start of the
 * pair from becoming a fixture.
 */
export const isLoneClaim = (fixture: KnownFixture, meeting: Meeting): boolean =>
  (meeting.startsOfOthers(fixture)?.length ?? 2) <= 1 && !meeting.isQuoted(fixture);

export type Verdict =
  | { readonly kind: "fixture"; readonly fixture: KnownFixture }
  | { readonly kind: "new" }
  | {
      readonly kind: "unmatched";
      readonly reason: "uncertain_fixture" | "repeated_event";
      /** Fixtures that it might have meant beside those near in time. */
      readonly fixtures: readonly KnownFixture[];
    };

export type Verdicts = Map<Listing, Verdict>;

export const uncertain = (fixtures: readonly KnownFixture[] = []): Verdict => ({
  kind: "unmatched",
  reason: "uncertain_fixture",
  fixtures,
});

export const repeated = (fixtures: readonly KnownFixture[] = []): Verdict => ({
  kind: "unmatched",
  reason: "repeated_event",
  fixtures,
});

/** ms between the start that the book states and the fixture's. */
export const apart = (listing: Listing, fixture: KnownFixture): number =>
  Math.abs(listing.start - fixture.commenceTime);

export type Candidate = { readonly fixture: KnownFixture; readonly distance: number };

/** Fixtures by distance in time, nearest first; equally near ones by start. */
export const byDistance = (listing: Listing, fixtures: readonly KnownFixture[]): Candidate[] =>
  fixtures
    .map((fixture) => ({ fixture, distance: apart(listing, fixture) }))
    .sort(
      (a, b) =>
        a.distance - b.distance ||
        a.fixture.commenceTime - b.fixture.commenceTime ||
        (a.fixture.id < b.fixture.id ? -1 : 1),
    );

/** The listing that a fixture was given to. */
export const holderOf = (fixture: KnownFixture, verdicts: Verdicts): Listing | undefined => {
  for (const [listing, verdict] of verdicts)
    if (verdict.kind === "fixture" && verdict.fixture.id === fixture.id) return listing;
  return undefined;
};

/** Whether the book has used another reference for the fixture than the listing's own. */
export const boundToAnother = (listing: Listing, fixture: KnownFixture, meeting: Meeting): boolean => {
  const bound = meeting.refsOfFixture.get(fixture.id);
  return listing.ref !== undefined && bound !== undefined && !bound.has(listing.ref);
};

/** The local date of an evening match is up to a day and a half before its start, and may be after it in the far east. */
const bareDateBackMs = 12 * hourMs;
const bareDateAheadMs = 36 * hourMs;

/**
 * The fixtures that the event might mean if its midnight stands for a date: such a date does not tell which of the matches around it is
 * meant. None where a fixture starts at that very time.
 */
export const meantByBareDate = (listing: Listing, meeting: Meeting): readonly KnownFixture[] => {
  if (!meeting.bareDates || meeting.fixtures.some((fixture) => apart(listing, fixture) <= samePointMs))
    return [];
  return meeting.fixtures.filter((fixture) => {
    const ahead = fixture.commenceTime - listing.start;
    return ahead >= -bareDateBackMs && ahead <= bareDateAheadMs;
  });
};

/** Events that were given a place, known or new. */
export const placedListings = (verdicts: Verdicts): Listing[] =>
  [...verdicts].flatMap(([listing, verdict]) => (verdict.kind === "unmatched" ? [] : [listing]));
