import type { Sport } from "@/server/domain/catalogue/sports";
import type { TeamIndex } from "@/server/domain/catalogue/team-index";

/** An event as a book lists it, with the book's names in the book's order. */
export type ListedEvent = {
  /** The book's own identifier of the event, if it has one. */
  readonly ref: string | undefined;
  /** ms since the epoch. */
  readonly commenceTime: number;
  readonly home: string;
  readonly away: string;
};

export type KnownFixture = {
  readonly id: string;
  readonly homeTeam: string;
  readonly awayTeam: string;
  /** ms since the epoch. */
  readonly commenceTime: number;
};

export type MatchInput = {
  readonly sport: Sport;
  /** All events of one snapshot of one book, including events in play. */
  readonly events: readonly ListedEvent[];
  /** Known fixtures of the sport, started or not. Must include all fixtures that start within four days of any event. */
  readonly fixtures: readonly KnownFixture[];
  /** Reference -> fixture id, from the book's earlier snapshots. Must include every reference that the book used for one of `fixtures`. */
  readonly refs: ReadonlyMap<string, string>;
  /** Ids of the fixtures that this book has listed in earlier snapshots. */
  readonly quoted: ReadonlySet<string>;
  /** When the snapshot was recorded (ms). */
  readonly recordedAt: number;
  /** Whether the snapshot covers the whole sport at this book. */
  readonly complete: boolean;
  /**
   * Fixture id -> the starts (ms) that other books state, one per book. For a fixture without an entry, the matcher assumes that
   * several other books list the fixture. So the matcher does not treat the fixture's start as one book's mistake.
   */
  readonly startsOfOthers?: ReadonlyMap<string, readonly number[]>;
  readonly teams: TeamIndex;
};
