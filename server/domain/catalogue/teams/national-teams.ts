import { joinLeagues, type LeagueTeams, withoutWomensNames } from "@/server/domain/catalogue/league-teams";
import { teamsOf } from "@/server/domain/catalogue/team-file";
import africanNations from "@/server/domain/catalogue/teams/african-nations.json" with { type: "json" };
import americanNations from "@/server/domain/catalogue/teams/american-nations.json" with { type: "json" };
import asianNations from "@/server/domain/catalogue/teams/asian-nations.json" with { type: "json" };
import europeanNations from "@/server/domain/catalogue/teams/european-nations.json" with { type: "json" };

const continents = [africanNations, americanNations, asianNations, europeanNations].map(teamsOf);

/** The national football teams of the world: FIFA's members, and islands that play in regional cups. Includes names of women's sides. */
export const nationalTeamsOfWomen: LeagueTeams = {
  teams: joinLeagues(...continents).teams,
  codes: Object.assign({}, ...continents.map(({ codes }) => codes)),
  shared: {
    Korea: ["North Korea", "South Korea"],
    "Virgin Islands": ["British Virgin Islands", "US Virgin Islands"],
    "Virgin Is.": ["British Virgin Islands", "US Virgin Islands"],
  },
};

/** The national teams for competitions of men's sides, without names of women's sides. */
export const nationalTeams = withoutWomensNames(nationalTeamsOfWomen);
