import type { LeagueTeams } from "@/server/catalogue/league-teams";
import { normalizeName } from "@/server/catalogue/normalize-name";

export type Franchise = {
  readonly name: string;
  /** Places that its name is written with, former ones included. */
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

/** Spellings of a team of a city with two: "Los Angeles R", "Chicago WS". */
const byInitials = (team: Franchise, all: readonly Franchise[]): string[] =>
  team.places
    .filter((place) =>
      all.some(
        (other) =>
          other !== team && other.places.some((known) => normalizeName(known) === normalizeName(place)),
      ),
    )
    .flatMap((place) => team.nicknames.map((nickname) => `${place} ${initials(nickname)}`));

/**
 * The teams of a North American league with every spelling that its parts make: "Kansas City Chiefs", "KC Chiefs", "Chiefs", "Kansas
 * City", "KC". A part that two teams share is ambiguous between them.
 */
export const proLeague = (franchises: readonly Franchise[]): LeagueTeams => ({
  teams: Object.fromEntries(
    franchises.map((team) => {
      const { name, places, nicknames, codes, also = [] } = team;
      const whole = [...places, ...codes].flatMap((place) =>
        nicknames.map((nickname) => `${place} ${nickname}`),
      );
      return [name, [...whole, ...nicknames, ...places, ...codes, ...byInitials(team, franchises), ...also]];
    }),
  ),
});
