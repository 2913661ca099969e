import { isDerivedEvent, isPlaceholder } from "@/server/domain/catalogue/event-marks";
import { normalizeName } from "@/server/domain/catalogue/normalize-name";
import type { NameAlias, TeamIndex } from "@/server/domain/catalogue/team-index";

/**
 * Returns why an alias is rejected, as a sentence without a full stop. Undefined if the alias is allowed.
 * @param isFixtureTeam whether a fixture of the sport has the team.
 */
export const aliasRejection = (
  teams: TeamIndex,
  { name, team }: NameAlias,
  isFixtureTeam: (team: string) => boolean,
): string | undefined => {
  if (!teams.isListed(team) && !(teams.names === "open" && isFixtureTeam(team)))
    return `${team} is not a team of this sport`;
  if (normalizeName(name) === "") return "the name has no letter or digit";
  if (isPlaceholder(name)) return `${name} is not the name of a team`;
  if (isDerivedEvent(name))
    return `${name} is the name of a simulated match, a part of a match, or a bet on something other than the winner`;
  const others = teams.exactly(name).filter((other) => other !== team);
  if (others.length === 0) return undefined;
  const isTeam = others.some((other) => normalizeName(other) === normalizeName(name));
  return isTeam ? `${name} is itself a team of this sport` : `${name} already means ${others.join(" and ")}`;
};
