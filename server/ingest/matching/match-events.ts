import { compare } from "@/server/domain/collections";
import {
  isCandidate,
  type ResolvedSide,
  type TeamsAndStart,
} from "@/server/ingest/matching/candidate-fixtures";
import {
  type Apart,
  decideTeams,
  isUnknown,
  nameContextOf,
  type TeamDecision,
} from "@/server/ingest/matching/decide-teams";
import type { MatchInput } from "@/server/ingest/matching/match-input";
import { matchMatchups } from "@/server/ingest/matching/match-matchups";
import type { Placement } from "@/server/ingest/matching/matchup";
import { type ResolvedEvent, resolveEvents } from "@/server/ingest/matching/resolve-events";
import { finish, type Steps } from "@/server/ingest/matching/steps";
import { type NameContext, relatedTeams } from "@/server/ingest/matching/unknown-teams";
import type { UnmatchedReason } from "@/server/ingest/matching/unmatched-reasons";
import { windowsFor } from "@/server/ingest/matching/windows";

export type EventMatch =
  | {
      readonly kind: "fixture";
      readonly fixtureId: string;
      /** Whether the book's home team is the fixture's away team. */
      readonly swapped: boolean;
    }
  | {
      readonly kind: "new";
      readonly homeTeam: string;
      readonly awayTeam: string;
      /** Names to add to the teams of an open sport. */
      readonly learned: readonly string[];
    }
  | {
      readonly kind: "unmatched";
      readonly reason: UnmatchedReason;
      /** Ids of the known fixtures that the event may belong to. */
      readonly candidateFixtures: readonly string[];
      /** Indexes of other events of the snapshot that become new fixtures. This event may belong to one of these fixtures. */
      readonly candidateNewEvents: readonly number[];
      /**
       * The event's names, if the event is in doubt only because these names are similar to names that other books state. The event may
       * then get a fixture of its own, which is listed if more sources state it than the others (look-alikes.ts).
       */
      readonly apart?: Apart | undefined;
    };

type DecidedEvent = {
  readonly event: ResolvedEvent;
  readonly decision: TeamDecision;
  readonly placement: Placement;
};

type NewFixture = TeamsAndStart & { readonly index: number };

const resolvedTo = (team: string): ResolvedSide => ({ name: team, resolution: { kind: "team", team } });

/** A team that every candidate fixture must have; undefined if the teams are undecided and neither name resolves to a team. */
const requiredTeam = ({ decision, event: { home, away } }: DecidedEvent): string | undefined => {
  if (decision.kind === "same_team") return decision.team;
  if (decision.kind === "pair") return decision.home;
  if (home.resolution.kind === "team") return home.resolution.team;
  return away.resolution.kind === "team" ? away.resolution.team : undefined;
};

const reasonOf = ({ decision, placement }: DecidedEvent): UnmatchedReason => {
  if (decision.kind === "same_team") return "same_team";
  if (decision.kind === "undecided") return decision.reason;
  return placement.kind === "unmatched" ? placement.reason : "uncertain_fixture";
};

const apartOf = ({ decision, placement }: DecidedEvent): { readonly apart?: Apart } => {
  if (decision.kind === "undecided" && decision.apart !== undefined) return { apart: decision.apart };
  return decision.kind === "pair" && placement.kind === "unmatched" && placement.isDuplicate === true
    ? { apart: { homeTeam: decision.home, awayTeam: decision.away } }
    : {};
};

