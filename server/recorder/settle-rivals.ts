import type { Queryable } from "@/db/connect";
import { replacedFixtures, rivalGroups, type Support } from "@/server/matching/settle-rivals";
import { windowsFor } from "@/server/matching/windows";
import type { KnownSport, PlacedSnapshot } from "@/server/recorder/place-fixtures";
import { bookTime, type Recording } from "@/server/recorder/recording";
import { loadStarts, statementsAfter, writeFixture } from "@/server/recorder/settle-starts";
import type { StartStatements } from "@/server/recorder/start-statements";
import { addNote, type Changes } from "@/server/recorder/write-changes";

type Placed = { readonly recording: Recording; readonly placed: PlacedSnapshot };

const supportBy = (statements: StartStatements): Support => ({
  firstStatedAt: statements.reduce((first, [, at]) => Math.min(first, at), Number.POSITIVE_INFINITY),
  lastStatedAt: statements.reduce((last, [, , at]) => Math.max(last, at), Number.NEGATIVE_INFINITY),
});

/**
 * Decides which fixtures were replaced by another opponent of one of their sides, in sports whose teams are learned from books. A book
 * that still quotes a replaced fixture is noted on the one that took its place.
 */
export const settleRivals = async (
  tx: Queryable,
  known: KnownSport,
  work: readonly Placed[],
  changes: Changes,
): Promise<void> => {
  if (known.sport.names !== "open") return;
  const touched = new Set(
    work.flatMap(({ placed }) => [...placed.events, ...placed.inPlay].map(({ fixtureId }) => fixtureId)),
  );
  // A fixture comes back when its rival moves away.
  for (const { id, replacedBy } of known.fixtures.values())
    if (replacedBy !== null && touched.has(replacedBy)) touched.add(id);
  const windows = windowsFor(known.sport);
  const groups = rivalGroups(known.fixtures.values(), touched, windows);
  const grouped = new Set(groups.flat().map(({ id }) => id));
  for (const id of touched) {
    const fixture = known.fixtures.get(id);
    if (fixture?.replacedBy != null && !grouped.has(id))
      writeFixture(known, { ...fixture, replacedBy: null }, changes);
  }
  if (groups.length === 0) return;
  await loadStarts(
    tx,
    known.starts,
    groups.flat().map(({ id }) => id),
  );
  const statements = statementsAfter(known.starts, changes);
  const supportOf = (id: string): ReadonlyMap<string, Support> => {
    const stated = [...(statements.get(id) ?? [])].filter(([, starts]) => starts.length > 0);
    return new Map(stated.map(([book, starts]) => [book, supportBy(starts)]));
  };
  for (const group of groups) {
    const replaced = replacedFixtures(group, windows, supportOf);
    for (const { id } of group) {
      const fixture = known.fixtures.get(id);
      const replacedBy = replaced.get(id) ?? null;
      if (fixture === undefined || fixture.replacedBy === replacedBy) continue;
      writeFixture(known, { ...fixture, replacedBy }, changes);
      if (replacedBy === null) continue;
      for (const [book, { lastStatedAt }] of supportOf(id))
        addNote(changes, { book, fixture: replacedBy, recorded: lastStatedAt, checked: lastStatedAt });
    }
  }
  for (const { recording, placed } of work)
    for (const { fixtureId } of placed.events) {
      const winner = known.fixtures.get(fixtureId)?.replacedBy;
      if (winner == null) continue;
      const { book, recordedAt } = recording;
      addNote(changes, { book, fixture: winner, recorded: recordedAt, checked: bookTime(recording)[0] });
    }
};
