import type { Queryable } from "@/db/connect";
import type { CheckedEvent } from "@/server/feeds/check-snapshot";
import { agreedStart } from "@/server/matching/agreed-start";
import { isMidnight } from "@/server/matching/windows";
import { loadStartStatements, type RecordedFixture } from "@/server/recorder/load-known";
import type { Recording } from "@/server/recorder/recording";
import { type StartStatements, voteOf, withStatement } from "@/server/recorder/start-statements";
import type { Changes } from "@/server/recorder/write-changes";

type ByBook = ReadonlyMap<string, StartStatements>;

/** What a batch knows of the starts that books have stated. */
export type KnownStarts = {
  /** As stored before the batch, by fixture: only of those whose start a book of the batch may have changed. */
  readonly stored: Map<string, ByBook>;
  /** What the batch adds: fixture id -> book -> statements. */
  readonly stated: Map<string, Map<string, StartStatements>>;
};

export const noStarts = (): KnownStarts => ({ stored: new Map(), stated: new Map() });

export type Sighting = { readonly fixtureId: string; readonly event: CheckedEvent };

type Fixtures = { readonly fixtures: Map<string, RecordedFixture>; readonly starts: KnownStarts };

/** Keeps what is now known of a fixture, and adds it to what the batch writes. */
export const writeFixture = (
  { fixtures }: Pick<Fixtures, "fixtures">,
  fixture: RecordedFixture,
  changes: Changes,
): void => {
  const { id, commenceTime: start, listed, replacedBy: replaced_by } = fixture;
  fixtures.set(id, fixture);
  const made = changes.newFixtures.get(id);
  if (made !== undefined) changes.newFixtures.set(id, { ...made, start, listed, replaced_by });
  else changes.fixtureUpdates.set(id, { id, start, listed, replaced_by });
};

const agreedBy = (statements: Iterable<StartStatements>): number | undefined =>
  agreedStart([...statements].flatMap((one) => voteOf(one) ?? []));

/** Reads what is stored of the fixtures' starts, once a batch. */
export const loadStarts = async (
  tx: Queryable,
  { stored }: KnownStarts,
  fixtureIds: readonly string[],
): Promise<void> => {
  const missing = fixtureIds.filter((id) => !stored.has(id));
  if (missing.length === 0) return;
  for (const [id, byBook] of await loadStartStatements(tx, missing)) stored.set(id, byBook);
};

/**
 * Hears the starts that a snapshot states, so that the next snapshots of the batch are matched by them. Only a start that differs from
 * the agreed one can change it, or a midnight, which may vote in one snapshot and be a bare date in the next.
 */
export const stateStarts = async (
  tx: Queryable,
  known: Fixtures,
  { book, recordedAt, midnightOnly }: Pick<Recording, "book" | "recordedAt" | "midnightOnly">,
  sightings: readonly Sighting[],
  changes: Changes,
): Promise<void> => {
  const { fixtures, starts } = known;
  const differing = sightings.filter(
    ({ fixtureId, event }) =>
      fixtures.get(fixtureId)?.commenceTime !== event.commenceTime || isMidnight(event.commenceTime),
  );
  await loadStarts(
    tx,
    starts,
    differing.map(({ fixtureId }) => fixtureId),
  );
  for (const { fixtureId, event } of sightings) {
    const ofBatch = starts.stated.get(fixtureId) ?? new Map<string, StartStatements>();
    const before = ofBatch.get(book) ?? starts.stored.get(fixtureId)?.get(book) ?? [];
    starts.stated.set(
      fixtureId,
      ofBatch.set(book, withStatement(before, { start: event.commenceTime, at: recordedAt, midnightOnly })),
    );
    const fixture = fixtures.get(fixtureId);
    if (fixture === undefined) continue;
    const commenceTime = starts.stored.has(fixtureId)
      ? (agreedBy(new Map([...(starts.stored.get(fixtureId) ?? []), ...ofBatch]).values()) ??
        fixture.commenceTime)
      : fixture.commenceTime;
    const listed = fixture.listed || !event.inPlay;
    if (commenceTime !== fixture.commenceTime || listed !== fixture.listed)
      writeFixture(known, { ...fixture, commenceTime, listed }, changes);
  }
};

/** What the books state of starts once the batch is written. */
export const statementsAfter = (
  { stored }: KnownStarts,
  { checks }: Pick<Changes, "checks">,
): ReadonlyMap<string, ByBook> => {
  const after = new Map([...stored].map(([id, byBook]) => [id, new Map(byBook)]));
  for (const { book, fixture, starts } of checks.values()) after.get(fixture)?.set(book, starts);
  return after;
};

/** Settles each start on which the batch may have changed the vote, by the statements that it writes. */
export const settleStarts = (known: Fixtures, changes: Changes): void => {
  for (const [fixtureId, byBook] of statementsAfter(known.starts, changes)) {
    const fixture = known.fixtures.get(fixtureId);
    const agreed = agreedBy(byBook.values());
    if (fixture !== undefined && agreed !== undefined && agreed !== fixture.commenceTime)
      writeFixture(known, { ...fixture, commenceTime: agreed }, changes);
  }
};
