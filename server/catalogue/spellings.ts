import type { ClubName } from "@/server/catalogue/club-affixes";
import type { Comparison } from "@/server/catalogue/comparison";
import type { LeagueTeams } from "@/server/catalogue/league-teams";

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

/** A set takes 200 bytes, so all keys with the same single value share one set. */
const createAdd = () => {
  const singles = new Map<string, ReadonlySet<string>>();
  const only = (value: string): ReadonlySet<string> => {
    const single = singles.get(value) ?? new Set([value]);
    singles.set(value, single);
    return single;
  };
  return (index: Index, key: string, value: string): void => {
    const values = index.get(key);
    if (values === undefined) index.set(key, only(value));
    else if (!values.has(value)) index.set(key, new Set([...values, value]));
  };
};

/** Indexes the teams of a league by their spellings. */
export const indexSpellings = (league: LeagueTeams, { normalize, split }: Comparison): Spellings => {
  const canonical: Index = new Map();
  const exact: Index = new Map();
  const cores: Index = new Map();
  const words: Index = new Map();
  const affixes: Index = new Map();
  const forms: Index = new Map();
  const full = new Map<string, ClubName>();
  const add = createAdd();
  const addSpelling = (spelling: string, team: string): void => {
    const normalized = normalize(spelling);
    if (normalized === "") return;
    const club = split(normalized);
    const { core, affixes: distinguishing, neutral } = club;
    add(exact, normalized, team);
    add(cores, core, team);
    add(forms, formOf(club), team);
    for (const affix of [...distinguishing, ...neutral]) add(affixes, team, affix);
    for (const word of core.split(" ")) add(words, word, team);
  };
  for (const [team, spellings] of Object.entries(league.teams)) {
    const normalized = normalize(team);
    if (normalized !== "") {
      add(canonical, normalized, team);
      full.set(team, split(normalized));
    }
    addSpelling(team, team);
    for (const spelling of spellings) addSpelling(spelling, team);
  }
  for (const [code, team] of Object.entries(league.codes ?? {})) addSpelling(code, team);
  for (const [spelling, teams] of Object.entries(league.shared ?? {}))
    for (const team of teams) addSpelling(spelling, team);
  return { canonical, exact, cores, words, affixes, forms, full };
};
