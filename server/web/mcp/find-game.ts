import { LRUCache } from "lru-cache";
import type { FixtureRecord } from "@/server/domain/catalogue/fixture-record";
import { normalizeName } from "@/server/domain/catalogue/normalize-name";
import type { Sport } from "@/server/domain/catalogue/sports";
import { leagueTeamsOf } from "@/server/domain/catalogue/team-lists";
import { ApiError, quoted } from "@/server/domain/errors/api-error";
import { toWireTime } from "@/server/domain/serialize/serialize";
import type { Board } from "@/server/market/board/board";
import { createMatchesWords } from "@/server/web/mcp/match-words";
import type { Extent } from "@/server/web/mcp/tool";

/** Normalized spelling -> the teams that it may mean. */
type Spellings = ReadonlyMap<string, ReadonlySet<string>>;

const maxLeagues = 20;

/** The spellings of a league's teams. A cache, because the list of a large country takes a tenth of a second. */
const spellings = new LRUCache<string, Spellings>({
  max: maxLeagues,
  memoMethod: (sportKey) => {
    const { teams, codes = {}, shared = {} } = leagueTeamsOf(sportKey);
    const known = new Map<string, Set<string>>();
    const add = (spelling: string, team: string): void => {
      const normalized = normalizeName(spelling);
      known.set(normalized, (known.get(normalized) ?? new Set()).add(team));
    };
    for (const [team, others] of Object.entries(teams)) for (const name of [team, ...others]) add(name, team);
    for (const [code, team] of Object.entries(codes)) add(code, team);
    for (const [name, meant] of Object.entries(shared)) for (const team of meant) add(name, team);
    return known;
  },
});

const maxNameCharacters = 80;

/**
 * Whether a team answers to a name: the catalogue knows the name as a spelling of the team, or each word of the name begins a word of the
 * team's name. More than one team answers to a place with several.
 * @param usesSpellings whether the catalogue's spellings count. Looking them up in all leagues at once would take two seconds.
 */
export const createMatchesTeam = (
  sport: Sport,
  name: string,
  usesSpellings: boolean,
): ((team: string) => boolean) => {
  const given = name.slice(0, maxNameCharacters);
  const known = usesSpellings ? spellings.memo(sport.key).get(normalizeName(given)) : undefined;
  return known === undefined ? createMatchesWords(given) : (team) => known.has(team);
};

/** How a tool names one game: by its fixture id, or by a team that plays next. */
export type GameName = { readonly fixture_id?: string | undefined; readonly team?: string | undefined };

const choice = (fixture: FixtureRecord): string =>
  `${fixture.id} (${toWireTime(fixture.commenceTime, "iso")})`;

/** The id of a game, and what the reader should know about the choice. */
export type FoundGame = { readonly id: string; readonly note?: string };

/** What the extent of a result says about the choice of its game. */
export const noteOf = (found: FoundGame | undefined): Pick<Extent, "note"> =>
  found?.note === undefined ? {} : { note: found.note };

export const maxChoices = 5;

/** The next game of a team or a player. @param whose whose game it is, for the note about the later games. */
export const foundNext = (
  next: FixtureRecord,
  later: readonly FixtureRecord[],
  whose: "team" | "player",
): FoundGame => {
  if (later.length === 0) return { id: next.id };
  return {
    id: next.id,
    note: `This is the ${whose}'s next game. Later: ${later.slice(0, maxChoices).map(choice).join(", ")}.`,
  };
};

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
  const matches = createMatchesTeam(sport, team, true);
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
  return foundNext(next, later, "team");
};
