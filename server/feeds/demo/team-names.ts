import { ownValue } from "@/server/catalogue/own-value";
import { findSport } from "@/server/catalogue/sports";
import { createTeamIndex, type NameResolution } from "@/server/catalogue/team-index";
import { leagueTeamsOf } from "@/server/catalogue/team-lists";
import type { NameStyle } from "@/server/feeds/demo/demo-books";
import type { DemoTeam } from "@/server/feeds/demo/pro-teams";
import { mix, unit } from "@/server/feeds/demo/random";
import type { DemoFixture } from "@/server/feeds/demo/schedule";

const unresolved: NameResolution = { kind: "unknown", similar: [] };

const resolverOf = (sportKey: string): ((name: string) => NameResolution) => {
  const sport = findSport(sportKey);
  // In an open sport another spelling could become another team: those books write the usual name there.
  return sport === undefined || sport.names === "open"
    ? () => unresolved
    : createTeamIndex(sport, []).resolve;
};

const isCode = (spelling: string): boolean => /^[A-Z]{2,4}$/.test(spelling);

const initialsOf = (words: string): string => words.replace(/\B\w+|[^\p{L}\p{N}]/gu, "");

/** Changes places of two letters in the middle of the longest word. */
const misspell = (name: string): string => {
  const [longest = name] = name.split(" ").toSorted((a, b) => b.length - a.length);
  const middle = Math.floor(longest.length / 2);
  const [left = "", right = ""] = [longest[middle - 1], longest[middle]];
  const changed = longest.slice(0, middle - 1) + right + left + longest.slice(middle + 1);
  return name.replace(longest, changed);
};

const candidatesOf = (sportKey: string, team: DemoTeam, style: NameStyle): string[] => {
  const { name, place, nickname } = team;
  const known = ownValue(leagueTeamsOf(sportKey).teams, name) ?? [];
  switch (style) {
    case "codes":
      return nickname === undefined
        ? known.filter(isCode)
        : known.filter(isCode).map((code) => `${code} ${nickname}`);
    case "nicknames":
      return nickname === undefined ? [] : [nickname];
    case "initials":
      return place === undefined || nickname === undefined ? [] : [`${place} ${initialsOf(nickname)}`, place];
    case "aliases":
      return known.filter((spelling) => !isCode(spelling)).toReversed();
    case "places":
      return place === undefined ? [] : [place];
    default:
      return [];
  }
};

const spellingsOf = (sportKey: string, style: NameStyle): ((team: DemoTeam) => string) => {
  const resolve = resolverOf(sportKey);
  return (team) => {
    const candidates = candidatesOf(sportKey, team, style);
    if (style === "careless") {
      const misspelt = misspell(team.name);
      return findSport(sportKey)?.names === "listed" && resolve(misspelt).kind === "unknown"
        ? misspelt
        : team.name;
    }
    const usable = candidates.find((candidate) => {
      const resolution = resolve(candidate);
      if (resolution.kind === "team") return resolution.team === team.name;
      // A place with two teams stays what the book calls both of them.
      return style === "places" && resolution.kind === "ambiguous";
    });
    return usable ?? team.name;
  };
};

const spellings = new Map<string, string>();

const spelled = (sportKey: string, style: NameStyle, team: DemoTeam): string => {
  const key = `${sportKey}\n${style}\n${team.name}`;
  const known = spellings.get(key);
  if (known !== undefined) return known;
  const spelling = spellingsOf(sportKey, style)(team);
  spellings.set(key, spelling);
  return spelling;
};

const carelessShare = 0.15;

/** What a book calls the two teams of a fixture. */
export const namesIn = (
  { league, seed, home, away }: DemoFixture,
  style: NameStyle,
): { readonly home: string; readonly away: string } => {
  if (style !== "careless")
    return { home: spelled(league.key, style, home), away: spelled(league.key, style, away) };
  const careless = unit(mix(seed, 0xca)) < carelessShare;
  return { home: home.name, away: careless ? spelled(league.key, "careless", away) : away.name };
};

/** A team's name as it stands in a demo player's. */
export const shortName = ({ name, nickname }: DemoTeam): string => nickname ?? name;
