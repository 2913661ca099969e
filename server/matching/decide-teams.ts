import { isCombatSport } from "@/server/catalogue/comparison";
import { normalizeName } from "@/server/catalogue/normalize-name";
import { indexFixtures } from "@/server/matching/fixture-index";
import type { MatchInput } from "@/server/matching/match-input";
import type { SideReading } from "@/server/matching/might-have-meant";
import { createNameEvidence } from "@/server/matching/name-evidence";
import { decideOpenNames, type OpenNames } from "@/server/matching/open-names";
import type { EventReading } from "@/server/matching/read-events";
import type { UnmatchedReason } from "@/server/matching/unmatched-reasons";
import { windowsFor } from "@/server/matching/windows";

/** Which two of our teams an event is about. */
export type Decision =
  | {
      readonly kind: "pair";
      /** Our names in the book's order. */
      readonly home: string;
      readonly away: string;
      readonly learned: readonly string[];
      /** One name was read as the opponent of a known fixture: the event is that fixture or nothing. */
      readonly respelled: boolean;
    }
  | { readonly kind: "same_team"; readonly team: string }
  | { readonly kind: "undecided"; readonly reason: UnmatchedReason };

type Named = { readonly index: number; readonly start: number };

const eventsByTeam = (readings: readonly EventReading[]): ReadonlyMap<string, readonly Named[]> => {
  const named = new Map<string, Named[]>();
  for (const { index, start, home, away } of readings)
    for (const { resolution } of [home, away]) {
      if (resolution.kind !== "team") continue;
      const known = named.get(resolution.team);
      if (known === undefined) named.set(resolution.team, [{ index, start }]);
      else known.push({ index, start });
    }
  return named;
};

/**
 * Whether a book has replaced an opponent. A fighter fights one opponent a night, so a clearly different name is enough. A team's
 * name may be a nickname that shares no word with the usual one: only a book that stated the fixture before and no longer does has
 * replaced it.
 */
const replacementRule = (
  input: MatchInput,
  named: ReadonlyMap<string, readonly Named[]>,
): OpenNames["hasReplaced"] => {
  if (isCombatSport(input.sport)) return () => true;
  const { busyMs } = windowsFor(input.sport);
  return (fixture, team, event) => {
    if (!input.quoted.has(fixture.id)) return false;
    if (!input.complete && (event.ref === undefined || input.refs.get(event.ref) !== fixture.id))
      return false;
    return (named.get(team) ?? []).every(
      ({ index, start }) => index === event.index || Math.abs(start - fixture.commenceTime) > busyMs,
    );
  };
};

/** What the names of the snapshot and of the known fixtures say, for events whose names are not all known. */
export const openNamesOf = (readings: readonly EventReading[], input: MatchInput): OpenNames => {
  const named = eventsByTeam(readings);
  return {
    fixtures: indexFixtures(input.fixtures),
    refs: input.refs,
    windows: windowsFor(input.sport),
    evidence: createNameEvidence(input.sport),
    namedElsewhere: (team, { index }) => (named.get(team) ?? []).some((other) => other.index !== index),
    affixFit: input.teams.affixFit,
    isListed: input.teams.isListed,
    hasReplaced: replacementRule(input, named),
  };
};

const tidy = (name: string): string => name.normalize("NFC").trim().replace(/\s+/g, " ");

/** One display name for each new name, whatever accents and marks its events carry. */
const displayNames = (readings: readonly EventReading[]): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  for (const { home, away } of readings)
    for (const { name, resolution } of [home, away]) {
      if (resolution.kind !== "unknown") continue;
      const key = normalizeName(name);
      const shown = tidy(name);
      const earlier = names.get(key);
      if (earlier === undefined || shown > earlier) names.set(key, shown);
    }
  return names;
};

const isUnknown = ({ resolution }: SideReading): boolean => resolution.kind === "unknown";

/** Why no team can be made of the unknown names, whatever the fixtures say. */
const unusable = (
  unknown: readonly SideReading[],
  { sport }: MatchInput,
  { evidence }: OpenNames,
): UnmatchedReason | undefined => {
  if (unknown.some(({ name }) => evidence.isDerivedEvent(name))) return "derived_event";
  if (unknown.some(({ name }) => evidence.isPlaceholder(name))) return "placeholder";
  if (unknown.length === 0 || sport.names === "open") return undefined;
  return unknown.some(({ name }) => evidence.isMarked(name)) ? "other_squad" : "unknown_name";
};

/** Resolves both names of every event, without looking at fixtures unless an unknown name may be a new team. */
export const decideTeams = (
  readings: readonly EventReading[],
  input: MatchInput,
  names: OpenNames,
): Decision[] => {
  const shown = displayNames(readings);
  const teamOf = ({ name, resolution }: SideReading): string =>
    resolution.kind === "team" ? resolution.team : (shown.get(normalizeName(name)) ?? tidy(name));
  return readings.map((reading): Decision => {
    const { home, away } = reading;
    const unknown = [home, away].filter(isUnknown);
    const reason = unusable(unknown, input, names);
    if (home.resolution.kind === "ambiguous" || away.resolution.kind === "ambiguous")
      return { kind: "undecided", reason: reason ?? "ambiguous_name" };
    if (reason !== undefined) return { kind: "undecided", reason };
    const pair = {
      kind: "pair",
      home: teamOf(home),
      away: teamOf(away),
      learned: [],
      respelled: false,
    } as const;
    if (pair.home === pair.away) return { kind: "same_team", team: pair.home };
    if (unknown.length === 0) return pair;
    const decision = decideOpenNames(reading, names);
    if (decision.kind === "doubtful") return { kind: "undecided", reason: decision.reason };
    if (decision.kind === "fresh") return { ...pair, learned: unknown.map(teamOf) };
    return { ...pair, home: decision.home, away: decision.away, respelled: true };
  });
};
