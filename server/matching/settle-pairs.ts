import type { Decision } from "@/server/matching/decide-teams";
import type { KnownFixture, MatchInput } from "@/server/matching/match-input";
import { type Listing, repeated, uncertain, type Verdict, type Verdicts } from "@/server/matching/meeting";
import { type OpenNames, shadowedFixture } from "@/server/matching/open-names";
import type { EventReading } from "@/server/matching/read-events";
import { settleByRef } from "@/server/matching/settle-by-ref";
import { settleDoubleheaders } from "@/server/matching/settle-doubleheaders";
import { settleMeetings } from "@/server/matching/settle-meetings";
import { windowsFor } from "@/server/matching/windows";

const dayMs = 86_400_000;

const pairKey = (home: string, away: string): string => JSON.stringify([home, away].sort());

const grouped = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
};

const listingsOf = (readings: readonly EventReading[], decisions: readonly Decision[]): Listing[] =>
  readings.flatMap(({ index, start, ref, refRecurs }) => {
    const decision = decisions[index];
    if (decision?.kind !== "pair") return [];
    const { home, away, respelled } = decision;
    return [{ index, start, ref, refRecurs, home, away, respelled }];
  });

const inOrder = (a: Listing, b: Listing): number => {
  if (a.start !== b.start) return a.start - b.start;
  const [left, right] = [`${a.ref ?? ""}\n${a.home}`, `${b.ref ?? ""}\n${b.home}`];
  if (left !== right) return left < right ? -1 : 1;
  return a.index - b.index;
};

/** The source says the same thing twice: same pair, same start, same reference or none. */
const isEcho = (listing: Listing, earlier: Listing | undefined, events: MatchInput["events"]): boolean =>
  earlier !== undefined &&
  earlier.start === listing.start &&
  events[earlier.index]?.ref === events[listing.index]?.ref;

const refsByFixture = (refs: ReadonlyMap<string, string>): ReadonlyMap<string, ReadonlySet<string>> => {
  const byFixture = new Map<string, Set<string>>();
  for (const [ref, id] of refs) byFixture.set(id, (byFixture.get(id) ?? new Set()).add(ref));
  return byFixture;
};

/** Decides, pair of teams by pair of teams, which fixture each event with two decided teams is. Keyed by the index of the event. */
export const settlePairs = (
  readings: readonly EventReading[],
  decisions: readonly Decision[],
  input: MatchInput,
  names: OpenNames,
): ReadonlyMap<number, Verdict> => {
  const twiceADay = input.sport.samePair === "hours";
  const windows = windowsFor(input.sport);
  const refsOfFixture = refsByFixture(input.refs);
  const bareDates = readings.every(({ start }) => start % dayMs === 0);
  const fixtures = grouped(input.fixtures, ({ homeTeam, awayTeam }) => pairKey(homeTeam, awayTeam));
  const settled = new Map<number, Verdict>();
  for (const [key, group] of grouped(listingsOf(readings, decisions), ({ home, away }) =>
    pairKey(home, away),
  )) {
    const ordered = group.sort(inOrder);
    const echoes = ordered.filter((listing, at) => isEcho(listing, ordered[at - 1], input.events));
    const known: readonly KnownFixture[] = fixtures.get(key) ?? [];
    const meeting = {
      listings: ordered.filter((listing) => !echoes.includes(listing)),
      fixtures: known,
      refs: input.refs,
      refsOfFixture,
      windows,
      bareDates,
    };
    const verdicts: Verdicts = settleByRef(meeting, twiceADay);
    if (twiceADay) settleDoubleheaders(meeting, verdicts);
    else settleMeetings(meeting, verdicts);
    for (const echo of echoes) settled.set(echo.index, repeated());
    for (const [listing, verdict] of verdicts) settled.set(listing.index, verdict);
  }
  if (input.sport.names === "listed") return settled;
  for (const reading of readings) {
    const decision = decisions[reading.index];
    if (decision?.kind !== "pair" || settled.get(reading.index)?.kind !== "new") continue;
    const shadowed = shadowedFixture(reading, decision, names);
    if (decision.respelled || shadowed !== undefined)
      settled.set(reading.index, uncertain(shadowed === undefined ? [] : [shadowed]));
  }
  return settled;
};
