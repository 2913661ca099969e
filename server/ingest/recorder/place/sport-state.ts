import type { Sport } from "@/server/domain/catalogue/sports";
import type { TeamIndex } from "@/server/domain/catalogue/team-index";
import { getOrInsert } from "@/server/domain/collections";
import type { Locked } from "@/server/ingest/recorder/locked";
import type { StartState } from "@/server/ingest/recorder/place/start-state";
import type { NewNames, RecordedFixture } from "@/server/ingest/recorder/state/load-state";
import {
  addChangedFixture,
  addLearnedTeam,
  addNewFixture,
  addNewNames,
  addRef,
  addUnlearned,
  type Changes,
} from "@/server/ingest/recorder/write/changes";

type OpenSportState = {
  sport: Sport;
  fixtures: Map<string, RecordedFixture>;
  /** Book -> the book's ref -> fixture id. */
  refs: Map<string, Map<string, string>>;
  /** Book -> ids of the fixtures that the book has listed. */
  quoted: Map<string, Set<string>>;
  /** Team names learned from books. */
  learned: Set<string>;
  /** Book -> the names that the book has added; see limit-new-names.ts. */
  newNames: Map<string, NewNames>;
  starts: StartState;
  teams: (learned: ReadonlySet<string>, hidden: ReadonlySet<string>) => Promise<TeamIndex>;
};

/**
 * The input of matching for one sport. It is loaded once per batch, and each snapshot of the batch adds to it. Only the functions of this
 * file change it. Those that take `changes` also add the row to write.
 */
export type SportState = Locked<OpenSportState>;

const open = (state: SportState): OpenSportState => state as OpenSportState;

/** The fixtures that may get prices of other books: all except those that only look like a listed fixture. */
export const matchable = ({ fixtures }: Pick<SportState, "fixtures">): readonly RecordedFixture[] =>
  [...fixtures.values()].filter(({ lookAlike }) => !lookAlike);

/** The names that only hidden look-alikes have. They are no evidence about other names. */
const hiddenNames = (state: Pick<SportState, "fixtures">): ReadonlySet<string> => {
  const hidden = new Set<string>();
  for (const { lookAlike, homeTeam, awayTeam } of state.fixtures.values())
    if (lookAlike) hidden.add(homeTeam).add(awayTeam);
  if (hidden.size > 0)
    for (const { homeTeam, awayTeam } of matchable(state)) {
      hidden.delete(homeTeam);
      hidden.delete(awayTeam);
    }
  return hidden;
};

/** The sport's teams as the current state knows them. */
export const teamsOf = (state: SportState): Promise<TeamIndex> =>
  state.teams(state.learned, hiddenNames(state));

const noFixtures: ReadonlySet<string> = new Set();

/** Ids of the fixtures that the book has listed. */
export const quotedBy = ({ quoted }: SportState, book: string): ReadonlySet<string> =>
  quoted.get(book) ?? noFixtures;

/** Notes that a book has listed a fixture. */
export const noteQuoted = (state: SportState, book: string, fixtureId: string): void => {
  getOrInsert(open(state).quoted, book, () => new Set()).add(fixtureId);
};

/** Binds a book's reference to a fixture. @returns the other fixture to which the reference was bound before, if any. */
export const bindRef = (
  state: SportState,
  row: { readonly book: string; readonly ref: string; readonly fixture: string },
  changes: Changes,
): string | undefined => {
  const { book, ref, fixture } = row;
  const refs = getOrInsert(open(state).refs, book, () => new Map());
  const before = refs.get(ref);
  if (before === fixture) return undefined;
  refs.set(ref, fixture);
  addRef(changes, row);
  return before;
};

export const learnName = (state: SportState, name: string, changes: Changes): void => {
  open(state).learned.add(name);
  addLearnedTeam(changes, name);
};

/** Forgets a learned name that is another spelling of a known team. */
export const unlearnName = (state: SportState, name: string, changes: Changes): void => {
  open(state).learned.delete(name);
  addUnlearned(changes, name);
};

export const noteNewNames = (state: SportState, book: string, names: NewNames, changes: Changes): void => {
  open(state).newNames.set(book, names);
  addNewNames(changes, { book, ...names });
};

const rowOf = ({ homeTeam, awayTeam, commenceTime, listed, replacedBy, lookAlike }: RecordedFixture) => ({
  home_team: homeTeam,
  away_team: awayTeam,
  start: commenceTime,
  listed,
  replaced_by: replacedBy,
  look_alike: lookAlike,
});

/** Adds a fixture that the batch creates. */
export const createFixture = (state: SportState, fixture: RecordedFixture, changes: Changes): void => {
  const { id, number } = fixture;
  open(state).fixtures.set(id, fixture);
  addNewFixture(changes, { id, number, ...rowOf(fixture) });
};

/** Changes a fixture. */
export const writeFixture = (state: SportState, fixture: RecordedFixture, changes: Changes): void => {
  open(state).fixtures.set(fixture.id, fixture);
  addChangedFixture(changes, { id: fixture.id, ...rowOf(fixture) });
};
