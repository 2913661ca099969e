import type { Decision } from "@/server/matching/decide-teams";
import type { MatchInput } from "@/server/matching/match-input";
import {
  type Listing,
  type Meeting,
  repeated,
  uncertain,
  type Verdict,
  type Verdicts,
} from "@/server/matching/meeting";
import { type OpenNames, shadowedFixture } from "@/server/matching/open-names";
import type { EventReading } from "@/server/matching/read-events";
import type { BookOrder } from "@/server/matching/second-meeting";
import { settleByRef } from "@/server/matching/settle-by-ref";
import { settleDoubleheaders } from "@/server/matching/settle-doubleheaders";
import { settleMeetings } from "@/server/matching/settle-meetings";
import { isMidnight, windowsFor } from "@/server/matching/windows";

const pairKey = (home: string, away: string): string => JSON.stringify([home, away].sort());

type Some<T> = [T, ...T[]];

const grouped = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, Some<T>> => {
  const groups = new Map<string, Some<T>>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
};

const lazy = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

const noOrder: BookOrder = { kept: 0, turned: 0 };

/** For each pair of the snapshot with a known fixture at that time: whether home and away are as the fixture has them. */
const bookOrders = (
  pairs: ReadonlyMap<string, readonly Listing[]>,
  { fixtures }: OpenNames,
  sameMs: number,
): ReadonlyMap<string, BookOrder> => {
  const orders = new Map<string, BookOrder>();
  for (const [key, listings] of pairs)
    for (const { home, away, start } of listings) {
      const fixture = fixtures
        .ofPair(home, away)
        .find(({ commenceTime }) => Math.abs(commenceTime - start) <= sameMs);
      if (fixture === undefined) continue;
      const { kept, turned } = orders.get(key) ?? noOrder;
      const isKept = fixture.homeTeam === home;
      orders.set(key, { kept: kept + (isKept ? 1 : 0), turned: turned + (isKept ? 0 : 1) });
    }
  return orders;
};

const orderBeside = (orders: ReadonlyMap<string, BookOrder>, pair: string): BookOrder => {
  let [kept, turned] = [0, 0];
  for (const [key, order] of orders) {
    if (key === pair) continue;
    kept += order.kept;
    turned += order.turned;
  }
  return { kept, turned };
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
  const bareDates = readings.every(({ start }) => isMidnight(start));
  const pairs = grouped(listingsOf(readings, decisions), ({ home, away }) => pairKey(home, away));
  const orders = lazy(() => bookOrders(pairs, names, windows.sameMs));
  const settled = new Map<number, Verdict>();
  for (const [key, group] of pairs) {
    const [{ home, away }] = group;
    const ordered = group.sort(inOrder);
    const echoes = ordered.filter((listing, at) => isEcho(listing, ordered[at - 1], input.events));
    const meeting: Meeting = {
      listings: ordered.filter((listing) => !echoes.includes(listing)),
      fixtures: names.fixtures.ofPair(home, away),
      refs: input.refs,
      refsOfFixture,
      windows,
      recordedAt: input.recordedAt,
      orderOfBook: () => orderBeside(orders(), key),
      bareDates,
      startsOfOthers: ({ id }) => input.startsOfOthers?.get(id),
      isQuoted: ({ id }) => input.quoted.has(id),
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
