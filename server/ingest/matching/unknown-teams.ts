import type { TeamIndex } from "@/server/domain/catalogue/team-index";
import type { ResolvedSide } from "@/server/ingest/matching/candidate-fixtures";
import type { FixtureIndex } from "@/server/ingest/matching/fixture-index";
import type { KnownFixture } from "@/server/ingest/matching/match-input";
import type { NameEvidence, TeamSearch } from "@/server/ingest/matching/name-evidence";
import type { ResolvedEvent } from "@/server/ingest/matching/resolve-events";
import type { Steps } from "@/server/ingest/matching/steps";
import type { UnmatchedReason } from "@/server/ingest/matching/unmatched-reasons";
import { oneMatchMs, sameStartMs, type Windows } from "@/server/ingest/matching/windows";

/** The evidence by which an unknown name is judged. */
export type NameContext = {
  readonly fixtures: FixtureIndex;
  /** The book's references from earlier snapshots: reference -> fixture id. */
  readonly refs: ReadonlyMap<string, string>;
  readonly windows: Windows;
  readonly evidence: NameEvidence;
  /** Searches the teams of `fixtures`. */
  readonly search: () => TeamSearch;
  /**
   * Whether the snapshot names `team` in an event other than `event`. If so, an unknown name in `event` does not mean `team`, because a
   * book does not spell one team in two ways.
   */
  readonly namedElsewhere: (team: string, event: ResolvedEvent) => boolean;
  /** Compares the affixes of a name ("FC", "SC") with those of the team's spellings; see `TeamIndex`. */
  readonly affixFit: TeamIndex["affixFit"];
  readonly isListed: (team: string) => boolean;
  /** Whether the event is a part or a variant of another event of its snapshot; see `variantsIn`. */
  readonly isVariant: (event: ResolvedEvent) => boolean;
  /**
   * Whether the book has replaced `fixture` with `event`. `team` plays in both, but `event` names another opponent. Always true in combat
   * sports: a fighter has one opponent per night, so a new opponent always means that the old pairing was replaced.
   */
  readonly hasReplaced: (fixture: KnownFixture, team: string, event: ResolvedEvent) => boolean;
};

export type UnknownTeamDecision =
  | { readonly kind: "respelled"; readonly home: string; readonly away: string }
  | {
      readonly kind: "uncertain";
      readonly reason: UnmatchedReason;
      /** Whether only names learned from books stand in the way, so that the event may get a fixture of its own. */
      readonly isApart: boolean;
    }
  | { readonly kind: "new" };

const opponentOf = (fixture: KnownFixture, team: string): string | undefined => {
  if (fixture.homeTeam === team) return fixture.awayTeam;
  return fixture.awayTeam === team ? fixture.homeTeam : undefined;
};

type HalfKnown = { readonly team: string; readonly unknown: string; readonly similar: readonly string[] };

/** The known team and the unknown name of an event that has one of each. */
const halfKnown = ({ home, away }: ResolvedEvent): HalfKnown | undefined => {
  if (home.resolution.kind === "team" && away.resolution.kind === "unknown")
    return { team: home.resolution.team, unknown: away.name, similar: away.resolution.similar };
  if (away.resolution.kind === "team" && home.resolution.kind === "unknown")
    return { team: away.resolution.team, unknown: home.name, similar: home.resolution.similar };
  return undefined;
};

/**
 * Whether a side may mean a team at all. Most fixtures are excluded in this way, because comparing names takes a hundred times as long.
 */
export const relatedTeams = (
  { name, resolution }: ResolvedSide,
  names: Pick<NameContext, "search">,
): ((team: string) => boolean) => {
  if (resolution.kind === "team") return (team) => team === resolution.team;
  if (resolution.kind === "ambiguous") return (team) => resolution.teams.includes(team);
  const related = names.search().related(name);
  const similar = new Set(resolution.similar);
  return (team) => related.has(team) || similar.has(team);
};

const isOpponentsName = (name: string, opponent: string, { affixFit, evidence }: NameContext): boolean => {
  const fit = affixFit(name, opponent);
  if (fit === "contradicts" || evidence.differInSquad(name, opponent)) return false;
  return fit === "nearly" || evidence.isClearlySameName(name, opponent);
};

/**
 * Finds the opponent of the event's known team, in the team's known fixtures around the event's start.
 * @returns the opponent, if the event's unknown name clearly is another spelling of the opponent's name; else undefined. Also undefined if
 *   these fixtures name several opponents. A team plays one match at a time, so only one of these opponents can be right, and it is not
 *   clear which one.
 */
