import { tellingWords } from "@/server/catalogue/club-affixes";
import { type Comparison, comparisonOf } from "@/server/catalogue/comparison";
import { indexSpellings, type Spellings } from "@/server/catalogue/spellings";
import type { Sport } from "@/server/catalogue/sports";
import { leagueTeamsOf } from "@/server/catalogue/team-lists";

/** What a book's name means. `similar` are known teams that it could be another spelling of, never proof. */
export type NameResolution =
  | { readonly kind: "team"; readonly team: string }
  | { readonly kind: "ambiguous"; readonly teams: readonly string[] }
  | { readonly kind: "unknown"; readonly similar: readonly string[] };

export type TeamIndex = {
  readonly resolve: (name: string) => NameResolution;
  readonly names: "listed" | "open";
};

type Catalogue = { readonly comparison: Comparison; readonly spellings: Spellings };

const catalogues = new Map<string, Catalogue>();

const catalogueOf = (sport: Sport): Catalogue => {
  const known = catalogues.get(sport.key);
  if (known !== undefined) return known;
  const comparison = comparisonOf(sport);
  const catalogue = { comparison, spellings: indexSpellings(leagueTeamsOf(sport.key), comparison) };
  catalogues.set(sport.key, catalogue);
  return catalogue;
};

type Known = {
  /** The catalogue's teams, then those learned from books. */
  readonly layers: readonly Spellings[];
  readonly learned: ReadonlySet<string>;
  readonly comparison: Comparison;
};

type Lookup = Exclude<keyof Spellings, "affixes">;

const collect = ({ layers }: Known, part: Lookup, key: string): Set<string> =>
  new Set(layers.flatMap((layer) => [...(layer[part].get(key) ?? [])]));

const settle = (teams: ReadonlySet<string>): NameResolution | undefined => {
  const [team] = teams;
  if (team === undefined) return undefined;
  return teams.size === 1 ? { kind: "team", team } : { kind: "ambiguous", teams: [...teams].sort() };
};

/** Teams whose name is this one but for club affixes, none of which contradicts the team's own. */
const teamsByCore = (known: Known, normalized: string): Set<string> => {
  const { core, affixes } = known.comparison.split(normalized);
  const fits = (team: string): boolean => {
    const own = new Set(known.layers.flatMap((layer) => [...(layer.affixes.get(team) ?? [])]));
    if (own.size === 0 && known.learned.has(team)) return true;
    return [...affixes].every((affix) => own.has(affix));
  };
  return new Set([...collect(known, "cores", core)].filter(fits));
};

/** Teams with a telling word of the name. */
const teamsSharingWord = (known: Known, core: string): Set<string> =>
  new Set(tellingWords(core).flatMap((word) => [...collect(known, "words", word)]));

/** Teams that have every word of the name. */
const teamsWithAllWords = (known: Known, core: string): string[] => {
  const [first = new Set<string>(), ...rest] = core.split(" ").map((word) => collect(known, "words", word));
  return [...first].filter((team) => rest.every((teams) => teams.has(team)));
};

const resolveName = (known: Known, names: TeamIndex["names"], name: string): NameResolution => {
  const { normalize, marks } = known.comparison;
  const normalized = normalize(name);
  if (normalized === "") return { kind: "unknown", similar: [] };
  const exact =
    settle(collect(known, "canonical", normalized)) ?? settle(collect(known, "exact", normalized));
  if (exact !== undefined) return exact;

  const nameMarks = marks(name);
  const sameSquad = (team: string): boolean => marks(team) === nameMarks;
  const byCore = new Set([...teamsByCore(known, normalized)].filter(sameSquad));
  const { core } = known.comparison.split(normalized);
  // Where any name can become a team, a town with a second club in it may mean that one.
  const contested =
    names === "open" && teamsWithAllWords(known, core).some((team) => sameSquad(team) && !byCore.has(team));
  const settled = contested ? undefined : settle(byCore);
  if (settled !== undefined) return settled;
  return {
    kind: "unknown",
    similar: [...new Set([...byCore, ...teamsSharingWord(known, core)])].filter(sameSquad).sort(),
  };
};

/**
 * The teams of a sport: those of the catalogue, and the names learned from books (open sports). A name is a team's when it is one of its
 * known spellings, club affixes aside; a name that fits several is ambiguous; a women's, reserve or youth side is never the first side.
 */
export const createTeamIndex = (sport: Sport, learned: readonly string[]): TeamIndex => {
  const { comparison, spellings } = catalogueOf(sport);
  const learnedTeams = { teams: Object.fromEntries(learned.map((name) => [name, []])) };
  const layers = learned.length === 0 ? [spellings] : [spellings, indexSpellings(learnedTeams, comparison)];
  const known: Known = { layers, learned: new Set(learned), comparison };
  return { resolve: (name) => resolveName(known, sport.names, name), names: sport.names };
};
