import { LRUCache } from "lru-cache";
import { isDistinctive } from "@/server/domain/catalogue/club-affixes";
import { isCombatSport, type NameRules, nameRulesOf } from "@/server/domain/catalogue/name-rules";
import type { Sport } from "@/server/domain/catalogue/sports";
import { getOrInsert } from "@/server/domain/collections";
import { createNameIndex, type NameIndex } from "@/server/ingest/matching/name-index";
import { type ParsedName, parseName } from "@/server/ingest/matching/parse-name";
import type { Steps } from "@/server/ingest/matching/steps";
import { couldSpellWord, tokensAlike } from "@/server/ingest/matching/word-likeness";

const covers = (fewer: readonly string[], more: readonly string[]): boolean =>
  fewer.every((token) => more.some((other) => tokensAlike(token, other)));

/** Whether each word of the name is similar to a word of the team, in the same order. */
const spellsInOrder = (name: readonly string[], team: readonly string[]): boolean => {
  let next = 0;
  return name.every((word) => {
    while (next < team.length && !couldSpellWord(word, team[next] ?? "")) next += 1;
    next += 1;
    return next <= team.length;
  });
};

/** Finds the teams that a name may mean without comparing the name with every team. */
export type TeamSearch = {
  /** The teams of the known fixtures for which `couldSpell` is true. */
  readonly spelledBy: (name: string) => readonly string[];
  /** Contains each team that the name resembles, and more. */
  readonly related: (name: string) => ReadonlySet<string>;
  /** Contains each team that the name resembles or could spell, each team that could spell the name, and more. */
  readonly alike: (name: string) => ReadonlySet<string>;
  /** Adds teams of new fixtures. `spelledBy` does not find them. */
  readonly add: (teams: Iterable<string>) => Steps<void>;
};

/** Evidence from names alone. No single item is proof. */
export type NameEvidence = {
  readonly amongTeams: (teams: ReadonlySet<string>) => Steps<TeamSearch>;
  /** The name is a placeholder: "TBD", "Winner Match 12". */
  readonly isPlaceholder: (name: string) => boolean;
  /** The name denotes a simulated match, only a part of a match, or a bet on something other than the winner. */
  readonly isDerivedEvent: (name: string) => boolean;
  /** The name has marks (women, reserves, youth), and the team does not have the same marks. */
  readonly isOtherSquad: (name: string, team: string) => boolean;
  /** The name has marks: it denotes a women's, reserve or youth side, or another kind of side, such as veterans. */
  readonly isMarked: (name: string) => boolean;
  /** The names denote squads of different kinds, such as a first team and a reserve team. Either name may have the mark. */
  readonly differInSquad: (name: string, team: string) => boolean;
  /**
   * The name could be another spelling of the team: each significant word of the shorter name is similar to a word of the longer name. Or
   * one name consists of the other's initials.
   */
  readonly couldBe: (name: string, team: string) => boolean;
  /**
   * The name could be a spelling of the team and adds no word: each word of the name is similar to a word of the team, in the same order.
   * A name with an extra word belongs to another team.
   */
  readonly couldSpell: (name: string, team: string) => boolean;
  /**
   * The name may be only the team's town with an affix, such as "Sheffield FC" for "Sheffield United". It has an affix, and fewer
   * significant words than the team.
   */
  readonly isTownOf: (name: string, team: string) => boolean;
  /** The name could be another spelling of the team, or a distinctive word of the name begins like one of the team's words. */
  readonly resembles: (name: string, team: string) => boolean;
  /**
   * The name and the team differ only in affixes, particles ("de"), accents, spaces, forms of the same word ("Utd", "United"), and initials
   * ("A. Joshua", "R. Kazan"). At most one of the two may have affixes that the other lacks. Fighters' names may also differ in word order
   * and middle names. Any other extra word means another team.
   */
  readonly isClearlySameName: (name: string, team: string) => boolean;
  /**
   * Neither name could be a spelling of the other: they have no similar distinctive words, and neither consists of the other's initials.
   * Both names are in Latin script and without squad marks. Neither is a placeholder or denotes a derived event. In combat sports, both
   * names have at least two words, because a single word may be a nickname.
   */
  readonly isClearlyAnother: (name: string, team: string) => boolean;
};

