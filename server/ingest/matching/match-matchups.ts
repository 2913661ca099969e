import { compare, groupBy } from "@/server/domain/collections";
import type { TeamDecision } from "@/server/ingest/matching/decide-teams";
import { homeAwayOrderElsewhere, homeAwayOrders } from "@/server/ingest/matching/home-away-order";
import { matchBySourceId } from "@/server/ingest/matching/match-by-source-id";
import { matchByStart } from "@/server/ingest/matching/match-by-start";
import { matchDoubleheaders } from "@/server/ingest/matching/match-doubleheaders";
import type { MatchInput } from "@/server/ingest/matching/match-input";
import {
  type Matchup,
  type MatchupEvent,
  mergePlacements,
  type Placement,
  type Placements,
  repeatedEvent,
  uncertainFixture,
} from "@/server/ingest/matching/matchup";
import type { ResolvedEvent } from "@/server/ingest/matching/resolve-events";
import type { Steps } from "@/server/ingest/matching/steps";
import { likelyDuplicateOf, type NameContext } from "@/server/ingest/matching/unknown-teams";
import { isMidnight, windowsFor } from "@/server/ingest/matching/windows";

/**
 * How many games of the same two teams a snapshot may list. The rules for one pair compare its events with each other, so their time grows
 * with the square of this number. In a whole season, two baseball teams meet 19 times at most.
 */
export const maxMeetings = 40;

const tooManyMeetings: Placement = { kind: "unmatched", reason: "too_many_meetings", fixtures: [] };

const pairKey = (home: string, away: string): string => JSON.stringify([home, away].sort());

const lazy = <T>(compute: () => T): (() => T) => {
  let computed: { readonly value: T } | undefined;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
};

const matchupEvents = (
  events: readonly ResolvedEvent[],
  decisions: readonly TeamDecision[],
): MatchupEvent[] =>
  events.flatMap(({ index, start, ref, refRecurs }) => {
    const decision = decisions[index];
    if (decision?.kind !== "pair") return [];
    const { home, away, respelled } = decision;
    return [{ index, start, ref, refRecurs, home, away, respelled }];
  });

const inOrder = (a: MatchupEvent, b: MatchupEvent): number =>
  a.start - b.start || compare(`${a.ref ?? ""}\n${a.home}`, `${b.ref ?? ""}\n${b.home}`) || a.index - b.index;

// Compares the references that the book listed, because `event.ref` is undefined for a reference that two events carry.
const isRepeat = (
  event: MatchupEvent,
  earlier: MatchupEvent | undefined,
  listed: MatchInput["events"],
): boolean =>
  earlier !== undefined &&
  earlier.start === event.start &&
  listed[earlier.index]?.ref === listed[event.index]?.ref;

const refsByFixture = (refs: ReadonlyMap<string, string>): ReadonlyMap<string, ReadonlySet<string>> => {
  const byFixture = new Map<string, Set<string>>();
  for (const [ref, id] of refs) byFixture.set(id, (byFixture.get(id) ?? new Set()).add(ref));
  return byFixture;
};

/** Places the events of one pair of teams: first by their references, then the remaining events by their starts. */
const matchMatchup = (matchup: Matchup, twiceADay: boolean): Placements => {
  const bySourceId = matchBySourceId(matchup, twiceADay);
  const byTime = twiceADay ? matchDoubleheaders(matchup, bySourceId) : matchByStart(matchup, bySourceId);
  return mergePlacements(bySourceId, byTime);
};

/** Places the events whose teams are decided. @returns a map from the index of each event to its placement. */
export function* matchMatchups(
  events: readonly ResolvedEvent[],
  decisions: readonly TeamDecision[],
  input: MatchInput,
  names: NameContext,
): Steps<ReadonlyMap<number, Placement>> {
  const windows = windowsFor(input.sport);
  const refsOfFixture = refsByFixture(input.refs);
  const bareDates = events.every(({ start }) => isMidnight(start));
  const pairs = groupBy(matchupEvents(events, decisions), ({ home, away }) => pairKey(home, away));
  const orders = lazy(() => homeAwayOrders(pairs, names.fixtures, windows.sameMs));
  const byIndex = new Map<number, Placement>();
  for (const [key, group] of pairs) {
    yield;
    if (group.length > maxMeetings) {
      for (const { index } of group) byIndex.set(index, tooManyMeetings);
      continue;
    }
    const [{ home, away }] = group;
    const ordered = group.sort(inOrder);
    const repeats = ordered.filter((event, at) => isRepeat(event, ordered[at - 1], input.events));
    const matchup: Matchup = {
      events: ordered.filter((event) => !repeats.includes(event)),
      fixtures: names.fixtures.ofPair(home, away),
      refs: input.refs,
      refsOfFixture,
      windows,
      recordedAt: input.recordedAt,
      homeAwayOrder: () => homeAwayOrderElsewhere(orders(), key),
      bareDates,
      startsOfOthers: ({ id }) => input.startsOfOthers?.get(id),
      isQuoted: ({ id }) => input.quoted.has(id),
    };
    for (const event of repeats) byIndex.set(event.index, repeatedEvent());
    for (const [event, placement] of matchMatchup(matchup, input.sport.samePair === "hours"))
      byIndex.set(event.index, placement);
  }
  if (input.sport.names === "listed") return byIndex;
  // In an open sport, a seemingly new fixture may be a known fixture with the teams' names spelled differently.
  for (const event of events) {
    yield;
    const decision = decisions[event.index];
    if (decision?.kind !== "pair" || byIndex.get(event.index)?.kind !== "new") continue;
    const original = likelyDuplicateOf(event, decision, names);
    if (!decision.respelled && original === undefined) continue;
    const listed = [original?.homeTeam, original?.awayTeam].filter(
      (team) =>
        team !== undefined && team !== decision.home && team !== decision.away && names.isListed(team),
    );
    // The event is left unmatched. As a duplicate, it may still get a fixture of its own under these names.
    byIndex.set(event.index, {
      ...uncertainFixture(original === undefined ? [] : [original]),
      ...(!decision.respelled && listed.length === 0 && { isDuplicate: true }),
    });
  }
  return byIndex;
}
