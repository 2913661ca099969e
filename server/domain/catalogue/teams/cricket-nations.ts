import { withoutWomensNames } from "@/server/domain/catalogue/league-teams";
import { teamsOf } from "@/server/domain/catalogue/team-file";
import nations from "@/server/domain/catalogue/teams/cricket-nations.json" with { type: "json" };

/** National cricket teams, with the names of women's sides ("White Ferns"). */
export const cricketNationsOfWomen = teamsOf(nations);

/** National cricket teams for men's competitions, without the names of women's sides. */
export const cricketNations = withoutWomensNames(cricketNationsOfWomen);
