import { LRUCache } from "lru-cache";
import type { ClubName } from "@/server/domain/catalogue/club-affixes";
import type { LeagueTeams } from "@/server/domain/catalogue/league-teams";
import type { NameRules } from "@/server/domain/catalogue/name-rules";
import { getOrInsert } from "@/server/domain/collections";

/** Indexes of the normalized spellings of some teams. */
export type Spellings = {
  /** Canonical name -> teams. */
  readonly canonical: ReadonlyMap<string, ReadonlySet<string>>;
  /** Any spelling -> teams. */
  readonly exact: ReadonlyMap<string, ReadonlySet<string>>;
  /** Core of any spelling -> teams. A core is the spelling without the club affixes at its ends, such as "FC". */
  readonly cores: ReadonlyMap<string, ReadonlySet<string>>;
  /** Word -> the teams that have the word in the core of any spelling. */
  readonly words: ReadonlyMap<string, ReadonlySet<string>>;
  /** Team -> the affixes of its spellings. */
  readonly affixesOfTeam: ReadonlyMap<string, ReadonlySet<string>>;
  /** Key from `unorderedFormOf` -> teams. */
  readonly unorderedForms: ReadonlyMap<string, ReadonlySet<string>>;
  /** Team -> its canonical name, split into core and affixes. */
  readonly clubNames: ReadonlyMap<string, ClubName>;
};

/** A key that ignores the position of affixes: "FC Zenit" and "Zenit FC" have the same key. */
export const unorderedFormOf = ({ core, affixes, neutral }: ClubName): string =>
  [core, ...[...affixes, ...neutral].sort()].join(" + ");

type Index = Map<string, ReadonlySet<string>>;

/**
 * Returns a function that adds a value to an index. To save memory (a set takes 200 bytes), all keys with the same single value share one
 * set, which is never changed.
 */
const createAdd = () => {
  const sharedSets = new Map<string, ReadonlySet<string>>();
  /** Sets that belong to one key, so that they can be changed. */
  const ownSets = new WeakSet<ReadonlySet<string>>();
  const sharedSetOf = (value: string): ReadonlySet<string> =>
    getOrInsert(sharedSets, value, () => new Set([value]));
  return (index: Index, key: string, value: string): void => {
    const values = index.get(key);
    if (values === undefined) index.set(key, sharedSetOf(value));
    // Copying a set for each value would take seconds for a word that thousands of learned names share.
    else if (ownSets.has(values)) (values as Set<string>).add(value);
    else if (!values.has(value)) {
      const own = new Set([...values, value]);
      ownSets.add(own);
      index.set(key, own);
    }
  };
};

/** The parts of a spelling by which it is indexed. */
type SpellingParts = { readonly normalized: string; readonly club: ClubName; readonly form: string };

/** The index of learned names is rebuilt whenever a snapshot adds a name. This cache makes that five times as fast. */
const maxParts = 20_000;
const partsCaches = new WeakMap<NameRules, LRUCache<string, SpellingParts>>();

const partsOf = (rules: NameRules): ((spelling: string) => SpellingParts) => {
  const parts = getOrInsert(partsCaches, rules, () => new LRUCache<string, SpellingParts>({ max: maxParts }));
  return (spelling) => {
    const cached = parts.get(spelling);
    if (cached !== undefined) return cached;
    const normalized = rules.normalize(spelling);
    const club = rules.split(normalized);
    const made = { normalized, club, form: unorderedFormOf(club) };
    parts.set(spelling, made);
    return made;
  };
};

/** How many teams are indexed between two yields: about 1 ms of work. */
const teamsPerStep = 50;

/** Indexes the teams of a league by their spellings. Yields after each step, so that the caller can let other work run. */
export function* indexSpellings(league: LeagueTeams, rules: NameRules): Generator<undefined, Spellings> {
  const readParts = partsOf(rules);
  const canonical: Index = new Map();
  const exact: Index = new Map();
  const cores: Index = new Map();
  const words: Index = new Map();
  const affixesOfTeam: Index = new Map();
  const unorderedForms: Index = new Map();
  const clubNames = new Map<string, ClubName>();
  const add = createAdd();
  const addSpelling = (spelling: string, team: string): void => {
    const { normalized, club, form } = readParts(spelling);
    if (normalized === "") return;
    const { core, affixes, neutral } = club;
    add(exact, normalized, team);
    add(cores, core, team);
    add(unorderedForms, form, team);
    for (const affix of [...affixes, ...neutral]) add(affixesOfTeam, team, affix);
    for (const word of core.split(" ")) add(words, word, team);
  };
  for (const [position, [team, spellings]] of Object.entries(league.teams).entries()) {
    if (position % teamsPerStep === teamsPerStep - 1) yield;
    const { normalized, club } = readParts(team);
    if (normalized !== "") {
      add(canonical, normalized, team);
      clubNames.set(team, club);
    }
    addSpelling(team, team);
    for (const spelling of spellings) addSpelling(spelling, team);
  }
  for (const [code, team] of Object.entries(league.codes ?? {})) addSpelling(code, team);
  for (const [spelling, teams] of Object.entries(league.shared ?? {}))
    for (const team of teams) addSpelling(spelling, team);
  return { canonical, exact, cores, words, affixesOfTeam, unorderedForms, clubNames };
}
