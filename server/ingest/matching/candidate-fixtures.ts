import type { NameResolution } from "@/server/domain/catalogue/team-index";
import type { NameEvidence } from "@/server/ingest/matching/name-evidence";

/** The teams and the start (ms since the epoch) of a known fixture, or of a new fixture from the snapshot that is being matched. */
export type TeamsAndStart = {
  readonly homeTeam: string;
  readonly awayTeam: string;
  readonly commenceTime: number;
};

/** One side of an event: the book's name for the team, and the teams that the name may mean. */
export type ResolvedSide = { readonly name: string; readonly resolution: NameResolution };

type Likeness = "yes" | "maybe" | "no";

const likenessOf = ({ name, resolution }: ResolvedSide, team: string, evidence: NameEvidence): Likeness => {
  if (resolution.kind === "team") return resolution.team === team ? "yes" : "no";
  if (resolution.kind === "ambiguous") return resolution.teams.includes(team) ? "yes" : "no";
  if (evidence.isPlaceholder(name)) return "maybe";
  if (evidence.isOtherSquad(name, team) || evidence.isDerivedEvent(name)) return "no";
  return resolution.similar.includes(team) || evidence.couldBe(name, team) ? "yes" : "maybe";
};

const mayBeSamePair = (a: Likeness, b: Likeness): boolean =>
  a !== "no" && b !== "no" && (a === "yes" || b === "yes");

/**
 * Whether an unmatched event may be the fixture `match`. Their starts must be at most `nearMs` apart. The event's names are compared with
 * the fixture's teams, in the same order and in reverse. In one of the two orders, at least one name must have the likeness `yes`, and
 * neither name may have the likeness `no`.
 */
export const isCandidate = (
  event: { readonly start: number; readonly home: ResolvedSide; readonly away: ResolvedSide },
  match: TeamsAndStart,
  nearMs: number,
  evidence: NameEvidence,
): boolean => {
  if (Math.abs(event.start - match.commenceTime) > nearMs) return false;
  return (
    mayBeSamePair(
      likenessOf(event.home, match.homeTeam, evidence),
      likenessOf(event.away, match.awayTeam, evidence),
    ) ||
    mayBeSamePair(
      likenessOf(event.home, match.awayTeam, evidence),
      likenessOf(event.away, match.homeTeam, evidence),
    )
  );
};
