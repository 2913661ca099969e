import { isCombatSport } from "@/server/domain/catalogue/name-rules";
import { normalizeName } from "@/server/domain/catalogue/normalize-name";
import { getOrInsert } from "@/server/domain/collections";
import type { ResolvedSide } from "@/server/ingest/matching/candidate-fixtures";
import { indexFixtures } from "@/server/ingest/matching/fixture-index";
import { variantsIn } from "@/server/ingest/matching/listed-variants";
import type { MatchInput } from "@/server/ingest/matching/match-input";
import { createNameEvidence } from "@/server/ingest/matching/name-evidence";
import type { ResolvedEvent } from "@/server/ingest/matching/resolve-events";
import type { Steps } from "@/server/ingest/matching/steps";
import { decideUnknownTeams, type NameContext } from "@/server/ingest/matching/unknown-teams";
import type { UnmatchedReason } from "@/server/ingest/matching/unmatched-reasons";
import { windowsFor } from "@/server/ingest/matching/windows";

/** Which two of our teams play in an event. */
export type TeamDecision =
  | {
      readonly kind: "pair";
      /** The service's names of the two teams, home and away as the book lists them. */
      readonly home: string;
      readonly away: string;
      /** Names that become new teams if the event becomes a new fixture. */
      readonly learned: readonly string[];
      /** Whether a name was read as another spelling of a team in a known fixture. If so, the event joins that fixture or is unmatched. */
      readonly respelled: boolean;
    }
  | { readonly kind: "same_team"; readonly team: string }
  | {
      readonly kind: "undecided";
      readonly reason: UnmatchedReason;
      /** The names under which the event may get a fixture of its own; see `EventMatch`. */
      readonly apart?: Apart | undefined;
    };

/** The teams of an event that is in doubt only because its names are similar to names of known fixtures. */
export type Apart = { readonly homeTeam: string; readonly awayTeam: string };

type Appearance = { readonly index: number; readonly start: number };

/** For each team, the events of the snapshot in which a name resolves to the team. */
function* appearancesByTeam(
  events: readonly ResolvedEvent[],
): Steps<ReadonlyMap<string, readonly Appearance[]>> {
  const appearances = new Map<string, Appearance[]>();
  for (const { index, start, home, away } of events) {
    yield;
    for (const { resolution } of [home, away]) {
      if (resolution.kind !== "team") continue;
      getOrInsert(appearances, resolution.team, () => []).push({ index, start });
    }
  }
  return appearances;
}

/**
 * An event can name one team of a known fixture, while the event's other name does not resemble the fixture's other team. This rule decides
 * whether the book has replaced the fixture with the event. In combat sports, the answer is always yes, because a fighter has one opponent
 * per night. In other sports, the event's other name may be a nickname of the fixture's other team. So in these sports, the answer is yes
 * only if the book listed the fixture before and no longer lists it.
 */
const replacementRule = (
  input: MatchInput,
  appearances: ReadonlyMap<string, readonly Appearance[]>,
): NameContext["hasReplaced"] => {
  if (isCombatSport(input.sport)) return () => true;
  const { oneOpponentMs } = windowsFor(input.sport);
  return (fixture, team, event) => {
    if (!input.quoted.has(fixture.id)) return false;
    if (!input.complete && (event.ref === undefined || input.refs.get(event.ref) !== fixture.id))
      return false;
    return (appearances.get(team) ?? []).every(
      ({ index, start }) => index === event.index || Math.abs(start - fixture.commenceTime) > oneOpponentMs,
    );
  };
};

/** Whether the name belongs to no known team. */
export const isUnknown = ({ resolution }: ResolvedSide): boolean => resolution.kind === "unknown";

