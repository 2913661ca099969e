import { type BookCheck, bookFixtureKey } from "@/server/ingest/recorder/state/load-state";
import type { UnmatchedChanges } from "@/server/ingest/recorder/unmatched/unmatched-events";
import type { Merge } from "@/server/ingest/recorder/write/merge-fixtures";

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
type NoteRow = {
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

/**
 * If a batch changes a row twice, the later change replaces the earlier one. Exceptions: `addNote` merges notes, and `writeFixture` merges
 * later changes into the row of a new fixture. Times are in ms.
 */
export type Changes = {
  readonly sportKey: string;
  /** Finds a fixture's `number`, which large tables store instead of the id. Also finds the numbers of the batch's new fixtures. */
  readonly numberOf: (fixtureId: string) => number | undefined;
  readonly learnedTeams: Set<string>;
  /** Learned names that are another spelling of a known team. */
  readonly unlearned: Set<string>;
  /** Ids of fixtures that were hidden and are listed now. */
  readonly shown: Set<string>;
  readonly newNames: Map<string, NewNamesRow>;
  readonly newFixtures: Map<string, NewFixtureRow>;
  readonly changedFixtures: Map<string, ChangedFixtureRow>;
  readonly refs: Map<string, RefRow>;
  readonly checks: Map<string, CheckRow>;
  /** Ids of fixtures for which the vote of a book on the start has changed. */
  readonly otherVotes: Set<string>;
  readonly current: Map<string, MarketRow>;
  readonly points: Map<string, PointRow>;
  /** Spellings of players in changed markets. Most of them are stored already. */
  readonly players: Map<string, PlayerRow>;
  /** Spellings that are new, or whose displayed name changes. */
  readonly namedPlayers: NamedPlayerRow[];
  readonly notes: Map<string, NoteRow>;
  readonly observations: ObservationRow[];
  readonly unmatched: UnmatchedChanges;
  /** Id of a fixture -> the fixture that it turned out to be. Merged last. */
  readonly merges: Map<string, Merge>;
};

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
  otherVotes: new Set(),
  current: new Map(),
  points: new Map(),
  players: new Map(),
  namedPlayers: [],
  notes: new Map(),
  observations: [],
  unmatched: { seen: new Map(), gone: new Map() },
  merges: new Map(),
});

/** Adds the current state of a market. */
export const addCurrent = ({ current }: Changes, row: MarketRow): void => {
  current.set(`${bookFixtureKey(row.book, row.fixture)} ${row.market}`, row);
};
/** Adds an archive point: the state of a market from `at` on. */
export const addPoint = ({ points }: Changes, row: PointRow): void => {
  points.set(`${bookFixtureKey(row.book, row.fixture)} ${row.market} ${row.at}`, row);
};
export const addPlayer = ({ players }: Changes, row: PlayerRow): void => {
  players.set(`${bookFixtureKey(row.book, row.fixture)} ${row.name}`, row);
};
/** Adds a note: a book has an unmatched event that may belong to the fixture. Notes of one book and fixture are merged. */
export const addNote = ({ notes }: Changes, row: NoteRow): void => {
  const key = bookFixtureKey(row.book, row.fixture);
  const earlier = notes.get(key);
  notes.set(key, {
    ...row,
    recorded: Math.min(row.recorded, earlier?.recorded ?? row.recorded),
    checked: Math.max(row.checked, earlier?.checked ?? row.checked),
  });
};
