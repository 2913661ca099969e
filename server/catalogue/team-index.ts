import { splitAffixes, tellingWords } from "@/server/catalogue/club-affixes";
import { normalizeName, squadMarks, withoutWomensMark } from "@/server/catalogue/normalize-name";
import { foldSchool, isCollegeSport } from "@/server/catalogue/school-names";
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

type Comparison = {
  readonly normalize: (name: string) => string;
  readonly marks: (name: string) => string;
};

/** How names are compared in a sport. In women's leagues the mark of a women's side says nothing. */
const comparisonOf = (sport: Sport): Comparison => {
  const fold = isCollegeSport(sport.key) ? foldSchool : normalizeName;
  if (!sport.womens) return { normalize: fold, marks: squadMarks };
  return {
    normalize: (name) => withoutWomensMark(fold(name)),
    marks: (name) =>
      squadMarks(name)
        .split(" ")
        .filter((mark) => mark !== "women")
        .join(" "),
  };
};

type Catalogue = { readonly comparison: Comparison; readonly spellings: Spellings };

const catalogues = new Map<string, Catalogue>();

const catalogueOf = (sport: Sport): Catalogue => {
  const known = catalogues.get(sport.key);
  if (known !== undefined) return known;
  const comparison = comparisonOf(sport);
  const catalogue = { comparison, spellings: indexSpellings(leagueTeamsOf(sport.key), comparison.normalize) };
  catalogues.set(sport.key, catalogue);
  return catalogue;
};

type Layers = readonly Spellings[];

const collect = (layers: Layers, part: Exclude<keyof Spellings, "affixes">, key: string): Set<string> =>
  new Set(layers.flatMap((layer) => [...(layer[part].get(key) ?? [])]));

const settled = (teams: ReadonlySet<string>): NameResolution | undefined => {
  const [team] = teams;
  if (team === undefined) return undefined;
  return teams.size === 1 ? { kind: "team", team } : { kind: "ambiguous", teams: [...teams].sort() };
};

const similarTeams = (layers: Layers, normalized: string, sameSquad: (team: string) => boolean): string[] => {
  const words = tellingWords(splitAffixes(normalized).core);
  const teams = new Set(words.flatMap((word) => [...collect(layers, "words", word)]));
  return [...teams].filter(sameSquad).sort();
};

/** Teams whose name is this one but for club affixes, none of which contradicts the team's own. */
const teamsByCore = (layers: Layers, normalized: string): Set<string> => {
  const { core, affixes } = splitAffixes(normalized);
  const fits = (team: string): boolean => {
    const own = new Set(layers.flatMap((layer) => [...(layer.affixes.get(team) ?? [])]));
    return own.size === 0 || [...affixes].every((affix) => own.has(affix));
  };
  return new Set([...collect(layers, "cores", core)].filter(fits));
};

/**
 * The teams of a sport: those of the catalogue, and the names learned from books (open sports). A name is a team's when it is one of its
 * known spellings, club affixes aside; a name that fits several is ambiguous; a women's, reserve or youth side is never the first side.
 */
export const createTeamIndex = (sport: Sport, learned: readonly string[]): TeamIndex => {
  const { comparison, spellings } = catalogueOf(sport);
  const learnedTeams = { teams: Object.fromEntries(learned.map((name) => [name, []])) };
  const layers: Layers =
    learned.length === 0 ? [spellings] : [spellings, indexSpellings(learnedTeams, comparison.normalize)];

  const resolve = (name: string): NameResolution => {
    const normalized = comparison.normalize(name);
    if (normalized === "") return { kind: "unknown", similar: [] };
    const exact =
      settled(collect(layers, "canonical", normalized)) ?? settled(collect(layers, "exact", normalized));
    if (exact !== undefined) return exact;

    const marks = comparison.marks(name);
    const sameSquad = (team: string): boolean => comparison.marks(team) === marks;
    const similar = similarTeams(layers, normalized, sameSquad);
    const byCore = new Set([...teamsByCore(layers, normalized)].filter(sameSquad));
    // Where any name can become a team, a town with a second club in it may mean that one.
    const contested =
      sport.names === "open" &&
      containsAll(layers, splitAffixes(normalized).core).some((team) => !byCore.has(team));
    const settledByCore = contested ? undefined : settled(byCore);
    return settledByCore ?? { kind: "unknown", similar };
  };
  return { resolve, names: sport.names };
};

/** Teams that have every telling word of the core in some spelling. */
const containsAll = (layers: Layers, core: string): string[] => {
  const [first, ...rest] = tellingWords(core);
  if (first === undefined) return [];
  const others = rest.map((word) => collect(layers, "words", word));
  return [...collect(layers, "words", first)].filter((team) => others.every((teams) => teams.has(team)));
};