const respelledOpponent = (event: ResolvedEvent, names: NameContext): string | undefined => {
  const half = halfKnown(event);
  if (half === undefined) return undefined;
  const { team, unknown, similar } = half;
  const { evidence, fixtures } = names;
  const opponents = new Set(
    fixtures.ofTeam(team).flatMap((fixture) => {
      const opponent = opponentOf(fixture, team);
      if (opponent === undefined) return [];
      const isBound = event.ref !== undefined && names.refs.get(event.ref) === fixture.id;
      const reachMs = isBound ? names.windows.sameMs : sameStartMs;
      return Math.abs(fixture.commenceTime - event.start) <= reachMs ? [opponent] : [];
    }),
  );
  const [opponent] = opponents;
  if (opponent === undefined || opponents.size > 1) return undefined;
  if (!isOpponentsName(unknown, opponent, names)) return undefined;
  if (names.namedElsewhere(opponent, event)) return undefined;
  const isAnother = (other: string): boolean =>
    other !== opponent && other !== team && evidence.couldSpell(unknown, other);
  return similar.some(isAnother) || names.search().spelledBy(unknown).some(isAnother) ? undefined : opponent;
};

/** Whether the two names clearly mean the two teams, in this order, and neither could be a spelling of another team. */
const areTeamsNames = (
  [home, away]: readonly [ResolvedSide, ResolvedSide],
  [first, second]: readonly [string, string],
  names: NameContext,
): boolean => {
  const isName = ({ name, resolution }: ResolvedSide, team: string): boolean => {
    if (resolution.kind !== "unknown" || !isOpponentsName(name, team, names)) return false;
    const isAnother = (other: string): boolean => other !== team && names.evidence.couldSpell(name, other);
    return !resolution.similar.some(isAnother) && !names.search().spelledBy(name).some(isAnother);
  };
  return isName(home, first) && isName(away, second);
};

/**
 * Finds the fixture that starts at about the same time as the event, and whose two teams the event clearly names in other spellings.
 * @returns these teams in the book's order; undefined if no fixture fits, or if several fixtures fit.
 */
function* respelledPair(
  event: ResolvedEvent,
  names: NameContext,
): Steps<readonly [string, string] | undefined> {
  if (event.home.resolution.kind !== "unknown" || event.away.resolution.kind !== "unknown") return undefined;
  const sides = [event.home, event.away] as const;
  const mayBe = relatedTeams(event.home, names);
  const pairs: (readonly [string, string])[] = [];
  for (const { homeTeam, awayTeam } of names.fixtures.around(event.start, sameStartMs)) {
    if (!mayBe(homeTeam) && !mayBe(awayTeam)) continue;
    yield;
    if (names.namedElsewhere(homeTeam, event) || names.namedElsewhere(awayTeam, event)) continue;
    const orders = [[homeTeam, awayTeam] as const, [awayTeam, homeTeam] as const];
    pairs.push(...orders.filter((teams) => areTeamsNames(sides, teams, names)));
  }
  return pairs.length === 1 ? pairs[0] : undefined;
}

/** The reason for doubt, if the known team has a fixture around the event's start, and the event is not clearly another match. */
const doubtByOpponent = (event: ResolvedEvent, names: NameContext): UnmatchedReason | undefined => {
  const half = halfKnown(event);
  if (half === undefined) return undefined;
  const { team, unknown } = half;
  const { evidence } = names;
  for (const fixture of names.fixtures.ofTeam(team)) {
    const opponent = opponentOf(fixture, team);
    const distance = Math.abs(fixture.commenceTime - event.start);
    if (opponent === undefined || distance > names.windows.oneOpponentMs) continue;
    if (distance > oneMatchMs && names.namedElsewhere(opponent, event)) continue;
    if (evidence.isClearlyAnother(unknown, opponent) && names.hasReplaced(fixture, team, event)) continue;
    if (evidence.differInSquad(unknown, opponent)) return "other_squad";
    return evidence.resembles(unknown, opponent) ? "looks_like_another_team" : "opponent_differs";
  }
  return undefined;
};

/** A town's name with an affix ("Sheffield FC") is a third club if two listed clubs of the town have longer names. */
const isThirdClubOfTown = (
  name: string,
  teams: readonly string[],
  { evidence, isListed }: NameContext,
): boolean => teams.length > 1 && teams.every((team) => isListed(team) && evidence.isTownOf(name, team));

/** Whether an unknown name could be a spelling of a team that the snapshot does not name elsewhere. */
function* spellsKnownTeam(event: ResolvedEvent, names: NameContext): Steps<boolean> {
  const knownTeam = halfKnown(event)?.team;
  for (const { name, resolution } of [event.home, event.away]) {
    if (resolution.kind !== "unknown") continue;
    yield;
    const candidates = new Set([...resolution.similar, ...names.search().spelledBy(name)]);
    yield;
    const spelled = [...candidates].filter(
      (team) =>
        team !== knownTeam && names.evidence.couldSpell(name, team) && !names.namedElsewhere(team, event),
    );
    if (spelled.length > 0 && !isThirdClubOfTown(name, spelled, names)) return true;
  }
  return false;
}

