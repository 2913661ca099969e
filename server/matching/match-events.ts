import { type Decision, decideTeams, openNamesOf } from "@/server/matching/decide-teams";
import type { MatchInput } from "@/server/matching/match-input";
import type { Verdict } from "@/server/matching/meeting";
import { type Match, mightMean, type SideReading } from "@/server/matching/might-have-meant";
import type { OpenNames } from "@/server/matching/open-names";
import { type EventReading, readEvents } from "@/server/matching/read-events";
import { settlePairs } from "@/server/matching/settle-pairs";
import type { UnmatchedReason } from "@/server/matching/unmatched-reasons";
import { windowsFor } from "@/server/matching/windows";

export type EventMatch =
  | {
      readonly kind: "fixture";
      readonly fixtureId: string;
      /** The book's home team is the fixture's away team. */
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
      /** Ids of the fixtures that the event might have meant. */
      readonly mightHaveMeant: readonly string[];
      /** Indexes of events of this snapshot that are new fixtures and that the event might have meant. */
      readonly mightHaveMeantNew: readonly number[];
    };

type Outcome = { readonly reading: EventReading; readonly decision: Decision; readonly verdict: Verdict };

/** An event of the snapshot that is a new fixture. */
type Fresh = Match & { readonly index: number };

const known = (team: string): SideReading => ({ name: team, resolution: { kind: "team", team } });

/** The team that a fixture must have for the event to mean it, where one is known. */
const knownTeam = ({ decision, reading: { home, away } }: Outcome): string | undefined => {
  if (decision.kind === "same_team") return decision.team;
  if (decision.kind === "pair") return decision.home;
  if (home.resolution.kind === "team") return home.resolution.team;
  return away.resolution.kind === "team" ? away.resolution.team : undefined;
};

/** Fills in what an event without a place might have meant, once it is settled which events are new. */
const unmatched = (
  outcome: Outcome,
  fresh: readonly Fresh[],
  input: MatchInput,
  { fixtures, evidence }: OpenNames,
): EventMatch => {
  const { reading, decision, verdict } = outcome;
  const windows = windowsFor(input.sport);
  const settled = decision.kind === "pair";
  const nearMs = settled ? Math.max(windows.nearMs, windows.otherMs) : windows.nearMs;
  const sought = settled
    ? { start: reading.start, home: known(decision.home), away: known(decision.away) }
    : reading;
  const isMeant = (match: Match): boolean => {
    if (decision.kind === "same_team")
      return (
        (match.homeTeam === decision.team || match.awayTeam === decision.team) &&
        Math.abs(match.commenceTime - reading.start) <= nearMs
      );
    return mightMean(sought, match, nearMs, evidence);
  };
  const team = knownTeam(outcome);
  const candidates = team === undefined ? fixtures.around(reading.start, nearMs) : fixtures.ofTeam(team);
  const explicit = verdict.kind === "unmatched" ? verdict.fixtures : [];
  return {
    kind: "unmatched",
    reason: settled
      ? verdict.kind === "unmatched"
        ? verdict.reason
        : "uncertain_fixture"
      : decision.kind === "same_team"
        ? "same_team"
        : decision.reason,
    mightHaveMeant: [...new Set([...explicit, ...candidates.filter(isMeant)])]
      .sort((a, b) => a.commenceTime - b.commenceTime || (a.id < b.id ? -1 : 1))
      .map(({ id }) => id),
    mightHaveMeantNew: fresh.filter(isMeant).map(({ index }) => index),
  };
};

/**
 * Decides for each event of one book's snapshot which fixture it is: a known one, a new one, or none that is certain. What is not
 * certain is never joined. One answer per event, in the order of the events; the answers do not depend on that order.
 */
export const matchEvents = (input: MatchInput): EventMatch[] => {
  const readings = readEvents(input.events, input.teams);
  const names = openNamesOf(readings, input);
  const decisions = decideTeams(readings, input, names);
  const verdicts = settlePairs(readings, decisions, input, names);
  const outcomes = readings.map((reading, index): Outcome => {
    const decision = decisions[index] ?? { kind: "undecided", reason: "unknown_name" };
    const verdict = verdicts.get(index) ?? { kind: "unmatched", reason: "uncertain_fixture", fixtures: [] };
    return { reading, decision, verdict };
  });
  const fresh = outcomes.flatMap(({ reading, decision, verdict }): Fresh[] =>
    verdict.kind === "new" && decision.kind === "pair"
      ? [
          {
            index: reading.index,
            homeTeam: decision.home,
            awayTeam: decision.away,
            commenceTime: reading.start,
          },
        ]
      : [],
  );
  return outcomes.map((outcome): EventMatch => {
    const { decision, verdict } = outcome;
    if (decision.kind !== "pair" || verdict.kind === "unmatched")
      return unmatched(outcome, fresh, input, names);
    if (verdict.kind === "fixture")
      return {
        kind: "fixture",
        fixtureId: verdict.fixture.id,
        swapped: verdict.fixture.homeTeam !== decision.home,
      };
    return { kind: "new", homeTeam: decision.home, awayTeam: decision.away, learned: decision.learned };
  });
};
