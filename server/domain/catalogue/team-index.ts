import { LRUCache } from "lru-cache";
import { type ClubName, distinctiveWords } from "@/server/domain/catalogue/club-affixes";
import type { LeagueTeams } from "@/server/domain/catalogue/league-teams";
import { type NameRules, nameRulesOf } from "@/server/domain/catalogue/name-rules";
import { indexSpellings, type Spellings, unorderedFormOf } from "@/server/domain/catalogue/spellings";
import type { Sport } from "@/server/domain/catalogue/sports";
import { leagueTeamsOf } from "@/server/domain/catalogue/team-lists";
import { getOrInsert } from "@/server/domain/collections";

/** What a book's name for a team means. `similar`: known teams that the name resembles. */
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
   * Compares a name's affixes, such as "FC", with those of the team's spellings. The rest of a name, without particles such as "de", is its
   * core. Undefined if no spelling of the team has the same core as the name.
   * - `fits`: the name means the team.
   * - `nearly` (open sports): the name consists of an affix and a short form of the team's name. The team's spellings include the short
   *   form, but not with this affix, so the name alone is not enough evidence.
   * - `contradicts`: the name has the affixes of another club.
   */
  readonly affixFit: (name: string, team: string) => AffixFit | undefined;
  /** The teams with exactly this spelling, accents and case aside. */
  readonly exactly: (name: string) => readonly string[];
  /** Whether the team is in the catalogue. False for teams learned from books. */
  readonly isListed: (team: string) => boolean;
  readonly names: "listed" | "open";
};

const allSteps = <T>(steps: Generator<undefined, T>): T => {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};

/** A cache: several sports share a country's clubs, and indexing a large list takes a tenth of a second. */
const catalogues = new Map<LeagueTeams, Map<NameRules, Spellings>>();

function* catalogueOf(sport: Sport, rules: NameRules): Generator<undefined, Spellings> {
  const league = leagueTeamsOf(sport.key);
  const ofLeague = getOrInsert(catalogues, league, () => new Map<NameRules, Spellings>());
  const spellings = ofLeague.get(rules) ?? (yield* indexSpellings(league, rules));
  ofLeague.set(rules, spellings);
  return spellings;
}

type LearnedNames = { readonly names: ReadonlySet<string>; readonly spellings: Spellings };

/** A cache: most batches of a sport find the names that the batch before found. Indexing 4,000 names takes 20 ms. */
const learnedNames = new LRUCache<string, LearnedNames>({ max: 128 });

/** So many names that the cached index lacks are indexed apart. A snapshot of one book adds no more. */
const maxAdded = 300;

const indexNames = (names: readonly string[], rules: NameRules): Generator<undefined, Spellings> =>
  indexSpellings({ teams: Object.fromEntries(names.map((name) => [name, []])) }, rules);

/** The indexes of the learned names: one of many names, which is cached, and one of names that were added since. */
function* indexLearned(
  sport: Sport,
  learned: ReadonlySet<string>,
  rules: NameRules,
): Generator<undefined, readonly Spellings[]> {
  const cached = learnedNames.get(sport.key);
  const isUsable =
    cached !== undefined &&
    cached.names.size <= learned.size &&
    learned.size - cached.names.size <= maxAdded &&
    [...cached.names].every((name) => learned.has(name));
  if (!isUsable) {
    const names = new Set(learned);
    const spellings = yield* indexNames([...names], rules);
    learnedNames.set(sport.key, { names, spellings });
    return [spellings];
  }
  if (cached.names.size === learned.size) return [cached.spellings];
  const added = [...learned].filter((name) => !cached.names.has(name));
  return [cached.spellings, yield* indexNames(added, rules)];
}

type TeamNames = {
  readonly catalogue: Spellings;
  /** The spellings of names learned from books. No name is in two of the indexes. */
  readonly learnedSpellings: readonly Spellings[];
  /** The catalogue's spellings, then `learnedSpellings`. */
  readonly layers: readonly Spellings[];
  readonly learned: ReadonlySet<string>;
  /** Normalized name -> teams. */
  readonly aliases: ReadonlyMap<string, ReadonlySet<string>>;
  readonly rules: NameRules;
  readonly names: TeamIndex["names"];
};

