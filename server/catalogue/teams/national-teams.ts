import { joinLeagues, type LeagueTeams, withoutWomensNames } from "@/server/catalogue/league-teams";
import { teamsOf } from "@/server/catalogue/team-file";
import africanNations from "@/server/catalogue/teams/african-nations.json" with { type: "json" };
import americanNations from "@/server/catalogue/teams/american-nations.json" with { type: "json" };
import asianNations from "@/server/catalogue/teams/asian-nations.json" with { type: "json" };
import europeanNations from "@/server/catalogue/teams/european-nations.json" with { type: "json" };

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