/** Adds the candidate fixtures to an unmatched event. Runs last, because new fixtures of the snapshot are candidates too. */
function* unmatched(
  decided: DecidedEvent,
  newFixtures: readonly NewFixture[],
  input: MatchInput,
  names: NameContext,
): Steps<EventMatch> {
  const { fixtures, evidence } = names;
  const { event, decision, placement } = decided;
  const windows = windowsFor(input.sport);
  const isPair = decision.kind === "pair";
  const nearMs = isPair ? Math.max(windows.nearMs, windows.otherMs) : windows.nearMs;
  const sides = isPair
    ? { start: event.start, home: resolvedTo(decision.home), away: resolvedTo(decision.away) }
    : event;
  const [mayBeHome, mayBeAway] = [relatedTeams(sides.home, names), relatedTeams(sides.away, names)];
  const mayBe = (team: string): boolean => mayBeHome(team) || mayBeAway(team);
  const isPossible = (match: TeamsAndStart): boolean => {
    if (!mayBe(match.homeTeam) && !mayBe(match.awayTeam)) return false;
    if (decision.kind === "same_team")
      return (
        (match.homeTeam === decision.team || match.awayTeam === decision.team) &&
        Math.abs(match.commenceTime - event.start) <= nearMs
      );
    return isCandidate(sides, match, nearMs, evidence);
  };
  const team = requiredTeam(decided);
  const nearby = team === undefined ? fixtures.around(event.start, nearMs) : fixtures.ofTeam(team);
  const possible = new Set(placement.kind === "unmatched" ? placement.fixtures : []);
  for (const fixture of nearby) {
    if (!mayBe(fixture.homeTeam) && !mayBe(fixture.awayTeam)) continue;
    yield;
    if (isPossible(fixture)) possible.add(fixture);
  }
  return {
    kind: "unmatched",
    reason: reasonOf(decided),
    candidateFixtures: [...possible]
      .sort((a, b) => a.commenceTime - b.commenceTime || compare(a.id, b.id))
      .map(({ id }) => id),
    candidateNewEvents: newFixtures.filter(isPossible).map(({ index }) => index),
    ...apartOf(decided),
  };
}

const newFixtureOf = ({ event, decision, placement }: DecidedEvent): NewFixture[] =>
  placement.kind === "new" && decision.kind === "pair"
    ? [
        {
          index: event.index,
          homeTeam: decision.home,
          awayTeam: decision.away,
          commenceTime: event.start,
        },
      ]
    : [];

/**
 * Matches each event of one book's snapshot. An uncertain event is never joined.
 * @returns one match per event, in the order of the events. No event's match depends on this order.
 */
export function* matchEventsInSteps(input: MatchInput): Steps<EventMatch[]> {
  const events = yield* resolveEvents(input.events, input.teams);
  const names = yield* nameContextOf(events, input);
  const decisions = yield* decideTeams(events, input, names);
  const placements = yield* matchMatchups(events, decisions, input, names);
  const decided = events.map((event, index): DecidedEvent => {
    const decision = decisions[index] ?? { kind: "undecided", reason: "unknown_name" };
    const placement = placements.get(index) ?? {
      kind: "unmatched",
      reason: "uncertain_fixture",
      fixtures: [],
    };
    return { event, decision, placement };
  });
  const newFixtures = decided.flatMap(newFixtureOf);
  if (decided.some(({ event }) => [event.home, event.away].some(isUnknown)))
    yield* names.search().add(newFixtures.flatMap(({ homeTeam, awayTeam }) => [homeTeam, awayTeam]));
  /** @returns undefined if the event is unmatched. */
  const matchOf = ({ decision, placement }: DecidedEvent): EventMatch | undefined => {
    if (decision.kind !== "pair" || placement.kind === "unmatched") return undefined;
    if (placement.kind === "fixture")
      return {
        kind: "fixture",
        fixtureId: placement.fixture.id,
        swapped: placement.fixture.homeTeam !== decision.home,
      };
    return { kind: "new", homeTeam: decision.home, awayTeam: decision.away, learned: decision.learned };
  };
  const matches: EventMatch[] = [];
  for (const decidedEvent of decided) {
    matches.push(matchOf(decidedEvent) ?? (yield* unmatched(decidedEvent, newFixtures, input, names)));
    yield;
  }
  return matches;
}

/** Like `matchEventsInSteps`, without pauses. */
export const matchEvents = (input: MatchInput): EventMatch[] => finish(matchEventsInSteps(input));
