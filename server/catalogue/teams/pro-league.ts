import { type LeagueTeams, lazyLeague } from "@/server/catalogue/league-teams";
import { normalizeName } from "@/server/catalogue/normalize-name";
import { shortPlaces } from "@/server/catalogue/teams/short-places";

export type Franchise = {
  readonly name: string;
  /** Places in the team's name, including former places. */
  readonly places: readonly string[];
  readonly nicknames: readonly string[];
  /** Abbreviations that feeds use. */
  readonly codes: readonly string[];
  readonly also?: readonly string[];
};

const initials = (words: string): string =>
  words
    .split(" ")
    .map((word) => word[0] ?? "")
    .join("");

const placesOf = ({ places }: Franchise): string[] =>
  places.flatMap((place) => [place, ...(shortPlaces.get(place) ?? [])]);

/** Spellings of a team in a city with two teams: "Los Angeles R", "Chicago WS". */
const byInitials = (team: Franchise, all: readonly Franchise[]): string[] => {
  const taken = new Set(
    all
      .filter((other) => other !== team)
      .flatMap(placesOf)
      .map(normalizeName),
  );
  return placesOf(team)
    .filter((place) => taken.has(normalizeName(place)))
    .map((place) => `${place} ${initials(team.nicknames[0] ?? "")}`);
};

const partsOf = (team: Franchise, all: readonly Franchise[]): string[] => {
  const places = placesOf(team);
  const whole = [...places, ...team.codes].flatMap((place) =>
    team.nicknames.flatMap((nickname) => [`${place} ${nickname}`, `${nickname} ${place}`]),
  );
  return [...whole, ...team.nicknames, ...places, ...team.codes, ...byInitials(team, all)];
};

/**
 * The teams of a North American league, with their spellings. The parts of a team's name are combined: "Kansas City Chiefs", "KC Chiefs",
 * "Chiefs", "Kansas City", "KC". If two teams share a part, the part alone is ambiguous between them.
 */
export const proLeague = (franchises: readonly Franchise[]): LeagueTeams =>
  lazyLeague(() => readFranchises(franchises));

const readFranchises = (franchises: readonly Franchise[]): LeagueTeams => {
  const byPart = new Map<string, Set<string>>();
  const parts = new Map(franchises.map((team) => [team.name, partsOf(team, franchises)]));
  for (const [name, spellings] of parts)
    for (const spelling of spellings) {
      const key = normalizeName(spelling);
      byPart.set(key, (byPart.get(key) ?? new Set()).add(name));
    }
  const teams = franchises.map(({ name, also = [] }) => {
    const own = (parts.get(name) ?? []).filter((spelling) => byPart.get(normalizeName(spelling))?.size === 1);
    return [name, [...new Set([...own, ...also])]] as const;
  });
  const shared = [...byPart].flatMap(([part, names]) =>
    names.size > 1 ? [[part, [...names]] as const] : [],
  );
  return { teams: Object.fromEntries(teams), shared: Object.fromEntries(shared) };
};