const sharedPrefix = 4;
const minFighterWords = 2;

const otherSquad = (name: ParsedName, team: ParsedName): boolean =>
  name.marks !== "" && name.marks !== team.marks;

const isInitials = (short: ParsedName, long: ParsedName): boolean =>
  short.word !== "" && short.word === long.initials;

const initialsOfEither = (a: ParsedName, b: ParsedName): boolean => isInitials(a, b) || isInitials(b, a);

const couldBeSame = (name: ParsedName, team: ParsedName): boolean => {
  if (otherSquad(name, team)) return false;
  if (name.joined === team.joined) return true;
  const [a, b] = [name.tokens, team.tokens];
  return (a.length <= b.length ? covers(a, b) : covers(b, a)) || initialsOfEither(name, team);
};

const couldSpell = (name: ParsedName, team: ParsedName, isFighter: boolean): boolean => {
  if (name.marks !== team.marks || name.isDerived !== team.isDerived) return false;
  if (name.joined === team.joined || initialsOfEither(name, team)) return true;
  if (differInInitials(name, team, isFighter)) return true;
  return name.tokens.length <= team.tokens.length && spellsInOrder(name.tokens, team.tokens);
};

const sharesWord = (name: ParsedName, team: ParsedName): boolean => {
  if (otherSquad(name, team)) return false;
  const beginnings = team.tokens
    .filter((token) => token.length >= sharedPrefix)
    .map((token) => token.slice(0, sharedPrefix));
  return name.tokens.filter(isDistinctive).some((token) => beginnings.includes(token.slice(0, sharedPrefix)));
};

const contradict = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  [...a].some((word) => !b.has(word)) && [...b].some((word) => !a.has(word));

/** Whether both names have the same words in any order, where `name` abbreviates some words to initials: "A. Joshua", "Joshua A.". */
const sameWithInitials = (name: readonly string[], full: readonly string[]): boolean => {
  const initials = name.filter((word) => word.length === 1);
  const words = name.filter((word) => word.length > 1);
  const rest = full.filter((word) => !words.includes(word));
  return (
    initials.length > 0 &&
    words.length > 0 &&
    name.length === full.length &&
    rest.length === initials.length &&
    initials.every((initial, at) => rest[at]?.startsWith(initial))
  );
};

/**
 * Like `sameWithInitials`, for clubs. The initial must come first ("R. Kazan"), because a letter after a club's name denotes another squad
 * of the club ("Barcelona B").
 */
const sameWithFirstInitial = (name: readonly string[], full: readonly string[]): boolean =>
  name[0]?.length === 1 &&
  sameWithInitials(name, full) &&
  name.slice(1).join(" ") === full.slice(1).join(" ");

const differInInitials = (a: ParsedName, b: ParsedName, isFighter: boolean): boolean => {
  if (isFighter) return sameWithInitials(a.words, b.words) || sameWithInitials(b.words, a.words);
  const isSame = sameWithFirstInitial(a.tokens, b.tokens) || sameWithFirstInitial(b.tokens, a.tokens);
  return isSame && a.tokens.slice(1).some(isDistinctive);
};

const generations = new Set(["jr", "sr", "junior", "senior", "ii", "iii", "iv"]);

/** Whether both names have the same words in any order. One of the names may add a middle name or nickname. */
const sameFighter = (a: ParsedName, b: ParsedName): boolean => {
  const [fewer, more] = a.words.length <= b.words.length ? [a.words, b.words] : [b.words, a.words];
  const extra = more.filter((word) => !fewer.includes(word));
  return (
    fewer.length >= minFighterWords &&
    fewer.every((word) => more.includes(word)) &&
    !extra.some((word) => generations.has(word))
  );
};

const clearlySame = (name: ParsedName, team: ParsedName, isFighter: boolean): boolean => {
  if (name.marks !== team.marks || name.isDerived !== team.isDerived) return false;
  if (name.joined === team.joined) return true;
  if (isFighter) return sameFighter(name, team) || differInInitials(name, team, isFighter);
  if (contradict(name.affixes, team.affixes)) return false;
  if (differInInitials(name, team, isFighter)) return true;
  return name.tokens.some(isDistinctive) && name.tokens.join("") === team.tokens.join("");
};

