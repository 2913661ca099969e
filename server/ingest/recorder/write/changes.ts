import type { Locked } from "@/server/ingest/recorder/locked";
import { type BookCheck, bookFixtureKey } from "@/server/ingest/recorder/state/load-state";
import {
  emptyUnmatchedChanges,
  type UnmatchedChanges,
} from "@/server/ingest/recorder/unmatched/unmatched-events";

/**
 * Two fixtures that are one game: `from` becomes another id of `into`. `swapped`: the home team of `from` is the away team of `into`. The
 * caller has the evidence for both.
 */
export type Merge = { readonly from: string; readonly into: string; readonly swapped: boolean };

/** The rows to write for a batch of one sport's snapshots. Each snapshot adds rows; write-changes.ts writes them. */

type NewFixtureRow = {
  readonly id: string;
  readonly number: number;
  readonly home_team: string;
  readonly away_team: string;
  readonly start: number;
  readonly listed: boolean;
  readonly replaced_by: string | null;
  readonly look_alike: boolean;
};
type ChangedFixtureRow = Pick<
  NewFixtureRow,
  "id" | "home_team" | "away_team" | "start" | "listed" | "replaced_by" | "look_alike"
>;
type NewNamesRow = { readonly book: string; readonly day: number; readonly names: number };
type RefRow = { readonly book: string; readonly ref: string; readonly fixture: string };
type CheckRow = { readonly book: string; readonly fixture: string } & BookCheck;
type MarketRow = {
  readonly book: string;
  readonly fixture: string;
  readonly market: string;
  readonly outcomes: string;
};
type PointRow = MarketRow & { readonly at: number };
type SightingRow = {
  readonly book: string;
  readonly fixture: string;
  readonly recorded: number;
  readonly checked: number;
};
export type PlayerRow = { readonly book: string; readonly fixture: string; readonly name: string };
type NamedPlayerRow = PlayerRow & { readonly shownAs: string };
/** Fixture id -> market keys. */
export type KeysByFixture = Readonly<Record<string, readonly string[]>>;
/** A row of the observation log. Its lists are sorted, because write-changes.ts recognizes equal lists by their hash. */
export type ObservationRow = {
  readonly book: string;
  readonly recorded: number;
  /** True: covers every fixture except `fixtures`. False: covers only `fixtures`. */
  readonly complete: boolean;
  /** Market keys covered; null means all. */
  readonly scope: readonly string[] | null;
  readonly fixtures: readonly string[];
  /** Exceptions to `scope`. Fixture id -> keys of the markets that the observation does not cover for this fixture. */
  readonly unread: KeysByFixture;
  readonly digest: number;
  readonly polled: boolean;
};

type OpenChanges = {
  sportKey: string;
  /** Finds a fixture's `number`, which large tables store instead of the id. Also finds the numbers of the batch's new fixtures. */
  numberOf: (fixtureId: string) => number | undefined;
  learnedTeams: Set<string>;
  /** Learned names that are another spelling of a known team. */
  unlearned: Set<string>;
  /** Ids of fixtures that were hidden and are listed now. */
  shown: Set<string>;
  newNames: Map<string, NewNamesRow>;
  newFixtures: Map<string, NewFixtureRow>;
  changedFixtures: Map<string, ChangedFixtureRow>;
  refs: Map<string, RefRow>;
  checks: Map<string, CheckRow>;
  /** Ids of fixtures for which the vote of a book on the start has changed. */
  fixturesWithChangedVotes: Set<string>;
  current: Map<string, MarketRow>;
  points: Map<string, PointRow>;
  /** Spellings of players in changed markets. Most of them are stored already. */
  players: Map<string, PlayerRow>;
  /** Spellings that are new, or whose displayed name changes. */
  namedPlayers: NamedPlayerRow[];
  sightings: Map<string, SightingRow>;
  observations: ObservationRow[];
  unmatched: UnmatchedChanges;
  /** Id of a fixture -> the fixture that it turned out to be. Merged last. */
  merges: Map<string, Merge>;
};

