import { compare } from "@/server/domain/collections";
import { hourMs } from "@/server/domain/durations";
import type { KnownFixture } from "@/server/ingest/matching/match-input";
import { sameStartMs, type Windows } from "@/server/ingest/matching/windows";

/** How many events of a book list home and away in the order of their fixture, and how many in the reversed order. */
export type HomeAwayOrder = { readonly kept: number; readonly reversed: number };

/** An event whose two teams are decided. */
export type MatchupEvent = {
  /** The event's position in the snapshot. */
  readonly index: number;
  /** ms since the epoch. */
  readonly start: number;
  /** Our team names, in the book's order. */
  readonly home: string;
  readonly away: string;
  /** The book's reference; undefined if two different events of the snapshot carry it. */
  readonly ref: string | undefined;
  /**
   * Whether the book may use the reference again for the next match of the same teams. If so, the reference identifies a fixture only if
   * the fixture's start is near the event's start.
   */
  readonly refRecurs: boolean;
  /** Whether a name was read as another spelling of a team in a known fixture. If so, the event joins a known fixture or is unmatched. */
  readonly respelled: boolean;
};

/** The input of decisions about one pair of teams: the events of one snapshot and the known fixtures. */
export type Matchup = {
  /** In order of start, then of reference. */
  readonly events: readonly MatchupEvent[];
  readonly fixtures: readonly KnownFixture[];
  /** The book's references from earlier snapshots: reference -> fixture id. */
  readonly refs: ReadonlyMap<string, string>;
  /** The inverse of `refs`: fixture id -> references. */
  readonly refsOfFixture: ReadonlyMap<string, ReadonlySet<string>>;
  readonly windows: Windows;
  /** When the snapshot was recorded, ms since the epoch. */
  readonly recordedAt: number;
  /** How often the book keeps and reverses a fixture's order of home and away, counted over the events of all other pairs. */
  readonly homeAwayOrder: () => HomeAwayOrder;
  /** Whether every start of the snapshot is midnight UTC. If so, the starts may be dates without a time. */
  readonly bareDates: boolean;
  /** The starts (ms) that other books state for the fixture, one per book; undefined if they were not loaded. */
  readonly startsOfOthers: (fixture: KnownFixture) => readonly number[] | undefined;
  /** Whether the book has listed the fixture before. */
  readonly isQuoted: (fixture: KnownFixture) => boolean;
};

/**
 * Whether at most one other book lists the fixture, and this book never did. The fixture's start may then be an error, so the pair may get
 * a second fixture at another start.
 */
export const isSingleSourced = (fixture: KnownFixture, matchup: Matchup): boolean =>
  (matchup.startsOfOthers(fixture)?.length ?? 2) <= 1 && !matchup.isQuoted(fixture);

/** The decision about one event. */
export type Placement =
  | { readonly kind: "fixture"; readonly fixture: KnownFixture }
  | { readonly kind: "new" }
  | {
      readonly kind: "unmatched";
      readonly reason: "uncertain_fixture" | "repeated_event" | "too_many_meetings";
      /** Candidate fixtures in addition to those that start near the event's start. */
      readonly fixtures: readonly KnownFixture[];
      /** Whether the event seems to duplicate one of `fixtures` under another name that was learned from books. */
      readonly isDuplicate?: boolean;
    };

export type Placements = ReadonlyMap<MatchupEvent, Placement>;

/** Merges the placements of several rules. The earlier rule wins. */
export const mergePlacements = (...byPrecedence: readonly Placements[]): Placements =>
  new Map(byPrecedence.toReversed().flatMap((placements) => [...placements]));

/** An unmatched event that may belong to any of the fixtures. */
export const uncertainFixture = (fixtures: readonly KnownFixture[] = []): Placement => ({
  kind: "unmatched",
  reason: "uncertain_fixture",
  fixtures,
});

/** An unmatched event that may repeat another event of the snapshot. */
export const repeatedEvent = (fixtures: readonly KnownFixture[] = []): Placement => ({
  kind: "unmatched",
  reason: "repeated_event",
  fixtures,
});

/** ms between the event's start and the fixture's start. */
export const startGapMs = (event: MatchupEvent, fixture: KnownFixture): number =>
  Math.abs(event.start - fixture.commenceTime);

type Candidate = { readonly fixture: KnownFixture; readonly distance: number };

/** The fixtures, nearest first. Distances in ms. */
export const byDistance = (event: MatchupEvent, fixtures: readonly KnownFixture[]): Candidate[] =>
  fixtures
    .map((fixture) => ({ fixture, distance: startGapMs(event, fixture) }))
    .sort(
      (a, b) =>
        a.distance - b.distance ||
        a.fixture.commenceTime - b.fixture.commenceTime ||
        compare(a.fixture.id, b.fixture.id),
    );

/** The event that was placed on the fixture. */
export const eventOf = (fixture: KnownFixture, placements: Placements): MatchupEvent | undefined => {
  for (const [event, placement] of placements)
    if (placement.kind === "fixture" && placement.fixture.id === fixture.id) return event;
  return undefined;
};

/** Whether the event has a reference, and the book has used only other references for the fixture. */
export const hasOtherRef = (event: MatchupEvent, fixture: KnownFixture, matchup: Matchup): boolean => {
  const refs = matchup.refsOfFixture.get(fixture.id);
  return event.ref !== undefined && refs !== undefined && !refs.has(event.ref);
};

/** If a local date is read as midnight UTC, the match starts at most 12 hours before that midnight, or at most 36 hours after it. */
const bareDateBackMs = 12 * hourMs;
const bareDateAheadMs = 36 * hourMs;

/**
 * The fixtures that fit the date of the event's start, if this start may be a date without a time. Otherwise empty. The start counts as a
 * time if the snapshot has a start other than midnight UTC, if a fixture starts at most `sameStartMs` from the event's start, or if another
 * book states exactly this start for a fixture.
 */
export const candidatesByDate = (event: MatchupEvent, matchup: Matchup): readonly KnownFixture[] => {
  const confirms = (fixture: KnownFixture) =>
    startGapMs(event, fixture) <= sameStartMs || matchup.startsOfOthers(fixture)?.includes(event.start);
  if (!matchup.bareDates || matchup.fixtures.some(confirms)) return [];
  return matchup.fixtures.filter((fixture) => {
    const ahead = fixture.commenceTime - event.start;
    return ahead >= -bareDateBackMs && ahead <= bareDateAheadMs;
  });
};

/** The events that were placed on a known fixture, and the events that become new fixtures. */
export const placedEvents = (placements: Placements): MatchupEvent[] =>
  [...placements].flatMap(([event, placement]) => (placement.kind === "unmatched" ? [] : [event]));