const latin = /\p{Script=Latin}/u;

const clearlyAnother = (name: ParsedName, team: ParsedName, isFighter: boolean): boolean => {
  const marked = [name, team].some(
    (parsed) => parsed.marks !== "" || parsed.isDerived || parsed.isPlaceholder,
  );
  if (marked || initialsOfEither(name, team)) return false;
  if (!latin.test(name.joined) || !latin.test(team.joined)) return false;
  if (isFighter && Math.min(name.words.length, team.words.length) < minFighterWords) return false;
  return !name.words.some((word) =>
    team.words.some(
      (other) =>
        (isDistinctive(word) || isFighter) &&
        (tokensAlike(word, other) ||
          (word.length >= sharedPrefix && word.slice(0, sharedPrefix) === other.slice(0, sharedPrefix))),
    ),
  );
};

type Parser = (name: string) => ParsedName;

/** The same names are in every snapshot of a sport, so their parsed forms are cached. */
const maxParsedNames = 20_000;

const createParser = (rules: NameRules, hasParticles: boolean): Parser => {
  const parsedNames = new LRUCache<string, ParsedName>({ max: maxParsedNames });
  return (name) => getOrInsert(parsedNames, name, () => parseName(name, rules, hasParticles));
};

/** An empty cache takes 0.5 MB, so sports with the same rules share a parser. */
const parsersWithParticles = new WeakMap<NameRules, Parser>();
const parsersWithoutParticles = new WeakMap<NameRules, Parser>();

const parserOf = (sport: Sport): Parser => {
  const rules = nameRulesOf(sport);
  const hasParticles = sport.group === "Soccer" || sport.group === "Handball";
  const parsers = hasParticles ? parsersWithParticles : parsersWithoutParticles;
  return getOrInsert(parsers, rules, () => createParser(rules, hasParticles));
};

const maxIndexes = 128;
/** The index of the teams of a sport's known fixtures, by sport. Names are added to it from snapshot to snapshot. */
const indexes = new LRUCache<string, NameIndex>({ max: maxIndexes });

function* indexFor(
  sport: Sport,
  parse: Parser,
  isFighter: boolean,
  teams: ReadonlySet<string>,
): Steps<NameIndex> {
  const cached = indexes.get(sport.key);
  // Most names of an index that has grown far beyond the known fixtures are of fixtures of the past.
  const index =
    cached === undefined || cached.size() > Math.max(1_000, 4 * teams.size)
      ? createNameIndex(parse, isFighter)
      : cached;
  indexes.set(sport.key, index);
  yield* index.add(teams);
  return index;
}

/** Compares names in one sport. In a league of women's sides, the mark of a women's side is ignored. */
export const createNameEvidence = (sport: Sport): NameEvidence => {
  const parse = parserOf(sport);
  const isFighter = isCombatSport(sport);
  const spells = (name: string, team: string): boolean => couldSpell(parse(name), parse(team), isFighter);
  return {
    *amongTeams(teams) {
      const index = yield* indexFor(sport, parse, isFighter, teams);
      return {
        spelledBy: (name) =>
          index.spellingCandidates(name).filter((team) => teams.has(team) && spells(name, team)),
        related: (name) => index.related(name),
        alike: (name) => index.alike(name),
        add: (others) => index.add(others),
      };
    },
    isPlaceholder: (name) => parse(name).isPlaceholder,
    isDerivedEvent: (name) => parse(name).isDerived,
    isOtherSquad: (name, team) => otherSquad(parse(name), parse(team)),
    isMarked: (name) => parse(name).marks !== "",
    differInSquad: (name, team) => parse(name).marks !== parse(team).marks,
    couldBe: (name, team) => couldBeSame(parse(name), parse(team)),
    couldSpell: spells,
    isTownOf: (name, team) =>
      parse(name).affixes.size > 0 && parse(name).tokens.length < parse(team).tokens.length,
    resembles: (name, team) => couldBeSame(parse(name), parse(team)) || sharesWord(parse(name), parse(team)),
    isClearlySameName: (name, team) => clearlySame(parse(name), parse(team), isFighter),
    isClearlyAnother: (name, team) => clearlyAnother(parse(name), parse(team), isFighter),
  };
};
