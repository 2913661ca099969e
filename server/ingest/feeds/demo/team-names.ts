import { ownValue } from "@/server/domain/catalogue/own-value";
import { createTeamIndex, type NameResolution } from "@/server/domain/catalogue/team-index";
import { leagueTeamsOf } from "@/server/domain/catalogue/team-lists";
import { getOrInsert } from "@/server/domain/collections";
import type { DemoLeague } from "@/server/ingest/feeds/demo/leagues";

/** How a book writes team names. `places` leaves out the nickname, so two teams may share a spelling. `careless` misspells names. */
export type NameStyle = "canonical" | "codes" | "nicknames" | "places" | "careless";

/** Swaps two letters in the middle of the longest word. */
const misspell = (name: string): string => {
  const [longest = name] = name.split(" ").toSorted((a, b) => b.length - a.length);
  const middle = Math.floor(longest.length / 2);
  const [left = "", right = ""] = [longest[middle - 1], longest[middle]];
  return name.replace(longest, longest.slice(0, middle - 1) + right + left + longest.slice(middle + 1));
};

/** Spellings that the style might use, the best first. */
const candidatesOf = (league: DemoLeague, team: string, style: NameStyle): string[] => {
  const words = team.split(" ");
  const cuts = words.slice(1).map((_, index) => index + 1);
  if (style === "codes")
    return (ownValue(leagueTeamsOf(league.key).teams, team) ?? []).filter((name) =>
      /^[A-Z]{2,3} [A-Z]/.test(name),
    );
  if (style === "nicknames") return cuts.map((cut) => words.slice(-cut).join(" "));
  if (style === "places") return cuts.map((cut) => words.slice(0, -cut).join(" "));
  return style === "careless" ? [misspell(team)] : [];
};

const fits = (style: NameStyle, team: string, resolution: NameResolution): boolean => {
  if (style === "careless") return resolution.kind === "unknown";
  if (resolution.kind === "team") return resolution.team === team;
  return style === "places" && resolution.kind === "ambiguous";
};

const spell = (league: DemoLeague, team: string, style: NameStyle): string => {
  // In an open sport, a spelling that the catalogue does not know could become a team of its own.
  if (league.sport.names === "open") return team;
  const { resolve } = createTeamIndex(league.sport, []);
  return candidatesOf(league, team, style).find((name) => fits(style, team, resolve(name))) ?? team;
};

const spellings = new Map<string, string>();

/** The team's name in this style, or its usual name if this style has no usable spelling for the team. */
export const spellingOf = (league: DemoLeague, team: string, style: NameStyle): string => {
  if (style === "canonical") return team;
  const key = `${league.key}\n${style}\n${team}`;
  const spelling = getOrInsert(spellings, key, () => spell(league, team, style));
  return spelling;
};
