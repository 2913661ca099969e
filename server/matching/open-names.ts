import type { TeamIndex } from "@/server/catalogue/team-index";
import type { FixtureIndex } from "@/server/matching/fixture-index";
import type { KnownFixture } from "@/server/matching/match-input";
import type { NameEvidence } from "@/server/matching/name-evidence";
import type { EventReading } from "@/server/matching/read-events";
import type { UnmatchedReason } from "@/server/matching/unmatched-reasons";
import { oneMatchMs, samePointMs, type Windows } from "@/server/matching/windows";

export type OpenNames = {
  readonly fixtures: FixtureIndex;
  readonly refs: ReadonlyMap<string, string>;
  readonly windows: Windows;
  readonly evidence: NameEvidence;
  /** Whether another event of the snapshot names the team outright: a book does not spell one team in two ways. */
  readonly namedElsewhere: (team: string, event: EventReading) => boolean;
  /** See `TeamIndex`. */
  readonly affixFit: TeamIndex["affixFit"];
  readonly isListed: (team: string) => boolean;
  /** Whether the book has given up the fixture, which it stated before, for this event with one of its two teams. */
  readonly hasReplaced: (fixture: KnownFixture, team: string, event: EventReading) => boolean;
};

export type OpenDecision =
  | { readonly kind: "respelled"; readonly home: string; readonly away: string }
  | { readonly kind: "doubtful"; readonly reason: UnmatchedReason }
  | { readonly kind: "fresh" };

const opponentOf = (fixture: KnownFixture, team: string): string | undefined => {
  if (fixture.homeTeam === team) return fixture.awayTeam;
  return fixture.awayTeam === team ? fixture.homeTeam : undefined;
};

/** The known team and the unknown name, where an event has one of each. */
const halfKnown = ({ home, away }: EventReading) => {
  if (home.resolution.kind === "team" && away.resolution.kind === "unknown")
    return { team: home.resolution.team, unknown: away.name, similar: away.resolution.similar };
  if (away.resolution.kind === "team" && home.resolution.kind === "unknown")
    return { team: away.resolution.team, unknown: home.name, similar: home.resolution.similar };
  return undefined;
};

const isOpponentsName = (name: string, opponent: string, { affixFit, evidence }: OpenNames): boolean => {
  const fit = affixFit(name, opponent);
  if (fit === "contradicts" || evidence.differInSquad(name, opponent)) return false;
  return fit === "nearly" || evidence.isPlainlySameName(name, opponent);
};

/**
 * The opponent that an unknown name spells in another way: the known team plays against it at that very time (a team plays one match
 * at a time), the name is plainly its name, and it fits no other team.
 */
const plainOpponent = (event: EventReading, names: OpenNames): string | undefined => {
  const half = halfKnown(event);
  if (half === undefined) return undefined;
  const { team, unknown, similar } = half;
  const { evidence, fixtures } = names;
  const opponents = new Set(
    fixtures.ofTeam(team).flatMap((fixture) => {
      const opponent = opponentOf(fixture, team);
      if (opponent === undefined) return [];
      const bound = event.ref !== undefined && names.refs.get(event.ref) === fixture.id;
      const reach = bound ? names.windows.sameMs : samePointMs;
      return Math.abs(fixture.commenceTime - event.start) <= reach ? [opponent] : [];
    }),
  );
  const [opponent] = opponents;
  if (opponent === undefined || opponents.size > 1) return undefined;
  if (!isOpponentsName(unknown, opponent, names)) return undefined;
  if (names.namedElsewhere(opponent, event)) return undefined;
  const isAnother = (other: string): boolean =>
    other !== opponent && other !== team && evidence.couldSpell(unknown, other);
  return similar.some(isAnother) || [...fixtures.teams].some(isAnother) ? undefined : opponent;
};

