import type { Queryable } from "@/db/connect";
import type { TeamIndex } from "@/server/domain/catalogue/team-index";
import { type EventMatch, matchEventsInSteps } from "@/server/ingest/matching/match-events";
import type { KnownFixture, MatchInput } from "@/server/ingest/matching/match-input";
import { inSlices, pauseIfDue } from "@/server/ingest/recorder/in-slices";
import {
  matchable,
  noteQuoted,
  quotedBy,
  type SportState,
  teamsOf,
} from "@/server/ingest/recorder/place/sport-state";
import { loadStarts, statementsSoFar } from "@/server/ingest/recorder/place/start-state";
import type { Recording } from "@/server/ingest/recorder/recording";
import type { RecordedFixture } from "@/server/ingest/recorder/state/load-state";

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
  for (const id of uncertain) if (stored.get(id)?.has(recording.book)) noteQuoted(state, recording.book, id);
  const startsOfOthers = new Map(
    uncertain.map((id) => {
      const others = [...statementsSoFar(state.starts, id)].filter(([book]) => book !== recording.book);
      return [id, others.flatMap(([, [newest]]) => newest?.[0] ?? [])];
    }),
  );
  return matchRecording(state, recording, startsOfOthers);
};
