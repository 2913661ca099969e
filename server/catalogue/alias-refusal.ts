import { isDerivedEvent, isPlaceholder } from "@/server/catalogue/event-marks";
import { normalizeName } from "@/server/catalogue/normalize-name";
import type { NameAlias, TeamIndex } from "@/server/catalogue/team-index";

/**
 * Why an operator may not add the alias, as a sentence without a full stop; undefined where it is allowed. The name of another team,
 * alone or among several, can never be given away.
 *
 * @param isFixtureTeam whether a fixture of the sport has the team, for open sports.
 */
export const aliasRefusal = (
  teams: TeamIndex,
  { name, team }: NameAlias,
  isFixtureTeam: (team: string) => boolean,
): string | undefined => {
  if (!teams.isListed(team) && !(teams.names === "open" && isFixtureTeam(team)))
    return `${team} is no team of this sport`;
  if (normalizeName(name) === "") return "the name has no letter or digit";
  if (isPlaceholder(name)) return `${name} names no team`;
  if (isDerivedEvent(name)) return `${name} names a part of a match or a simulation`;
  const others = teams.exactly(name).filter((other) => other !== team);
  return others.length === 0 ? undefined : `${name} already means ${others.join(" and ")}`;
};
