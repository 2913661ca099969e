import { LRUCache } from "lru-cache";
import { getOrInsert } from "@/server/domain/collections";
import type { ParsedName } from "@/server/ingest/matching/parse-name";
import type { Steps } from "@/server/ingest/matching/steps";
import { couldSpellWord, wordKeys } from "@/server/ingest/matching/word-likeness";

/**
 * An index of teams' names by their words. Its methods find candidates: a superset of the teams that a comparison with every team would
 * find. The caller compares the candidates.
 */
export type NameIndex = {
  readonly size: () => number;
  /** Adds teams. The generator yields after each part of the work. */
  readonly add: (teams: Iterable<string>) => Steps<void>;
  /** Contains each team that the name could spell (`couldSpell`). */
  readonly spellingCandidates: (name: string) => string[];
  /** Contains each team that the name resembles or could be (`resembles`, `couldBe`, `isClearlySameName`). */
  readonly related: (name: string) => ReadonlySet<string>;
  /** Contains each team that the name resembles or could spell, and each team that could spell the name. */
  readonly alike: (name: string) => ReadonlySet<string>;
};

type Postings = Map<string, Set<string>>;

const post = (postings: Postings, key: string, team: string): void => {
  getOrInsert(postings, key, () => new Set()).add(team);
};

/** Two names of which one abbreviates words of the other to initials have the same letters here, unless a word occurs twice. */
const firstLetters = (words: readonly string[]): string =>
  words
    .map((word) => word[0] ?? "")
    .sort()
    .join("");

const hasRepeatedWord = (words: readonly string[]): boolean => new Set(words).size < words.length;

/** The results of one event are read several times. Each of them may have thousands of teams, so few results are kept. */
const maxWords = 64;
const maxNames = 16;

/** Adding so many teams takes about 1 ms. */
const teamsPerStep = 30;

const smallestFirst = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => a.size - b.size;

/** @param isFighter whether initials may stand for any word of a name. */
export const createNameIndex = (parse: (name: string) => ParsedName, isFighter: boolean): NameIndex => {
  const teams = new Set<string>();
  /** Key of a word -> teams. */
  const byKey: Postings = new Map();
  /** Key of a word -> words. */
  const wordsByKey: Postings = new Map();
  const byWord: Postings = new Map();
  /** Keys of whole names. */
  const byName: Postings = new Map();
  /** Teams without a significant word. */
  const irregular = new Set<string>();
  const spelledWords = new LRUCache<string, ReadonlySet<string>>({ max: maxWords });
  const relatedTo = new LRUCache<string, ReadonlySet<string>>({ max: maxNames });

  const abbreviated = ({ words, tokens }: ParsedName): readonly string[] => (isFighter ? words : tokens);
  const addTeam = (team: string): void => {
    const parsed = parse(team);
    teams.add(team);
    post(byName, `joined ${parsed.joined}`, team);
    post(byName, `tokens ${parsed.tokens.join("")}`, team);
    post(byName, `initials ${parsed.initials}`, team);
    post(byName, `first letters ${firstLetters(abbreviated(parsed))}`, team);
    if (parsed.word !== "") post(byName, `word ${parsed.word}`, team);
    if (parsed.tokens.length === 0) irregular.add(team);
    const { length } = abbreviated(parsed);
    post(byName, `words ${length}`, team);
    if (hasRepeatedWord(abbreviated(parsed))) post(byName, `repeated words ${length}`, team);
    for (const word of new Set([...parsed.tokens, ...parsed.words])) {
      post(byWord, word, team);
      for (const key of wordKeys(word)) {
        post(byKey, key, team);
        post(wordsByKey, key, word);
      }
    }
  };

  /** The teams with a word of which `word` could be a spelling. */
  const teamsSpelling = (word: string): ReadonlySet<string> => {
    const known = spelledWords.get(word);
    if (known !== undefined) return known;
    const found = new Set<string>();
    const candidates = new Set(wordKeys(word).flatMap((key) => [...(wordsByKey.get(key) ?? [])]));
    for (const candidate of candidates)
      if (couldSpellWord(word, candidate)) for (const team of byWord.get(candidate) ?? []) found.add(team);
    spelledWords.set(word, found);
    return found;
  };

  const namedLike = ({ joined, word, initials }: ParsedName): string[] => [
    ...(byName.get(`joined ${joined}`) ?? []),
    ...(word === "" ? [] : (byName.get(`initials ${word}`) ?? [])),
    ...(byName.get(`word ${initials}`) ?? []),
  ];

  /** The teams with the same letters at the beginnings of their words, or with a word that occurs twice. */
  const abbreviatedLike = (parsed: ParsedName): string[] => {
    const own = abbreviated(parsed);
    return [
      ...(byName.get(`first letters ${firstLetters(own)}`) ?? []),
      ...(byName.get(`${hasRepeatedWord(own) ? "words" : "repeated words"} ${own.length}`) ?? []),
    ];
  };

  const relatedTeams = (name: string): ReadonlySet<string> => {
    const known = relatedTo.get(name);
    if (known !== undefined) return known;
    const parsed = parse(name);
    const found =
      parsed.tokens.length === 0
        ? new Set(teams)
        : new Set([
            ...irregular,
            ...namedLike(parsed),
            ...(byName.get(`tokens ${parsed.tokens.join("")}`) ?? []),
          ]);
    for (const word of new Set([...parsed.tokens, ...parsed.words]))
      for (const key of wordKeys(word)) for (const team of byKey.get(key) ?? []) found.add(team);
    relatedTo.set(name, found);
    return found;
  };

  return {
    size: () => teams.size,
    *add(others) {
      let added = 0;
      for (const team of others) {
        if (teams.has(team)) continue;
        // Another snapshot may search the index during a pause, so results are dropped with each team.
        if (added === 0) {
          spelledWords.clear();
          relatedTo.clear();
        }
        addTeam(team);
        added = (added + 1) % teamsPerStep;
        if (added === 0) yield;
      }
    },
    spellingCandidates: (name) => {
      const parsed = parse(name);
      if (parsed.tokens.length === 0) return [...teams];
      const [first, ...rest] = parsed.tokens.map(teamsSpelling).sort(smallestFirst);
      const found = new Set([...irregular, ...namedLike(parsed), ...abbreviatedLike(parsed)]);
      for (const team of first ?? []) if (rest.every((others) => others.has(team))) found.add(team);
      return [...found];
    },
    related: relatedTeams,
    alike: (name) => new Set([...relatedTeams(name), ...abbreviatedLike(parse(name))]),
  };
};