type Lookup = "canonical" | "exact" | "cores" | "words";

const collect = ({ layers }: TeamNames, part: Lookup, key: string): Set<string> => {
  const teams = new Set<string>();
  for (const layer of layers) for (const team of layer[part].get(key) ?? []) teams.add(team);
  return teams;
};

const none: ReadonlySet<string> = new Set();

const resolutionOf = (teams: ReadonlySet<string>): NameResolution | undefined => {
  const [team] = teams;
  if (team === undefined) return undefined;
  return teams.size === 1 ? { kind: "team", team } : { kind: "ambiguous", teams: [...teams].sort() };
};

/**
 * The teams with exactly this spelling. Only the first of these sources that contains the spelling counts: canonical names, operators'
 * aliases, spellings that only one listed team has, names learned from books, spellings that several listed teams share.
 */
const exactTeams = (teams: TeamNames, normalized: string): ReadonlySet<string> => {
  const canonical = teams.catalogue.canonical.get(normalized) ?? none;
  if (canonical.size > 0) return canonical;
  const aliased = teams.aliases.get(normalized) ?? none;
  if (aliased.size > 0) return aliased;
  const listed = teams.catalogue.exact.get(normalized) ?? none;
  if (listed.size === 1) return listed;
  const learned = new Set(
    teams.learnedSpellings.flatMap(({ canonical }) => [...(canonical.get(normalized) ?? [])]),
  );
  return learned.size > 0 ? learned : listed;
};

const isSubset = (words: string, of: string): boolean => {
  const whole = of.split(" ");
  return words.split(" ").every((word) => whole.includes(word));
};

const affixesOf = ({ layers }: TeamNames, team: string): ReadonlySet<string> =>
  new Set(layers.flatMap((layer) => [...(layer.affixesOfTeam.get(team) ?? [])]));

const isYear = (affix: string): boolean => /^\d+$/.test(affix);

/** Whether a name means the team, given that a spelling of the team has the same core. */
const fitOf = (teams: TeamNames, team: string, name: ClubName): AffixFit => {
  const own = affixesOf(teams, team);
  if (own.size === 0 && teams.learned.has(team)) return "fits";
  if ([...name.affixes].some((affix) => !own.has(affix))) return "contradicts";
  const full = teams.layers.map((layer) => layer.clubNames.get(team)).find((club) => club !== undefined);
  const isShort = full !== undefined && full.core !== name.core && isSubset(name.core, full.core);
  if (!isShort || name.neutral.size === 0) return "fits";
  // An unknown short form with an affix may be another club's name: "Miami FC" is not "Inter Miami CF".
  const form = unorderedFormOf(name);
  if (teams.layers.some((layer) => layer.unorderedForms.get(form)?.has(team))) return "fits";
  const written = [...full.affixes, ...full.neutral];
  if ([...name.neutral].some(isYear)) return "contradicts";
  if (written.length > 0 && [...name.neutral].some((affix) => !written.includes(affix))) return "contradicts";
  return teams.names === "listed" ? "fits" : "nearly";
};

type CoreMatch = {
  readonly core: string;
  /**
   * Teams that have the same core and the same squad marks ("women", "reserve") as the name, and affixes that fit. Empty if the name may
   * also mean another team.
   */
  readonly fitting: ReadonlySet<string>;
  readonly isSameSquad: (team: string) => boolean;
};

