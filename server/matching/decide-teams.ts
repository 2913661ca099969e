import { normalizeName } from "@/server/catalogue/normalize-name";
import type { MatchInput } from "@/server/matching/match-input";
import type { SideReading } from "@/server/matching/might-have-meant";
import { createNameEvidence } from "@/server/matching/name-evidence";
import { decideOpenNames, type OpenNames } from "@/server/matching/open-names";
import type { EventReading } from "@/server/matching/read-events";
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
  | { readonly kind: "undecided"; readonly reason: "ambiguous_name" | "unknown_name" };

/** What the names of the snapshot and of the known fixtures say, for events whose names are not all known. */
export const openNamesOf = (readings: readonly EventReading[], input: MatchInput): OpenNames => {
  const namedBy = new Map<string, Set<number>>();
  for (const { index, home, away } of readings)
    for (const { resolution } of [home, away])
      if (resolution.kind === "team")
        namedBy.set(resolution.team, (namedBy.get(resolution.team) ?? new Set()).add(index));
  return {
    fixtures: input.fixtures,
    teams: new Set(input.fixtures.flatMap(({ homeTeam, awayTeam }) => [homeTeam, awayTeam])),
    refs: input.refs,
    windows: windowsFor(input.sport),
    evidence: createNameEvidence(input.sport),
    namedElsewhere: (team, { index }) => [...(namedBy.get(team) ?? [])].some((other) => other !== index),
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
    if (home.resolution.kind === "ambiguous" || away.resolution.kind === "ambiguous")
      return { kind: "undecided", reason: "ambiguous_name" };
    const unknown = [home, away].filter(isUnknown);
    const unusable = unknown.some(({ name }) => names.evidence.isPlaceholder(name));
    if (unusable || (unknown.length > 0 && input.sport.names === "listed"))
      return { kind: "undecided", reason: "unknown_name" };
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
    if (decision.kind === "doubtful") return { kind: "undecided", reason: "unknown_name" };
    if (decision.kind === "fresh") return { ...pair, learned: unknown.map(teamOf) };
    return { ...pair, home: decision.home, away: decision.away, respelled: true };
  });
};
