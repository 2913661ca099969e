import type { ListedTeam, TeamFile } from "@/server/domain/catalogue/check-team-file";
import { type LeagueTeams, lazyLeague } from "@/server/domain/catalogue/league-teams";
import { normalizeName } from "@/server/domain/catalogue/normalize-name";
import { shortPlaces } from "@/server/domain/catalogue/teams/short-places";
import { getOrInsert } from "@/server/domain/collections";

const initials = (words: string): string =>
  words
    .split(" ")
    .map((word) => word[0] ?? "")
    .join("");

const placesOf = ({ places = [] }: ListedTeam): string[] =>
  places.flatMap((place) => [place, ...(shortPlaces.get(place) ?? [])]);

/** Spellings of a team in a city with two teams: "Los Angeles R", "Chicago WS". */
const byInitials = (team: ListedTeam, all: readonly ListedTeam[]): string[] => {
  const taken = new Set(
    all
      .filter((other) => other !== team)
      .flatMap(placesOf)
      .map(normalizeName),
  );
  return placesOf(team)
    .filter((place) => taken.has(normalizeName(place)))
    .map((place) => `${place} ${initials(team.nicknames?.[0] ?? "")}`);
};

const partsOf = (team: ListedTeam, all: readonly ListedTeam[]): string[] => {
  const places = placesOf(team);
  const { nicknames = [], codes = [] } = team;
  const whole = [...places, ...codes].flatMap((place) =>
    nicknames.flatMap((nickname) => [`${place} ${nickname}`, `${nickname} ${place}`]),
  );
  return [...whole, ...nicknames, ...places, ...codes, ...byInitials(team, all)];
};

/**
 * The teams of a North American league, with their spellings. The parts of a team's name are combined: "Kansas City Chiefs", "KC Chiefs",
 * "Chiefs", "Kansas City", "KC". If two teams share a part, the part alone is ambiguous between them.
 */
export const proLeague = (file: TeamFile): LeagueTeams => lazyLeague(() => readFranchises(file));

const readFranchises = ({ teams: franchises, shared: declared = {} }: TeamFile): LeagueTeams => {
  const byPart = new Map<string, Set<string>>();
  const parts = new Map(franchises.map((team) => [team.name, partsOf(team, franchises)]));
  for (const [name, spellings] of parts)
    for (const spelling of spellings) {
      const key = normalizeName(spelling);
      getOrInsert(byPart, key, () => new Set()).add(name);
    }
  const teams = franchises.map(({ name, spellings = [] }) => {
    const own = (parts.get(name) ?? []).filter((spelling) => byPart.get(normalizeName(spelling))?.size === 1);
    return [name, [...new Set([...own, ...spellings])]] as const;
  });
  const shared = [...byPart].flatMap(([part, names]) =>
    names.size > 1 ? [[part, [...names]] as const] : [],
  );
  return { teams: Object.fromEntries(teams), shared: { ...Object.fromEntries(shared), ...declared } };
};
