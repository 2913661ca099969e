import type { KnownFixture } from "@/server/matching/match-input";
import type { NameEvidence } from "@/server/matching/name-evidence";
import type { EventReading } from "@/server/matching/read-events";
import { hourMs, samePointMs, type Windows } from "@/server/matching/windows";

/** No team plays two matches within this time, in any sport. */
const oneMatchMs = 3 * hourMs;

export type OpenNames = {
  readonly fixtures: readonly KnownFixture[];
  /** Every team that occurs in the fixtures. */
  readonly teams: ReadonlySet<string>;
  readonly refs: ReadonlyMap<string, string>;
  readonly windows: Windows;
  readonly evidence: NameEvidence;
  /** Whether another event of the snapshot names the team outright: a book does not spell one team in two ways. */
  readonly namedElsewhere: (team: string, event: EventReading) => boolean;
};

export type OpenDecision =
  | { readonly kind: "respelled"; readonly home: string; readonly away: string }
  | { readonly kind: "doubtful" }
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

/**
 * The opponent that an unknown name spells in another way: the known team plays against it at that very time (a team plays one match
 * at a time), the name is plainly its name, and it fits no other team.
 */
const plainOpponent = (event: EventReading, names: OpenNames): string | undefined => {
  const half = halfKnown(event);
  if (half === undefined) return undefined;
  const { team, unknown, similar } = half;
  const opponents = new Set(
    names.fixtures.flatMap((fixture) => {
      const opponent = opponentOf(fixture, team);
      if (opponent === undefined) return [];
      const bound = event.ref !== undefined && names.refs.get(event.ref) === fixture.id;
      const reach = bound ? names.windows.sameMs : samePointMs;
      return Math.abs(fixture.commenceTime - event.start) <= reach ? [opponent] : [];
    }),
  );
  const [opponent] = opponents;
  if (opponent === undefined || opponents.size > 1) return undefined;
  if (!names.evidence.isPlainlySameName(unknown, opponent) || names.namedElsewhere(opponent, event))
    return undefined;
  const fitsAnother = [...similar, ...names.teams].some(
    (other) => other !== opponent && other !== team && names.evidence.couldBe(unknown, other),
  );
  return fitsAnother ? undefined : opponent;
};

/** The known team plays somebody else around that time, whom the unknown name may well mean. */
const meetsSomebodyElse = (event: EventReading, names: OpenNames): boolean => {
  const half = halfKnown(event);
  if (half === undefined) return false;
  return names.fixtures.some((fixture) => {
    const opponent = opponentOf(fixture, half.team);
    const distance = Math.abs(fixture.commenceTime - event.start);
    if (opponent === undefined || distance > names.windows.busyMs) return false;
    return distance <= oneMatchMs || !names.namedElsewhere(opponent, event);
  });
};

/** An unknown name could be a team that the snapshot does not name otherwise. */
const spellsKnownTeam = (event: EventReading, names: OpenNames): boolean => {
  const known = halfKnown(event)?.team;
  return [event.home, event.away].some(({ name, resolution }) => {
    if (resolution.kind !== "unknown") return false;
    return [...resolution.similar, ...names.teams].some(
      (team) => team !== known && names.evidence.couldBe(name, team) && !names.namedElsewhere(team, event),
    );
  });
};

/** Both names are unknown and both resemble the teams of one match at that time. */
const resemblesMatch = (event: EventReading, names: OpenNames): boolean => {
  if (event.home.resolution.kind === "team" || event.away.resolution.kind === "team") return false;
  const [home, away] = [event.home.name, event.away.name];
  return names.fixtures.some(({ homeTeam, awayTeam, commenceTime }) => {
    if (Math.abs(commenceTime - event.start) > oneMatchMs) return false;
    if (names.namedElsewhere(homeTeam, event) || names.namedElsewhere(awayTeam, event)) return false;
    return (
      (names.evidence.resembles(home, homeTeam) && names.evidence.resembles(away, awayTeam)) ||
      (names.evidence.resembles(home, awayTeam) && names.evidence.resembles(away, homeTeam))
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
  const doubtful =
    meetsSomebodyElse(event, names) || spellsKnownTeam(event, names) || resemblesMatch(event, names);
  return { kind: doubtful ? "doubtful" : "fresh" };
};

/** The fixture of which a seemingly new one is another spelling: one team is the same at that time, the other could be the same. */
export const shadowedFixture = (
  event: EventReading,
  teams: { readonly home: string; readonly away: string },
  names: OpenNames,
): KnownFixture | undefined =>
  names.fixtures.find((fixture) => {
    if (Math.abs(fixture.commenceTime - event.start) > oneMatchMs) return false;
    const rival = (team: string, other: string): boolean => {
      const opponent = opponentOf(fixture, team);
      return (
        opponent !== undefined &&
        opponent !== other &&
        names.evidence.couldBe(other, opponent) &&
        !names.namedElsewhere(opponent, event)
      );
    };
    return rival(teams.home, teams.away) || rival(teams.away, teams.home);
  });