/**
 * If a batch changes a row twice, the later change replaces the earlier one. Exceptions: `addSighting` merges sightings, and `addChangedFixture`
 * merges later changes into the row of a new fixture. Times are in ms. Only the functions of this file change it.
 */
export type Changes = Locked<OpenChanges>;

const open = (changes: Changes): OpenChanges => changes as OpenChanges;

export const emptyChanges = (sportKey: string, numberOf: Changes["numberOf"]): Changes => ({
  sportKey,
  numberOf,
  learnedTeams: new Set(),
  unlearned: new Set(),
  shown: new Set(),
  newNames: new Map(),
  newFixtures: new Map(),
  changedFixtures: new Map(),
  refs: new Map(),
  checks: new Map(),
  fixturesWithChangedVotes: new Set(),
  current: new Map(),
  points: new Map(),
  players: new Map(),
  namedPlayers: [],
  sightings: new Map(),
  observations: [],
  unmatched: emptyUnmatchedChanges(),
  merges: new Map(),
});

export const addLearnedTeam = (changes: Changes, name: string): void => {
  open(changes).learnedTeams.add(name);
};
export const addUnlearned = (changes: Changes, name: string): void => {
  open(changes).unlearned.add(name);
};
export const addShown = (changes: Changes, fixtureId: string): void => {
  open(changes).shown.add(fixtureId);
};
export const addNewNames = (changes: Changes, row: NewNamesRow): void => {
  open(changes).newNames.set(row.book, row);
};
export const addNewFixture = (changes: Changes, row: NewFixtureRow): void => {
  open(changes).newFixtures.set(row.id, row);
};
export const addChangedFixture = (changes: Changes, row: ChangedFixtureRow): void => {
  const { newFixtures, changedFixtures } = open(changes);
  const created = newFixtures.get(row.id);
  if (created === undefined) changedFixtures.set(row.id, row);
  else newFixtures.set(row.id, { ...created, ...row });
};
export const addRef = (changes: Changes, row: RefRow): void => {
  open(changes).refs.set(`${row.book} ${row.ref}`, row);
};
/** Adds a check. @param isOtherVote whether the book's vote on the fixture's start has changed. */
export const addCheck = (changes: Changes, row: CheckRow, isOtherVote: boolean): void => {
  if (isOtherVote) open(changes).fixturesWithChangedVotes.add(row.fixture);
  open(changes).checks.set(bookFixtureKey(row.book, row.fixture), row);
};
/** Adds the current state of a market. */
export const addCurrent = (changes: Changes, row: MarketRow): void => {
  open(changes).current.set(`${bookFixtureKey(row.book, row.fixture)} ${row.market}`, row);
};
/** Adds an archive point: the state of a market from `at` on. */
export const addPoint = (changes: Changes, row: PointRow): void => {
  open(changes).points.set(`${bookFixtureKey(row.book, row.fixture)} ${row.market} ${row.at}`, row);
};
export const addPlayer = (changes: Changes, row: PlayerRow): void => {
  open(changes).players.set(`${bookFixtureKey(row.book, row.fixture)} ${row.name}`, row);
};
export const addNamedPlayers = (changes: Changes, rows: readonly NamedPlayerRow[]): void => {
  open(changes).namedPlayers.push(...rows);
};
/** Adds a sighting: a book has an unmatched event that may belong to the fixture. Notes of one book and fixture are merged. */
export const addSighting = (changes: Changes, row: SightingRow): void => {
  const { sightings } = open(changes);
  const key = bookFixtureKey(row.book, row.fixture);
  const earlier = sightings.get(key);
  sightings.set(key, {
    ...row,
    recorded: Math.min(row.recorded, earlier?.recorded ?? row.recorded),
    checked: Math.max(row.checked, earlier?.checked ?? row.checked),
  });
};
export const addObservation = (changes: Changes, row: ObservationRow): void => {
  open(changes).observations.push(row);
};
export const addMerge = (changes: Changes, merge: Merge): void => {
  open(changes).merges.set(merge.from, merge);
};
