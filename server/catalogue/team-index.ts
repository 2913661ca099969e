import { type ClubName, tellingWords } from "@/server/catalogue/club-affixes";
import { type Comparison, comparisonOf } from "@/server/catalogue/comparison";
import { formOf, indexSpellings, type Spellings } from "@/server/catalogue/spellings";
import type { Sport } from "@/server/catalogue/sports";
import { leagueTeamsOf } from "@/server/catalogue/team-lists";

/** What a book's name means. `similar` are known teams that it could be another spelling of, never proof. */
export type NameResolution =
  | { readonly kind: "team"; readonly team: string }
  | { readonly kind: "ambiguous"; readonly teams: readonly string[] }
  | { readonly kind: "unknown"; readonly similar: readonly string[] };

/** A spelling that an operator added, with the team that it means. */
export type NameAlias = { readonly name: string; readonly team: string };

export type AffixFit = "fits" | "nearly" | "contradicts";

export type TeamIndex = {
  readonly resolve: (name: string) => NameResolution;
  /**
   * Whether the name is the team's but for club affixes: it fits; it is a short form under an affix that none of the team's spellings
   * carries ("nearly", enough where all else agrees); or its affixes are another club's. Undefined where the name is another.
   */
  readonly affixFit: (name: string, team: string) => AffixFit | undefined;
  /** Teams of which the name is a spelling to the letter, accents and case aside. */
  readonly exactly: (name: string) => readonly string[];
  /** Whether the team is in the catalogue, not just learned from books. */
  readonly isListed: (team: string) => boolean;
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
  readonly catalogue: Spellings;
  /** The catalogue's teams, then those learned from books. */
  readonly layers: readonly Spellings[];
  readonly learned: ReadonlySet<string>;
  /** Normalized names to teams. */
  readonly aliases: ReadonlyMap<string, ReadonlySet<string>>;
  readonly comparison: Comparison;
  readonly names: TeamIndex["names"];
};

type Lookup = "canonical" | "exact" | "cores" | "words";

const collect = ({ layers }: Known, part: Lookup, key: string): Set<string> => {
  const [only, learned] = layers;
  const teams = new Set(only?.[part].get(key));
  for (const team of learned?.[part].get(key) ?? []) teams.add(team);
  return teams;
};

const none: ReadonlySet<string> = new Set();

const settle = (teams: ReadonlySet<string>): NameResolution | undefined => {
  const [team] = teams;
  if (team === undefined) return undefined;
  return teams.size === 1 ? { kind: "team", team } : { kind: "ambiguous", teams: [...teams].sort() };
};

/**
 * The teams that have the very name. A canonical name stands before an operator's alias, an alias before other spellings, and a spelling
 * of one listed team before a name learned from a book.
 */
const exactTeams = (known: Known, normalized: string): ReadonlySet<string> => {
  const canonical = known.catalogue.canonical.get(normalized) ?? none;
  if (canonical.size > 0) return canonical;
  const aliased = known.aliases.get(normalized) ?? none;
  if (aliased.size > 0) return aliased;
  const listed = known.catalogue.exact.get(normalized) ?? none;
  if (listed.size === 1) return listed;
  const learned = known.layers[1]?.canonical.get(normalized) ?? none;
  return learned.size > 0 ? learned : listed;
};

const isSubset = (words: string, of: string): boolean => {
  const whole = of.split(" ");
  return words.split(" ").every((word) => whole.includes(word));
};

const affixesOf = ({ layers }: Known, team: string): ReadonlySet<string> =>
  new Set(layers.flatMap((layer) => [...(layer.affixes.get(team) ?? [])]));

const isYear = (affix: string): boolean => /^\d+$/.test(affix);

/** Whether a name with a core of the team's and these affixes is the team's. */
const fitOf = (known: Known, team: string, name: ClubName): AffixFit => {
  const own = affixesOf(known, team);
  if (own.size === 0 && known.learned.has(team)) return "fits";
  if ([...name.affixes].some((affix) => !own.has(affix))) return "contradicts";
  const full = known.layers.map((layer) => layer.full.get(team)).find((club) => club !== undefined);
  const isShort = full !== undefined && full.core !== name.core && isSubset(name.core, full.core);
  if (!isShort || name.neutral.size === 0) return "fits";
  // "Miami FC" is no form of "Inter Miami CF", nor is "FC Eindhoven" one of "PSV Eindhoven", unless a spelling says so.
  const form = formOf(name);
  if (known.layers.some((layer) => layer.forms.get(form)?.has(team))) return "fits";
  const written = [...full.affixes, ...full.neutral];
  if ([...name.neutral].some(isYear)) return "contradicts";
  if (written.length > 0 && [...name.neutral].some((affix) => !written.includes(affix))) return "contradicts";
  return known.names === "listed" ? "fits" : "nearly";
};

