import type { Queryable } from "@/db/connect";
import { replacedFixtures, rivalGroups, type Support } from "@/server/ingest/matching/replaced-fixtures";
import { windowsFor } from "@/server/ingest/matching/windows";
import type { PlacedRecording } from "@/server/ingest/recorder/place/placed";
import { type SportState, writeFixture } from "@/server/ingest/recorder/place/sport-state";
import { loadStarts } from "@/server/ingest/recorder/place/start-state";
import type { StartStatements } from "@/server/ingest/recorder/place/start-statements";
import { statementsAfter } from "@/server/ingest/recorder/place/update-starts";
import { bookTime } from "@/server/ingest/recorder/recording";
import { addSighting, type Changes } from "@/server/ingest/recorder/write/changes";

const supportBy = (statements: StartStatements): Support => ({
  firstStatedAt: statements.reduce((first, [, at]) => Math.min(first, at), Number.POSITIVE_INFINITY),
  lastStatedAt: statements.reduce((last, [, , at]) => Math.max(last, at), Number.NEGATIVE_INFINITY),
});

/**
 * In open sports, marks fixtures that were replaced because one of their teams got another opponent. Removes marks that no longer apply.
 * Each book that listed a replaced fixture is noted as unmatched on the fixture that replaced it.
 */
export const markReplacedFixtures = async (
  tx: Queryable,
  state: SportState,
  recordings: readonly PlacedRecording[],
  changes: Changes,
): Promise<void> => {
  if (state.sport.names !== "open") return;
  const touched = new Set(
    recordings.flatMap(({ placed }) =>
      [...placed.events, ...placed.inPlay].map(({ fixtureId }) => fixtureId),
    ),
  );
  // A replaced fixture may become valid again when the fixture that replaced it moves to another start.
  for (const { id, replacedBy } of state.fixtures.values())
    if (replacedBy !== null && touched.has(replacedBy)) touched.add(id);
  const candidates = [...state.fixtures.values()].filter(({ lookAlike }) => !lookAlike);
  const windows = windowsFor(state.sport);
  const groups = rivalGroups(candidates, touched, windows);
  const grouped = new Set(groups.flat().map(({ id }) => id));
  for (const id of touched) {
    const fixture = state.fixtures.get(id);
    if (fixture?.replacedBy != null && !fixture.lookAlike && !grouped.has(id))
      writeFixture(state, { ...fixture, replacedBy: null }, changes);
  }
  if (groups.length === 0) return;
  await loadStarts(
    tx,
    state.starts,
    groups.flat().map(({ id }) => id),
  );
  const statements = statementsAfter(state.starts, changes);
  const supportOf = (id: string): ReadonlyMap<string, Support> => {
    const stated = [...(statements.get(id) ?? [])].filter(([, starts]) => starts.length > 0);
    return new Map(stated.map(([book, starts]) => [book, supportBy(starts)]));
  };
  for (const group of groups) {
    const replaced = replacedFixtures(group, windows, supportOf);
    for (const { id } of group) {
      const fixture = state.fixtures.get(id);
      const replacedBy = replaced.get(id) ?? null;
      if (fixture === undefined || fixture.replacedBy === replacedBy) continue;
      writeFixture(state, { ...fixture, replacedBy }, changes);
      if (replacedBy === null) continue;
      for (const [book, { lastStatedAt }] of supportOf(id))
        addSighting(changes, { book, fixture: replacedBy, recorded: lastStatedAt, checked: lastStatedAt });
    }
  }
  for (const { recording, placed } of recordings)
    for (const { fixtureId } of placed.events) {
      const { replacedBy: replacement, lookAlike } = state.fixtures.get(fixtureId) ?? {};
      if (replacement == null || lookAlike === true) continue;
      const { book, recordedAt } = recording;
      addSighting(changes, {
        book,
        fixture: replacement,
        recorded: recordedAt,
        checked: bookTime(recording)[0],
      });
    }
};