/** Finds the teams with a spelling that equals the name except for club affixes. */
const matchByCore = (teams: TeamNames, name: string, normalized: string): CoreMatch => {
  const { marks, split } = teams.rules;
  const nameMarks = marks(name);
  const isSameSquad = (team: string): boolean => marks(team) === nameMarks;
  const club = split(normalized);
  const candidates = [...collect(teams, "cores", club.core)].filter(isSameSquad);
  const fits = new Map(candidates.map((team) => [team, fitOf(teams, team, club)]));
  const fitting = new Set(candidates.filter((team) => fits.get(team) === "fits"));
  // In an open sport, a core may be only a town's name. If another team's spellings also contain the core's words, the name fits no club.
  // There is one exception: the name has affixes, and each team in `fitting` has all of these affixes.
  const written = [...club.affixes, ...club.neutral];
  const carries = (team: string): boolean => {
    const own = affixesOf(teams, team);
    return written.length > 0 && written.every((affix) => own.has(affix));
  };
  const contested =
    teams.names === "open" &&
    fitting.size > 0 &&
    ![...fitting].every(carries) &&
    teamsWithAllWords(teams, club.core).some((team) => !fitting.has(team) && isSameSquad(team));
  return {
    core: club.core,
    fitting: contested ? none : fitting,
    isSameSquad,
  };
};

const teamsSharingWord = (teams: TeamNames, core: string): Set<string> =>
  new Set(distinctiveWords(core).flatMap((word) => [...collect(teams, "words", word)]));

/** Teams whose spellings together contain every word of the core. No single spelling has to contain all words. */
const teamsWithAllWords = (teams: TeamNames, core: string): string[] => {
  const [first = new Set<string>(), ...rest] = core.split(" ").map((word) => collect(teams, "words", word));
  return [...first].filter((team) => rest.every((others) => others.has(team)));
};

const resolveName = (teams: TeamNames, name: string): NameResolution => {
  const normalized = teams.rules.normalize(name);
  if (normalized === "") return { kind: "unknown", similar: [] };
  const exact = resolutionOf(exactTeams(teams, normalized));
  if (exact !== undefined) return exact;
  const { core, fitting, isSameSquad } = matchByCore(teams, name, normalized);
  const byCore = resolutionOf(fitting);
  if (byCore !== undefined) return byCore;
  const similar = new Set([...collect(teams, "cores", core), ...teamsSharingWord(teams, core)]);
  return { kind: "unknown", similar: [...similar].filter(isSameSquad).sort() };
};

const aliasTeams = (aliases: readonly NameAlias[], { normalize }: NameRules): TeamNames["aliases"] => {
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
 * Indexes the teams of a sport: the catalogue, the names learned from books (open sports) and the operator's aliases. A name resolves to
 * a team if it equals one of the team's spellings, club affixes aside. A name that fits several teams is ambiguous. The name of a women's,
 * reserve or youth side never resolves to the first team. The generator yields while it indexes many learned names.
 */
export function* createTeamIndexInSteps(
  sport: Sport,
  learned: readonly string[],
  aliases: readonly NameAlias[] = [],
): Generator<undefined, TeamIndex> {
  const rules = nameRulesOf(sport);
  const spellings = yield* catalogueOf(sport, rules);
  const names = new Set(learned);
  const learnedSpellings = names.size === 0 ? [] : yield* indexLearned(sport, names, rules);
  const teams: TeamNames = {
    catalogue: spellings,
    learnedSpellings,
    layers: [spellings, ...learnedSpellings],
    learned: names,
    aliases: aliasTeams(aliases, rules),
    rules,
    names: sport.names,
  };
  return {
    resolve: memoized((name) => resolveName(teams, name)),
    affixFit: (name, team) => {
      const club = rules.split(rules.normalize(name));
      return collect(teams, "cores", club.core).has(team) ? fitOf(teams, team, club) : undefined;
    },
    exactly: (name) => [...exactTeams(teams, rules.normalize(name))],
    isListed: (team) => spellings.clubNames.has(team),
    names: sport.names,
  };
}

/** Like `createTeamIndexInSteps`, without pauses. */
export const createTeamIndex = (
  sport: Sport,
  learned: readonly string[],
  aliases: readonly NameAlias[] = [],
): TeamIndex => allSteps(createTeamIndexInSteps(sport, learned, aliases));
