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
  readonly affixes: ReadonlyMap<string, ReadonlySet<string>>;
  /** Key from `formOf` -> teams. */
  readonly forms: ReadonlyMap<string, ReadonlySet<string>>;
  /** Team -> its canonical name, split into core and affixes. */
  readonly full: ReadonlyMap<string, ClubName>;
};

/** A key that ignores the position of affixes: "FC Zenit" and "Zenit FC" have the same key. */
export const formOf = ({ core, affixes, neutral }: ClubName): string =>
  [core, ...[...affixes, ...neutral].sort()].join(" + ");

type Index = Map<string, ReadonlySet<string>>;

/** A set takes 200 bytes, so all keys with the same single value share one set. Only sets of several values are changed. */
const createAdd = () => {
  const singles = new Map<string, ReadonlySet<string>>();
  const several = new WeakSet<ReadonlySet<string>>();
  const only = (value: string): ReadonlySet<string> => {
    const single = getOrInsert(singles, value, () => new Set([value]));
    return single;
  };
  return (index: Index, key: string, value: string): void => {
    const values = index.get(key);
    if (values === undefined) index.set(key, only(value));
    // Copying a set for each value would take seconds for a word that thousands of learned names share.
    else if (several.has(values)) (values as Set<string>).add(value);
    else if (!values.has(value)) {
      const own = new Set([...values, value]);
      several.add(own);
      index.set(key, own);
    }
  };
};

/** The parts of a spelling by which it is indexed. */
type SpellingParts = { readonly normalized: string; readonly club: ClubName; readonly form: string };

/** The index of learned names is rebuilt whenever a snapshot adds a name. With this cache, that takes a fifth of the time. */
const maxParts = 20_000;
const partsCaches = new WeakMap<NameRules, LRUCache<string, SpellingParts>>();

const partsOf = (rules: NameRules): ((spelling: string) => SpellingParts) => {
  const parts = getOrInsert(partsCaches, rules, () => new LRUCache<string, SpellingParts>({ max: maxParts }));
  return (spelling) => {
    const cached = parts.get(spelling);
    if (cached !== undefined) return cached;
    const normalized = rules.normalize(spelling);
    const club = rules.split(normalized);
    const made = { normalized, club, form: formOf(club) };
    parts.set(spelling, made);
    return made;
  };
};

/** Indexing so many teams takes about 1 ms. */
const teamsPerStep = 50;

/** Indexes the teams of a league by their spellings. */
export function* indexSpellings(league: LeagueTeams, rules: NameRules): Generator<undefined, Spellings> {
  const readParts = partsOf(rules);
  const canonical: Index = new Map();
  const exact: Index = new Map();
  const cores: Index = new Map();
  const words: Index = new Map();
  const affixes: Index = new Map();
  const forms: Index = new Map();
  const full = new Map<string, ClubName>();
  const add = createAdd();
  const addSpelling = (spelling: string, team: string): void => {
    const { normalized, club, form } = readParts(spelling);
    if (normalized === "") return;
    const { core, affixes: distinguishing, neutral } = club;
    add(exact, normalized, team);
    add(cores, core, team);
    add(forms, form, team);
    for (const affix of [...distinguishing, ...neutral]) add(affixes, team, affix);
    for (const word of core.split(" ")) add(words, word, team);
  };
  for (const [position, [team, spellings]] of Object.entries(league.teams).entries()) {
    if (position % teamsPerStep === teamsPerStep - 1) yield;
    const { normalized, club } = readParts(team);
    if (normalized !== "") {
      add(canonical, normalized, team);
      full.set(team, club);
    }
    addSpelling(team, team);
    for (const spelling of spellings) addSpelling(spelling, team);
  }
  for (const [code, team] of Object.entries(league.codes ?? {})) addSpelling(code, team);
  for (const [spelling, teams] of Object.entries(league.shared ?? {}))
    for (const team of teams) addSpelling(spelling, team);
  return { canonical, exact, cores, words, affixes, forms, full };
}