/** Why the unknown name may well be the opponent that the known team is known to play around that time. */
const doubtByOpponent = (event: EventReading, names: OpenNames): UnmatchedReason | undefined => {
  const half = halfKnown(event);
  if (half === undefined) return undefined;
  const { team, unknown } = half;
  const { evidence } = names;
  for (const fixture of names.fixtures.ofTeam(team)) {
    const opponent = opponentOf(fixture, team);
    const distance = Math.abs(fixture.commenceTime - event.start);
    if (opponent === undefined || distance > names.windows.busyMs) continue;
    if (distance > oneMatchMs && names.namedElsewhere(opponent, event)) continue;
    if (evidence.isClearlyAnother(unknown, opponent) && names.hasReplaced(fixture, team, event)) continue;
    if (evidence.differInSquad(unknown, opponent)) return "other_squad";
    return evidence.resembles(unknown, opponent) ? "looks_like_another_team" : "opponent_differs";
  }
  return undefined;
};

/** A town's name under an affix, where two listed clubs of the town have longer names, is a third club: neither is called so. */
const isClubOfItsOwn = (name: string, teams: readonly string[], { evidence, isListed }: OpenNames): boolean =>
  teams.length > 1 && teams.every((team) => isListed(team) && evidence.isTownOf(name, team));

/** An unknown name could be a spelling of a team that the snapshot does not name otherwise. */
const spellsKnownTeam = (event: EventReading, names: OpenNames): boolean => {
  const known = halfKnown(event)?.team;
  return [event.home, event.away].some(({ name, resolution }) => {
    if (resolution.kind !== "unknown") return false;
    const candidates = new Set([...resolution.similar, ...names.fixtures.teams]);
    const spelled = [...candidates].filter(
      (team) => team !== known && names.evidence.couldSpell(name, team) && !names.namedElsewhere(team, event),
    );
    return spelled.length > 0 && !isClubOfItsOwn(name, spelled, names);
  });
};

/** Both names are unknown and both resemble the teams of one match at that time. */
const resemblesMatch = (event: EventReading, names: OpenNames): boolean => {
  if (event.home.resolution.kind === "team" || event.away.resolution.kind === "team") return false;
  const [home, away] = [event.home.name, event.away.name];
  const { resembles } = names.evidence;
  return names.fixtures.around(event.start, oneMatchMs).some(({ homeTeam, awayTeam }) => {
    if (names.namedElsewhere(homeTeam, event) || names.namedElsewhere(awayTeam, event)) return false;
    return (
      (resembles(home, homeTeam) && resembles(away, awayTeam)) ||
      (resembles(home, awayTeam) && resembles(away, homeTeam))
    );
  });
};

/** What to make of an event with an unknown name, in a sport where such a name may be a new team. */
export const decideOpenNames = (event: EventReading, names: OpenNames): OpenDecision => {
  const opponent = plainOpponent(event, names);
  const { home, away } = event;
  if (opponent !== undefined)
    return {
      kind: "respelled",
      home: home.resolution.kind === "team" ? home.resolution.team : opponent,
      away: away.resolution.kind === "team" ? away.resolution.team : opponent,
    };
  const reason = doubtByOpponent(event, names);
  if (reason !== undefined) return { kind: "doubtful", reason };
  const resembling = spellsKnownTeam(event, names) || resemblesMatch(event, names);
  return resembling ? { kind: "doubtful", reason: "looks_like_another_team" } : { kind: "fresh" };
};

/**
 * The fixture of which a seemingly new one is another spelling: one team is the same at that time, the other could be the same. Two
 * listed teams are never another spelling: their names are known.
 */
export const shadowedFixture = (
  event: EventReading,
  teams: { readonly home: string; readonly away: string },
  names: OpenNames,
): KnownFixture | undefined => {
  if (names.isListed(teams.home) && names.isListed(teams.away)) return undefined;
  const rival = (team: string, other: string): KnownFixture | undefined =>
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
  return rival(teams.home, teams.away) ?? rival(teams.away, teams.home);
};