/** The names of the snapshot and of the known fixtures, as evidence for events with an unknown name. */
export function* nameContextOf(events: readonly ResolvedEvent[], input: MatchInput): Steps<NameContext> {
  const appearances = yield* appearancesByTeam(events);
  const fixtures = indexFixtures(input.fixtures);
  const evidence = createNameEvidence(input.sport);
  const isVariant = yield* variantsIn(events);
  const needsSearch = events.some((event) => [event.home, event.away].some(isUnknown));
  const search = needsSearch ? yield* evidence.amongTeams(fixtures.teams) : undefined;
  return {
    fixtures,
    refs: input.refs,
    windows: windowsFor(input.sport),
    evidence,
    search: () => {
      if (search === undefined) throw new Error("the snapshot has no unknown name");
      return search;
    },
    namedElsewhere: (team, { index }) => (appearances.get(team) ?? []).some((other) => other.index !== index),
    affixFit: input.teams.affixFit,
    isListed: input.teams.isListed,
    isVariant,
    hasReplaced: replacementRule(input, appearances),
  };
}

/** A name as it is shown: composed characters, and single spaces. */
export const tidyName = (name: string): string => name.normalize("NFC").trim().replace(/\s+/g, " ");

/** Maps each normalized unknown name to a display name. Spellings that differ only in accents or punctuation share a display name. */
function* displayNames(events: readonly ResolvedEvent[]): Steps<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const { home, away } of events) {
    yield;
    for (const { name, resolution } of [home, away]) {
      if (resolution.kind !== "unknown") continue;
      const key = normalizeName(name);
      const shown = tidyName(name);
      const earlier = names.get(key);
      if (earlier === undefined || shown > earlier) names.set(key, shown);
    }
  }
  return names;
}

/** Returns a reason if an event's unknown names alone prevent a match, whichever fixtures are known. Otherwise returns undefined. */
const reasonNotLearned = (
  unknown: readonly ResolvedSide[],
  { sport }: MatchInput,
  { evidence }: NameContext,
): UnmatchedReason | undefined => {
  if (unknown.some(({ name }) => evidence.isDerivedEvent(name))) return "derived_event";
  if (unknown.some(({ name }) => evidence.isPlaceholder(name))) return "placeholder";
  if (unknown.length === 0 || sport.names === "open") return undefined;
  return unknown.some(({ name }) => evidence.isMarked(name)) ? "other_squad" : "unknown_name";
};

/** Decides which two teams play in each event. */
export function* decideTeams(
  events: readonly ResolvedEvent[],
  input: MatchInput,
  names: NameContext,
): Steps<TeamDecision[]> {
  const shown = yield* displayNames(events);
  const teamOf = ({ name, resolution }: ResolvedSide): string =>
    resolution.kind === "team" ? resolution.team : (shown.get(normalizeName(name)) ?? tidyName(name));
  const unknownSidesOf = ({ home, away }: ResolvedEvent) => [home, away].filter(isUnknown);
  const pairOf = ({ home, away }: ResolvedEvent) =>
    ({ kind: "pair", home: teamOf(home), away: teamOf(away), learned: [], respelled: false }) as const;
  /** @returns undefined if only a comparison with the known fixtures can decide about an unknown name. */
  const decideByNames = (event: ResolvedEvent): TeamDecision | undefined => {
    const unknown = unknownSidesOf(event);
    const reason = reasonNotLearned(unknown, input, names);
    if (event.home.resolution.kind === "ambiguous" || event.away.resolution.kind === "ambiguous")
      return { kind: "undecided", reason: reason ?? "ambiguous_name" };
    if (reason !== undefined) return { kind: "undecided", reason };
    const pair = pairOf(event);
    if (pair.home === pair.away) return { kind: "same_team", team: pair.home };
    return unknown.length === 0 ? pair : undefined;
  };
  function* decideByFixtures(event: ResolvedEvent): Steps<TeamDecision> {
    const pair = pairOf(event);
    const decision = yield* decideUnknownTeams(event, names);
    if (decision.kind === "uncertain") {
      const apart = decision.isApart ? { homeTeam: pair.home, awayTeam: pair.away } : undefined;
      return { kind: "undecided", reason: decision.reason, apart };
    }
    if (decision.kind === "new") return { ...pair, learned: unknownSidesOf(event).map(teamOf) };
    return { ...pair, home: decision.home, away: decision.away, respelled: true };
  }
  const decisions: TeamDecision[] = [];
  for (const event of events) {
    decisions.push(decideByNames(event) ?? (yield* decideByFixtures(event)));
    yield;
  }
  return decisions;
}
