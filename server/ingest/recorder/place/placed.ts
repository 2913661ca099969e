import type { CheckedEvent } from "@/server/ingest/feeds/check-snapshot";
import type { EventMatch } from "@/server/ingest/matching/match-events";
import type { Recording } from "@/server/ingest/recorder/recording";

/** A snapshot whose events are matched to fixtures. */
export type PlacedRecording = {
  readonly recording: Recording;
  readonly placed: PlacedSnapshot;
  /**
   * Recording time (ms) of the source's first complete snapshot at or after this snapshot's time. Null if no such snapshot exists.
   * A complete snapshot lists all of the book's events of the sport.
   */
  readonly completeFrom: number | null;
};

/** A fixture at which the book's prices are withdrawn, because the book's event can no longer be matched to the fixture. */
export type WithdrawnFixture = {
  readonly fixtureId: string;
  /** If not null, the prices are withdrawn only if the book last listed the fixture under these names (`BookCheck.listedAs`). */
  readonly listedAs: string | null;
};

/** An event with its fixture. `swapped`: the book's home team is the fixture's away team. */
export type PlacedEvent = {
  readonly event: CheckedEvent;
  readonly fixtureId: string;
  readonly swapped: boolean;
};

export type PlacedSnapshot = {
  /** One per event, in the order of the snapshot. */
  readonly matches: readonly EventMatch[];
  /** Events that are not in play: the matched events, and those of `hidden` fixtures. */
  readonly events: readonly PlacedEvent[];
  /** Ids of hidden fixtures that get the prices of unmatched events (judge-look-alikes.ts). */
  readonly hidden: ReadonlySet<string>;
  /** Matched events in play. A fixture has at most one event, either here or in `events`. */
  readonly inPlay: readonly PlacedEvent[];
  /** Ids of the fixtures of `inPlay` whose agreed start has passed. */
  readonly started: ReadonlySet<string>;
  readonly withdrawn: readonly WithdrawnFixture[];
  /** Index of each unmatched event that is not in play -> ids of the fixtures to which the event may belong. */
  readonly candidates: ReadonlyMap<number, readonly string[]>;
  /** All fixture ids in `candidates`. */
  readonly unmatchedFixtures: ReadonlySet<string>;
  /**
   * For a complete snapshot: ids of the sport's upcoming fixtures to which no event of the snapshot was matched, except those in
   * `unmatchedFixtures`. Otherwise empty.
   */
  readonly missingFixtures: readonly string[];
  /**
   * Ids of the fixtures that the snapshot does not cover, even if it is complete: fixtures with a matched event in play, and fixtures to
   * which an unmatched event that is not in play may belong.
   */
  readonly excludedFixtures: ReadonlySet<string>;
  /** The latest agreed start (ms) of the fixtures of `events` and `missingFixtures`; at least the recording time. */
  readonly latestStart: number;
};
