/* Keeps each fixture's start at the start on which its books agree (server/ingest/matching/agreed-start.ts). */
import type { Queryable } from "@/db/connect";
import type { CheckedEvent } from "@/server/ingest/feeds/check-snapshot";
import { agreedStart } from "@/server/ingest/matching/agreed-start";
import { type SportState, writeFixture } from "@/server/ingest/recorder/place/sport-state";
import {
  addStatement,
  loadStarts,
  type StartState,
  type StatementsByBook,
  statementsSoFar,
} from "@/server/ingest/recorder/place/start-state";
import { type Statement, voteOf } from "@/server/ingest/recorder/place/start-statements";
import type { Recording } from "@/server/ingest/recorder/recording";
import type { Changes } from "@/server/ingest/recorder/write/changes";

/** An event that states the start of a fixture. */
export type StartReport = { readonly fixtureId: string; readonly event: CheckedEvent };

const agreedBy = (statements: StatementsByBook): number | undefined =>
  agreedStart([...statements].flatMap(([book, ofBook]) => voteOf(book, ofBook) ?? []));

/**
 * Adds the starts that a snapshot states, so that later snapshots of the same batch are matched against the updated starts. Stored
 * statements are loaded only if a stated start differs from the agreed one. Also lists a fixture as soon as a book offers it before the game.
 * `updateAgreedStarts` follows at the end of the batch, for every fixture for which a book's vote has changed.
 */
export const addStarts = async (
  tx: Queryable,
  state: SportState,
  {
    book,
    recordedAt: at,
    midnightOnly,
    source,
  }: Omit<Statement, "start" | "at"> & Pick<Recording, "recordedAt">,
  startReports: readonly StartReport[],
  changes: Changes,
): Promise<void> => {
  const { fixtures, starts } = state;
  const differing = startReports.filter(
    ({ fixtureId, event }) => fixtures.get(fixtureId)?.commenceTime !== event.commenceTime,
  );
  await loadStarts(
    tx,
    starts,
    differing.map(({ fixtureId }) => fixtureId),
  );
  for (const { fixtureId, event } of startReports) {
    addStatement(starts, fixtureId, { book, start: event.commenceTime, at, midnightOnly, source });
    const fixture = fixtures.get(fixtureId);
    if (fixture === undefined) continue;
    const commenceTime = starts.stored.has(fixtureId)
      ? (agreedBy(statementsSoFar(starts, fixtureId)) ?? fixture.commenceTime)
      : fixture.commenceTime;
    const listed = fixture.listed || !event.inPlay;
    if (commenceTime !== fixture.commenceTime || listed !== fixture.listed)
      writeFixture(state, { ...fixture, commenceTime, listed }, changes);
  }
};

/** Fixture id -> the statements that are stored after the batch is written. */
export const statementsAfter = (
  { stored }: StartState,
  { checks }: Pick<Changes, "checks">,
): ReadonlyMap<string, StatementsByBook> => {
  const after = new Map([...stored].map(([id, byBook]) => [id, new Map(byBook)]));
  for (const { book, fixture, starts } of checks.values()) after.get(fixture)?.set(book, starts);
  return after;
};

/** Recomputes the agreed starts that the batch may have changed. */
export const updateAgreedStarts = async (
  tx: Queryable,
  state: SportState,
  changes: Changes,
): Promise<void> => {
  await loadStarts(tx, state.starts, [...changes.fixturesWithChangedVotes]);
  for (const [fixtureId, byBook] of statementsAfter(state.starts, changes)) {
    const fixture = state.fixtures.get(fixtureId);
    const agreed = agreedBy(byBook);
    if (fixture !== undefined && agreed !== undefined && agreed !== fixture.commenceTime)
      writeFixture(state, { ...fixture, commenceTime: agreed }, changes);
  }
};
