import type { Board } from "@/server/board/board";
import type { FixtureRecord } from "@/server/catalogue/fixture-record";
import { normalizeName } from "@/server/catalogue/normalize-name";
import type { Sport } from "@/server/catalogue/sports";
import { createTeamIndex, type TeamIndex } from "@/server/catalogue/team-index";
import { ApiError, quoted } from "@/server/errors/api-error";
import { toWireTime } from "@/server/serialize/serialize";

const indexes = new Map<string, TeamIndex>();

const indexOf = (sport: Sport): TeamIndex => {
  const index = indexes.get(sport.key) ?? createTeamIndex(sport, []);
  indexes.set(sport.key, index);
  return index;
};

const maxNameCharacters = 80;

/**
 * Whether a team answers to a name: the catalogue knows the name as a spelling of the team, or each word of the name begins a word of the
 * team's name. `matches` finds more than one team for a place with several.
 */
export const createMatchesTeam = (sport: Sport, name: string): ((team: string) => boolean) => {
  const shortened = name.slice(0, maxNameCharacters);
  // `exactly` instead of `resolve`, which keeps every name that it has seen.
  const known = new Set(indexOf(sport).exactly(shortened));
  const words = normalizeName(shortened).split(" ");
  if (words.join("") === "") return () => false;
  return (team) => {
    if (known.has(team)) return true;
    if (known.size > 0) return false;
    const own = normalizeName(team).split(" ");
    return words.every((word) => own.some((candidate) => candidate.startsWith(word)));
  };
};

/** How a tool names one game: by its fixture id, or by a team that plays next. */
export type GameName = { readonly fixture_id?: string | undefined; readonly team?: string | undefined };

const choice = (fixture: FixtureRecord): string =>
  `${fixture.id} (${toWireTime(fixture.commenceTime, "iso")})`;

/** The id of a game, and what the reader should know about the choice. */
export type FoundGame = { readonly id: string; readonly note?: string };

const maxChoices = 5;

/**
 * Finds the id of the game that a tool's arguments name. A team means its next game that has not started.
 * @throws BAD_REQUEST if the arguments name no game, or several teams answer to the name; UNKNOWN_EVENT if the team has no upcoming game.
 */
export const requireGame = (
  board: Board,
  sport: Sport,
  { fixture_id: id, team }: GameName,
  now: number,
): FoundGame => {
  if (id !== undefined) return { id };
  if (team === undefined)
    throw new ApiError("BAD_REQUEST", { message: "Name the game: send fixture_id or team." });
  const matches = createMatchesTeam(sport, team);
  const games = board
    .upcoming(sport.key, now)
    .filter((game) => matches(game.homeTeam) || matches(game.awayTeam));
  const [next, ...later] = games;
  if (next === undefined)
    throw new ApiError("UNKNOWN_EVENT", {
      message: `No team ${quoted(team)} has an upcoming game in ${sport.title}.`,
    });
  const teams = new Set(games.flatMap((game) => [game.homeTeam, game.awayTeam].filter(matches)));
  if (teams.size > 1)
    throw new ApiError("BAD_REQUEST", {
      message: `team: ${quoted(team)} fits ${[...teams].slice(0, maxChoices).map(quoted).join(", ")}. Send the full name.`,
    });
  if (later.length === 0) return { id: next.id };
  return {
    id: next.id,
    note: `This is the team's next game. Later: ${later.slice(0, maxChoices).map(choice).join(", ")}.`,
  };
};
