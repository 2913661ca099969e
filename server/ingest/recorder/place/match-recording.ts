import type { Queryable } from "@/db/connect";
import type { Sport } from "@/server/domain/catalogue/sports";
import type { TeamIndex } from "@/server/domain/catalogue/team-index";
import { getOrInsert } from "@/server/domain/collections";
import { type EventMatch, matchEventsInSteps } from "@/server/ingest/matching/match-events";
import type { KnownFixture, MatchInput } from "@/server/ingest/matching/match-input";
import { inSlices, pauseIfDue } from "@/server/ingest/recorder/in-slices";
import type { NewNames } from "@/server/ingest/recorder/place/limit-new-names";
import { loadStarts, type StartState, statementsSoFar } from "@/server/ingest/recorder/place/update-starts";
import type { Recording } from "@/server/ingest/recorder/recording";
import type { RecordedFixture } from "@/server/ingest/recorder/state/load-state";

/** The input of matching for one sport. It is loaded once per batch, and each snapshot of the batch adds to it. */
export type SportState = {
  readonly sport: Sport;
  readonly fixtures: Map<string, RecordedFixture>;
  /** Book -> the book's ref -> fixture id. */
  readonly refs: Map<string, Map<string, string>>;
  /** Book -> ids of the fixtures that the book has listed. */
  readonly quoted: Map<string, Set<string>>;
  /** Team names learned from books. */
  readonly learned: Set<string>;
  /** Book -> the names that the book has added; see limit-new-names.ts. */
  readonly newNames: Map<string, NewNames>;
  readonly starts: StartState;
  readonly teams: (learned: ReadonlySet<string>, hidden: ReadonlySet<string>) => Promise<TeamIndex>;
};

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

/**
 * Returns the ids of the fixtures that the book has listed. The result is the set in `state.quoted`, not a copy, so it grows while the
 * snapshots of the batch are recorded. If the book has no set yet, an empty set is created.
 */
export const quotedBy = ({ quoted }: SportState, book: string): Set<string> => {
  const ofBook = getOrInsert(quoted, book, () => new Set<string>());
  return ofBook;
};

/**
 * Replaces a fixture's stored team names with the current names of the teams. A stored name can become outdated: a later change of the
 * catalogue, or a new alias, can make the name another spelling of a team.
 */
export const underListedNames = (fixture: RecordedFixture, teams: TeamIndex): KnownFixture => {
  const nameOf = (name: string): string => {
    if (teams.isListed(name)) return name;
    const resolution = teams.resolve(name);
    return resolution.kind === "team" ? resolution.team : name;
  };
  const homeTeam = nameOf(fixture.homeTeam);
  const awayTeam = nameOf(fixture.awayTeam);
  return homeTeam === fixture.homeTeam && awayTeam === fixture.awayTeam
    ? fixture
    : { ...fixture, homeTeam, awayTeam };
};

/**
 * Matches the events of a snapshot against the current state.
 * @param startsOfOthers fixture id -> starts (ms) that other books state.
 */
export const matchRecording = async (
  state: SportState,
  { book, events, recordedAt, complete }: Recording,
  startsOfOthers: ReadonlyMap<string, readonly number[]> = new Map(),
): Promise<EventMatch[]> => {
  const teams = await teamsOf(state);
  const fixtures: KnownFixture[] = [];
  for (const fixture of matchable(state)) {
    fixtures.push(underListedNames(fixture, teams));
    const pause = pauseIfDue();
    if (pause !== undefined) await pause;
  }
  const input: MatchInput = {
    sport: state.sport,
    events: events.map(({ ref, commenceTime, home, away }) => ({ ref, commenceTime, home, away })),
    fixtures,
    refs: state.refs.get(book) ?? new Map(),
    quoted: quotedBy(state, book),
    recordedAt,
    complete,
    startsOfOthers,
    teams,
  };
  return inSlices(matchEventsInSteps(input));
};

/**
 * Matches a snapshot. If it is unclear which fixture an event belongs to, the function loads the starts that other books state for the
 * possible fixtures. It then matches the whole snapshot again with these starts.
 */
export const matchWithStarts = async (
  tx: Queryable,
  state: SportState,
  recording: Recording,
): Promise<EventMatch[]> => {
  const matches = await matchRecording(state, recording);
  const uncertain = matches.flatMap((match) =>
    match.kind === "unmatched" && match.reason === "uncertain_fixture" ? match.candidateFixtures : [],
  );
  if (uncertain.length === 0) return matches;
  const { stored } = state.starts;
  await loadStarts(tx, state.starts, uncertain);
  const quoted = quotedBy(state, recording.book);
  for (const id of uncertain) if (stored.get(id)?.has(recording.book)) quoted.add(id);
  const startsOfOthers = new Map(
    uncertain.map((id) => {
      const others = [...statementsSoFar(state.starts, id)].filter(([book]) => book !== recording.book);
      return [id, others.flatMap(([, [newest]]) => newest?.[0] ?? [])];
    }),
  );
  return matchRecording(state, recording, startsOfOthers);
};
