import type { Queryable } from "@/db/connect";
import { getOrInsert } from "@/server/domain/collections";
import type { CheckedEvent } from "@/server/ingest/feeds/check-snapshot";
import { agreedStart } from "@/server/ingest/matching/agreed-start";
import {
  type StartStatements,
  type Statement,
  voteOf,
  withStatement,
} from "@/server/ingest/recorder/place/start-statements";
import type { Recording } from "@/server/ingest/recorder/recording";
import { loadStartStatements, type RecordedFixture } from "@/server/ingest/recorder/state/load-state";
import type { Changes } from "@/server/ingest/recorder/write/changes";

/** Keeps each fixture's start equal to the start on which its books agree (server/ingest/matching/agreed-start.ts). */

type StatementsByBook = ReadonlyMap<string, StartStatements>;

/** The starts that books have stated for fixtures. This state is kept while one batch is recorded. */
export type StartState = {
  /** Fixture id -> statements stored before the batch, for fixtures whose start the batch may change. */
  readonly stored: Map<string, StatementsByBook>;
  /** Fixture id -> statements of the batch. */
  readonly stated: Map<string, Statement[]>;
};

export const emptyStartState = (): StartState => ({ stored: new Map(), stated: new Map() });

/** An event that states the start of a fixture. */
export type StartReport = { readonly fixtureId: string; readonly event: CheckedEvent };

type FixtureState = { readonly fixtures: Map<string, RecordedFixture>; readonly starts: StartState };

/** Updates a fixture in the state and in the changes of a batch. */
export const writeFixture = (
  { fixtures }: Pick<FixtureState, "fixtures">,
  fixture: RecordedFixture,
  changes: Changes,
): void => {
  const { id, commenceTime: start, listed, replacedBy: replaced_by, lookAlike: look_alike } = fixture;
  const names = { home_team: fixture.homeTeam, away_team: fixture.awayTeam };
  const changed = { ...names, start, listed, replaced_by, look_alike };
  fixtures.set(id, fixture);
  const created = changes.newFixtures.get(id);
  if (created !== undefined) changes.newFixtures.set(id, { ...created, ...changed });
  else changes.changedFixtures.set(id, { id, ...changed });
};

const agreedBy = (statements: StatementsByBook): number | undefined =>
  agreedStart([...statements].flatMap(([book, ofBook]) => voteOf(book, ofBook) ?? []));

/** Loads the stored statements of fixtures, each fixture once per batch. */
export const loadStarts = async (
  tx: Queryable,
  { stored }: StartState,
  fixtureIds: readonly string[],
): Promise<void> => {
  const missing = fixtureIds.filter((id) => !stored.has(id));
  if (missing.length === 0) return;
  for (const [id, byBook] of await loadStartStatements(tx, missing)) stored.set(id, byBook);
};

/** The stored statements of a fixture, with those of the batch so far. */
export const statementsSoFar = ({ stored, stated }: StartState, fixtureId: string): StatementsByBook => {
  const all = new Map(stored.get(fixtureId));
  for (const statement of stated.get(fixtureId) ?? [])
    all.set(statement.book, withStatement(all.get(statement.book) ?? [], statement));
  return all;
};

/**
 * Adds the starts that a snapshot states, so that the next snapshots of the batch are matched by the new agreed starts. Stored statements
 * are loaded only if the snapshot states another start than the agreed start. `updateAgreedStarts` follows at the end of the batch, for every
 * fixture for which a book's vote has changed.
 */
export const addStarts = async (
  tx: Queryable,
  state: FixtureState,
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
    const ofBatch = getOrInsert(starts.stated, fixtureId, () => []);
    ofBatch.push({ book, start: event.commenceTime, at, midnightOnly, source });
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
  state: FixtureState,
  changes: Changes,
): Promise<void> => {
  await loadStarts(tx, state.starts, [...changes.otherVotes]);
  for (const [fixtureId, byBook] of statementsAfter(state.starts, changes)) {
    const fixture = state.fixtures.get(fixtureId);
    const agreed = agreedBy(byBook);
    if (fixture !== undefined && agreed !== undefined && agreed !== fixture.commenceTime)
      writeFixture(state, { ...fixture, commenceTime: agreed }, changes);
  }
};
