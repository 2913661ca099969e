import { findSport } from "@/server/domain/catalogue/sports";
import { createTeamIndex, type NameAlias } from "@/server/domain/catalogue/team-index";
import { hourMs } from "@/server/domain/durations";
import { type EventMatch, matchEvents } from "@/server/ingest/matching/match-events";
import type { KnownFixture, ListedEvent } from "@/server/ingest/matching/match-input";

/** Parses a UTC time without seconds, such as `2026-11-22T18:00`, to ms since the epoch. */
export const at = (time: string): number => Date.parse(`${time}:00Z`);

/** A known fixture "Away at Home". */
export const fixture = (id: string, away: string, home: string, time: string): KnownFixture => ({
  id,
  homeTeam: home,
  awayTeam: away,
  commenceTime: at(time),
});

/** An event as a book lists it, "away at home". */
export const listed = (away: string, home: string, time: string, ref?: string): ListedEvent => ({
  ref,
  commenceTime: at(time),
  home,
  away,
});

export type Scene = {
  readonly fixtures?: readonly KnownFixture[];
  readonly events: readonly ListedEvent[];
  readonly refs?: Readonly<Record<string, string>>;
  /** Names learned from books, in addition to the teams of the fixtures. */
  readonly learned?: readonly string[];
  readonly aliases?: readonly NameAlias[];
  /** When the snapshot was recorded. Default: an hour before the earliest start of the events and fixtures. */
  readonly recorded?: string;
  readonly complete?: boolean;
  /** Ids of fixtures that the book listed in earlier snapshots. */
  readonly quoted?: readonly string[];
  /** Fixture id -> the starts that other books state. */
  readonly startsOfOthers?: Readonly<Record<string, readonly string[]>>;
};

/** Matches one snapshot. In an open sport, the teams of the fixtures count as learned. */
export const matchIn = (sportKey: string, scene: Scene): EventMatch[] => {
  const sport = findSport(sportKey);
  if (sport === undefined) throw new Error(`No such sport: ${sportKey}`);
  const fixtures = scene.fixtures ?? [];
  const fromFixtures =
    sport.names === "open" ? fixtures.flatMap(({ homeTeam, awayTeam }) => [homeTeam, awayTeam]) : [];
  const learned = [...new Set([...fromFixtures, ...(scene.learned ?? [])])];
  const starts = [...scene.events, ...fixtures].map(({ commenceTime }) => commenceTime);
  return matchEvents({
    sport,
    recordedAt: scene.recorded === undefined ? Math.min(...starts) - hourMs : at(scene.recorded),
    complete: scene.complete ?? false,
    quoted: new Set(scene.quoted),
    startsOfOthers: new Map(
      Object.entries(scene.startsOfOthers ?? {}).map(([id, starts]) => [id, starts.map(at)]),
    ),
    events: scene.events,
    fixtures,
    refs: new Map(Object.entries(scene.refs ?? {})),
    teams: createTeamIndex(sport, learned, scene.aliases),
  });
};

/**
 * Summarizes how an event was matched: the fixture's id (`~id` if the sides are swapped), or `new` for a new fixture. For an unmatched
 * event, the summary is the reason and the candidate fixtures. A known candidate is written as its id, and a candidate that is new in this
 * snapshot as `#` and the index of its event.
 */
export const inShort = (match: EventMatch): string => {
  if (match.kind === "fixture") return match.swapped ? `~${match.fixtureId}` : match.fixtureId;
  if (match.kind === "new") return "new";
  const meant = [...match.candidateFixtures, ...match.candidateNewEvents.map((index) => `#${index}`)];
  return [match.reason, ...meant].join(" ");
};

export const outcomesIn = (sportKey: string, scene: Scene): string[] => matchIn(sportKey, scene).map(inShort);

/** The catalogue's name of the team that `name` means; `name` itself if it means no team of the catalogue. */
export const listedName = (sportKey: string, name: string): string => {
  const sport = findSport(sportKey);
  if (sport === undefined) throw new Error(`No such sport: ${sportKey}`);
  const resolution = createTeamIndex(sport, []).resolve(name);
  return resolution.kind === "team" ? resolution.team : name;
};