type Reading = {
  readonly core: string;
  /** Of the same squad. */
  readonly fitting: ReadonlySet<string>;
  readonly isSameSquad: (team: string) => boolean;
};

/** Teams whose name is this one but for club affixes. */
const readByCore = (known: Known, name: string, normalized: string): Reading => {
  const { marks, split } = known.comparison;
  const nameMarks = marks(name);
  const isSameSquad = (team: string): boolean => marks(team) === nameMarks;
  const club = split(normalized);
  const candidates = [...collect(known, "cores", club.core)].filter(isSameSquad);
  const fits = new Map(candidates.map((team) => [team, fitOf(known, team, club)]));
  const fitting = new Set(candidates.filter((team) => fits.get(team) === "fits"));
  // Where any name can become a team, a town with a second club in it may mean that one, unless an affix of the team's says otherwise.
  const written = [...club.affixes, ...club.neutral];
  const carries = (team: string): boolean => {
    const own = affixesOf(known, team);
    return written.length > 0 && written.every((affix) => own.has(affix));
  };
  const contested =
    known.names === "open" &&
    fitting.size > 0 &&
    ![...fitting].every(carries) &&
    teamsWithAllWords(known, club.core).some((team) => !fitting.has(team) && isSameSquad(team));
  return {
    core: club.core,
    fitting: contested ? none : fitting,
    isSameSquad,
  };
};

/** Teams with a telling word of the name. */
const teamsSharingWord = (known: Known, core: string): Set<string> =>
  new Set(tellingWords(core).flatMap((word) => [...collect(known, "words", word)]));

/** Teams that have every word of the name. */
const teamsWithAllWords = (known: Known, core: string): string[] => {
  const [first = new Set<string>(), ...rest] = core.split(" ").map((word) => collect(known, "words", word));
  return [...first].filter((team) => rest.every((teams) => teams.has(team)));
};

const resolveName = (known: Known, name: string): NameResolution => {
  const normalized = known.comparison.normalize(name);
  if (normalized === "") return { kind: "unknown", similar: [] };
  const exact = settle(exactTeams(known, normalized));
  if (exact !== undefined) return exact;
  const { core, fitting, isSameSquad } = readByCore(known, name, normalized);
  const settled = settle(fitting);
  if (settled !== undefined) return settled;
  const similar = new Set([...collect(known, "cores", core), ...teamsSharingWord(known, core)]);
  return { kind: "unknown", similar: [...similar].filter(isSameSquad).sort() };
};

const aliasTeams = (aliases: readonly NameAlias[], { normalize }: Comparison): Known["aliases"] => {
  const teams = new Map<string, Set<string>>();
  for (const { name, team } of aliases) {
    const normalized = normalize(name);
    if (normalized !== "") teams.set(normalized, (teams.get(normalized) ?? new Set()).add(team));
  }
  return teams;
};

const memoized = <T>(compute: (name: string) => T): ((name: string) => T) => {
  const results = new Map<string, T>();
  return (name) => {
    const found = results.get(name);
    if (found !== undefined) return found;
    const result = compute(name);
    results.set(name, result);
    return result;
  };
};

/**
 * The teams of a sport: those of the catalogue, the names learned from books (open sports), and the operator's aliases. A name is a
 * team's when it is one of its known spellings, club affixes aside; a name that fits several is ambiguous; a women's, reserve or youth
 * side is never the first side.
 */
export const createTeamIndex = (
  sport: Sport,
  learned: readonly string[],
  aliases: readonly NameAlias[] = [],
): TeamIndex => {
  const { comparison, spellings } = catalogueOf(sport);
  const learnedTeams = { teams: Object.fromEntries(learned.map((name) => [name, []])) };
  const known: Known = {
    catalogue: spellings,
    layers: learned.length === 0 ? [spellings] : [spellings, indexSpellings(learnedTeams, comparison)],
    learned: new Set(learned),
    aliases: aliasTeams(aliases, comparison),
    comparison,
    names: sport.names,
  };
  return {
    resolve: memoized((name) => resolveName(known, name)),
    affixFit: (name, team) => {
      const club = comparison.split(comparison.normalize(name));
      return collect(known, "cores", club.core).has(team) ? fitOf(known, team, club) : undefined;
    },
    exactly: (name) => [...exactTeams(known, comparison.normalize(name))],
    isListed: (team) => spellings.full.has(team),
    names: sport.names,
  };
};