/** Whether neither name resolves to a team, and the names resemble the two teams of one fixture at about the same time. */
function* resemblesMatch(event: ResolvedEvent, names: NameContext): Steps<boolean> {
  if (event.home.resolution.kind === "team" || event.away.resolution.kind === "team") return false;
  const [home, away] = [event.home.name, event.away.name];
  const { resembles } = names.evidence;
  const mayBe = relatedTeams(event.home, names);
  for (const { homeTeam, awayTeam } of names.fixtures.around(event.start, oneMatchMs)) {
    if (!mayBe(homeTeam) && !mayBe(awayTeam)) continue;
    yield;
    if (names.namedElsewhere(homeTeam, event) || names.namedElsewhere(awayTeam, event)) continue;
    if (
      (resembles(home, homeTeam) && resembles(away, awayTeam)) ||
      (resembles(home, awayTeam) && resembles(away, homeTeam))
    )
      return true;
  }
  return false;
}

/**
 * The reason for doubt, if the event may be a variant of another event of the snapshot. If both names have a squad mark such as "U21", the
 * event is a match of its own.
 */
const doubtByListing = (event: ResolvedEvent, names: NameContext): UnmatchedReason | undefined => {
  const marked = [event.home, event.away].filter(({ name }) => names.evidence.isMarked(name)).length;
  if (marked === 2 || !names.isVariant(event)) return undefined;
  return marked === 1 ? "other_squad" : "derived_event";
};

/**
 * Whether an unknown name of the event may mean a listed team, or the opponent that a listed team is known to replace. Names of the
 * catalogue are never contested.
 */
const meansListedTeam = (event: ResolvedEvent, names: NameContext): boolean => {
  const { evidence, isListed, fixtures } = names;
  const known = halfKnown(event)?.team;
  const opponents =
    known === undefined
      ? []
      : fixtures
          .ofTeam(known)
          .filter(({ commenceTime }) => Math.abs(commenceTime - event.start) <= names.windows.oneOpponentMs)
          .flatMap((fixture) => opponentOf(fixture, known) ?? []);
  return [event.home, event.away].some(({ name, resolution }) => {
    if (resolution.kind !== "unknown") return false;
    const around = fixtures
      .around(event.start, oneMatchMs)
      .flatMap(({ homeTeam, awayTeam }) => [homeTeam, awayTeam]);
    return (
      opponents.some(isListed) ||
      [...resolution.similar, ...around].some((team) => isListed(team) && evidence.resembles(name, team))
    );
  });
};

/** Decides the teams of an event with an unknown name, in a sport in which such a name may be a new team. */
export function* decideUnknownTeams(event: ResolvedEvent, names: NameContext): Steps<UnknownTeamDecision> {
  const opponent = respelledOpponent(event, names);
  const { home, away } = event;
  if (opponent !== undefined)
    return {
      kind: "respelled",
      home: home.resolution.kind === "team" ? home.resolution.team : opponent,
      away: away.resolution.kind === "team" ? away.resolution.team : opponent,
    };
  const pair = yield* respelledPair(event, names);
  if (pair !== undefined) return { kind: "respelled", home: pair[0], away: pair[1] };
  const byListing = doubtByListing(event, names);
  let reason = doubtByOpponent(event, names) ?? byListing;
  if (
    reason === undefined &&
    ((yield* spellsKnownTeam(event, names)) || (yield* resemblesMatch(event, names)))
  )
    reason = "looks_like_another_team";
  if (reason === undefined) return { kind: "new" };
  const isApart = reason !== "other_squad" && byListing === undefined && !meansListedTeam(event, names);
  return { kind: "uncertain", reason, isApart };
}

/**
 * The known fixture that this seemingly new event probably duplicates: one team is the same, and the event's other name may be a spelling
 * of the fixture's other team. An event of two listed teams duplicates no fixture, because all names of listed teams are known.
 */
export const likelyDuplicateOf = (
  event: ResolvedEvent,
  teams: { readonly home: string; readonly away: string },
  names: NameContext,
): KnownFixture | undefined => {
  if (names.isListed(teams.home) && names.isListed(teams.away)) return undefined;
  const duplicated = (team: string, other: string): KnownFixture | undefined =>
    names.fixtures.ofTeam(team).find((fixture) => {
      const opponent = opponentOf(fixture, team);
      return (
        opponent !== undefined &&
        opponent !== other &&
        Math.abs(fixture.commenceTime - event.start) <= oneMatchMs &&
        names.evidence.couldBe(other, opponent) &&
        !names.namedElsewhere(opponent, event)
      );
    });
  return duplicated(teams.home, teams.away) ?? duplicated(teams.away, teams.home);
};
