import { normalizeName } from "@/server/domain/catalogue/normalize-name";
import { findSport } from "@/server/domain/catalogue/sports";
import { createTeamIndex } from "@/server/domain/catalogue/team-index";
import { type PlayerReading, readPlayer } from "@/server/domain/players/read-player";

/** The fixture for which players are named. */
export type NamedFixture = {
  readonly sportKey: string;
  readonly homeTeam: string;
  readonly awayTeam: string;
};

/** A spelling, with what its tag says: a side if the tag names a team of the fixture, else the tag's own text. Empty without a tag. */
export type TaggedReading = { readonly reading: PlayerReading; readonly tag: string };

/** The tags of a fixture's two teams. No normalized text begins with an exclamation mark. */
export const teamTags = ["!home", "!away"] as const;

export const isTeamTag = (tag: string): boolean => tag.startsWith("!");

/** "Trae Young - ATL", "Trae Young | Hawks". Without spaces, a dash belongs to the name. */
const afterDash = /^(.*\S)\s+[|\p{Pd}]\s+(\S.*)$/u;
const teamCode = /^\p{Lu}{2,4}$/u;

export type TagReader = {
  /** Takes a spelling apart. */
  readonly read: (name: string) => TaggedReading;
  /** Whether a tag names teams of the sport, but none of the fixture. */
  readonly isElsewhere: (tag: string) => boolean;
};

/** Reads the team tags of one fixture. */
export const createTagReader = ({ sportKey, homeTeam, awayTeam }: NamedFixture): TagReader => {
  const sides = new Map<string, string>();
  const sport = findSport(sportKey);
  let index: ReturnType<typeof createTeamIndex> | undefined;
  const teamsOf = (text: string): readonly string[] => {
    if (sport === undefined) return [];
    index ??= createTeamIndex(sport, [], []);
    return index.exactly(text);
  };
  const findSide = (text: string): string => {
    const name = normalizeName(text);
    if (name === normalizeName(homeTeam)) return teamTags[0];
    if (name === normalizeName(awayTeam)) return teamTags[1];
    const teams = teamsOf(text);
    if (teams.includes(homeTeam) === teams.includes(awayTeam)) return "";
    return teams.includes(homeTeam) ? teamTags[0] : teamTags[1];
  };
  const sideOf = (text: string): string => {
    const known = sides.get(text);
    if (known !== undefined) return known;
    const side = findSide(text);
    sides.set(text, side);
    return side;
  };
  const read = (name: string): TaggedReading => {
    const [, bare, tail] = afterDash.exec(name) ?? [];
    if (bare !== undefined && tail !== undefined) {
      const side = sideOf(tail);
      if (side !== "" || teamCode.test(tail)) {
        const reading = { ...readPlayer(bare), isTidy: false };
        return { reading, tag: side === "" ? normalizeName(tail) : side };
      }
    }
    const reading = readPlayer(name);
    return { reading, tag: reading.tag === "" ? "" : sideOf(reading.tag) || reading.tag };
  };
  const isElsewhere = (tag: string): boolean => {
    const teams = teamsOf(tag);
    return teams.length > 0 && !teams.includes(homeTeam) && !teams.includes(awayTeam);
  };
  return { read, isElsewhere };
};
